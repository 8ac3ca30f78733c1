import { muxKinds, type MuxKind } from '../../army/formation.ts';
import { isOlder } from '../../summon/agent-version.ts';
import type { Check } from '../check.ts';
import type { Finding } from '../finding.ts';
import type { Machine, ProgramSeen } from '../parts.ts';

/** Node, the multiplexers, the agents: which are there, and what each of them allows. */
export const programs: Check = {
  name: 'programs',
  async look({ machine }) {
    const asked = [...muxKinds, ...machine.agents];
    const answers = await Promise.all(asked.map((name) => machine.program(name)));
    const found = answers.map((seen, i) => findingOf(asked[i] ?? '', seen));
    const usable = answers.some(({ state }, i) => i < muxKinds.length && state === 'fine');
    const none: Finding = { code: 'no_mux', severity: 'warning', data: { programs: muxKinds } };
    return [nodeFinding(machine), ...found, ...(usable ? [] : [none])];
  },
};

function nodeFinding({ node }: Machine): Finding {
  return isOlder(node.version, node.needs)
    ? { code: 'node_old', severity: 'fault', data: node }
    : { code: 'node_fine', severity: 'ok', data: { version: node.version } };
}

function findingOf(program: string, seen: ProgramSeen): Finding {
  switch (seen.state) {
    case 'missing':
      return { code: 'program_missing', severity: 'note', data: { program } };
    case 'late':
      return { code: 'program_late', severity: 'warning', data: { program, ms: seen.ms } };
    case 'unread':
      return { code: 'program_unread', severity: 'note', data: { program } };
    case 'old': {
      const { version, needs } = seen;
      return { code: 'program_old', severity: 'warning', data: { program, version, needs } };
    }
    case 'fine':
      break;
  }
  return fineFinding(program, seen.version, seen.byPane);
}

function fineFinding(program: string, version: string, byPane: boolean | undefined): Finding {
  const kind: MuxKind | undefined = muxKinds.find((one) => one === program);
  if (kind === undefined) return { code: 'agent_fine', severity: 'ok', data: { program, version } };
  const data = { program: kind, version };
  return byPane === false
    ? { code: 'mux_by_focus', severity: 'note', data }
    : { code: 'mux_by_pane', severity: 'ok', data };
}
