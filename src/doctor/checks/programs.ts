import { muxKinds, type MuxKind } from '../../army/formation.ts';
import { isOlder } from '../../summon/agent-version.ts';
import type { Check } from '../check.ts';
import { finding, type Finding } from '../finding.ts';
import type { AgentProgram, Machine, ProgramSeen } from '../parts.ts';

/** Node, the multiplexers, the agents: which are there, and what each of them allows. */
export const programs: Check = {
  name: 'programs',
  async look({ machine }) {
    const { agents } = machine;
    const [muxes, played] = await Promise.all([
      Promise.all(muxKinds.map((program) => machine.program(program))),
      Promise.all(agents.map(({ program }) => machine.program(program))),
    ]);
    // One that did not answer in time may be fine.
    const mayBeFine = muxes.some(({ state }) => state === 'fine' || state === 'late');
    const none = finding('no_mux', 'warning', { programs: muxKinds });
    return [
      nodeFinding(machine),
      ...muxKinds.map((kind, i) => muxFinding(kind, muxes[i] ?? { state: 'missing' })),
      ...(mayBeFine ? [] : [none]),
      ...agents.flatMap((agent, i) => agentFindings(agent, played[i])),
      ...absentFindings(
        agents.filter((_, i) => played[i]?.state === 'missing'),
        agents.length,
      ),
    ];
  },
};

function agentFindings(agent: AgentProgram, seen: ProgramSeen | undefined): Finding[] {
  const { program, hasDoor, package: source } = agent;
  if (seen === undefined || seen.state === 'missing') return [];
  if (seen.state !== 'fine') return [troubleFinding(program, seen, source)];
  return [finding('agent_fine', 'ok', { program, version: seen.version, hasDoor })];
}

/** One agent is enough: what else there is to have is no fault. */
function absentFindings(absent: readonly AgentProgram[], all: number): Finding[] {
  if (absent.length === 0) return [];
  return absent.length === all
    ? [finding('agents_none', 'note', { agents: absent })]
    : [finding('agents_others', 'ok', { agents: absent })];
}

const nodeFinding = ({ node }: Machine): Finding =>
  isOlder(node.version, node.needs)
    ? finding('node_old', 'fault', node)
    : finding('node_fine', 'ok', { version: node.version });

type Trouble = Exclude<ProgramSeen, { state: 'fine' | 'missing' }>;

function troubleFinding(program: string, seen: Trouble, source?: string): Finding {
  if (seen.state === 'unread') return finding('program_unread', 'note', { program });
  if (seen.state === 'late') return finding('program_late', 'warning', { program, ms: seen.ms });
  const { version, needs } = seen;
  const about = { program, version, needs, ...(source !== undefined && { package: source }) };
  return finding('program_old', 'warning', about);
}

function muxFinding(program: MuxKind, seen: ProgramSeen): Finding {
  if (seen.state === 'missing') return finding('program_missing', 'note', { program });
  if (seen.state !== 'fine') return troubleFinding(program, seen);
  const { version, byPane } = seen;
  return byPane === false
    ? finding('mux_by_focus', 'note', { program, version })
    : finding('mux_by_pane', 'ok', { program, version });
}
