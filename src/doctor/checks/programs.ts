import { muxKinds } from '../../army/formation.ts';
import { isOlder } from '../../summon/agent-version.ts';
import type { Check } from '../check.ts';
import { finding, type Finding } from '../finding.ts';
import type { Machine, ProgramSeen } from '../parts.ts';

/** Node, the multiplexers, the agents: which are there, and what each of them allows. */
export const programs: Check = {
  name: 'programs',
  async look({ machine }) {
    const asked = [...muxKinds, ...machine.agents];
    const answers = await Promise.all(asked.map((name) => machine.program(name)));
    const found = answers.map((seen, i) => programFinding(asked[i] ?? '', seen));
    // One that did not answer in time may be fine.
    const mayBeFine = answers
      .slice(0, muxKinds.length)
      .some(({ state }) => state === 'fine' || state === 'late');
    const none = finding('no_mux', 'warning', { programs: muxKinds });
    return [nodeFinding(machine), ...found, ...(mayBeFine ? [] : [none])];
  },
};

const nodeFinding = ({ node }: Machine): Finding =>
  isOlder(node.version, node.needs)
    ? finding('node_old', 'fault', node)
    : finding('node_fine', 'ok', { version: node.version });

function programFinding(program: string, seen: ProgramSeen): Finding {
  if (seen.state === 'missing') return finding('program_missing', 'note', { program });
  if (seen.state === 'unread') return finding('program_unread', 'note', { program });
  if (seen.state === 'late') return finding('program_late', 'warning', { program, ms: seen.ms });
  if (seen.state === 'old') {
    const { version, needs } = seen;
    return finding('program_old', 'warning', { program, version, needs });
  }
  const { version, byPane } = seen;
  const mux = muxKinds.find((kind) => kind === program);
  if (mux === undefined) return finding('agent_fine', 'ok', { program, version });
  return byPane === false
    ? finding('mux_by_focus', 'note', { program: mux, version })
    : finding('mux_by_pane', 'ok', { program: mux, version });
}
