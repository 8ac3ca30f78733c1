import type { Question } from '../agent/agent.ts';
import { agentChoiceOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { CannotType, type Mux } from '../mux/mux.ts';
import { screenObstacle } from '../relay/screen-obstacle.ts';
import { typedByUs } from '../relay/typing.ts';
import type { Store } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

interface PaneState {
  /** What a nudge would wait behind. */
  behind: WakeFailure | undefined;
  asks?: Question | undefined;
  /** The same, or what it will ask in a moment by its own record. */
  expected?: Question | undefined;
}

interface Inspected {
  formation: Formation;
  mux: Pick<Mux, 'screen'>;
  store: Pick<Store, 'starts'>;
}

/** Reads the screen anew: a draft may have been sent off since the last ring. */
export async function inspectPane(
  parts: Pick<ArmyParts, 'openAgent'>,
  { formation, mux, store }: Inspected,
  role: Role,
  pane: string,
  /** The ritual of the role, which may stand in its composer while it is given. */
  ritual?: string,
): Promise<PaneState> {
  const agent = await parts.openAgent(agentChoiceOf(formation, role));
  const screen = await mux.screen(pane).catch(failureCode);
  if (typeof screen === 'string') return { behind: screen };
  if (screen === undefined) return { behind: 'no_pane' };
  if (screen.copyMode) return { behind: 'copy_mode' };
  const seen = agent.read(screen);
  const isBusy = seen.state === 'ready' && seen.busy !== undefined;
  const isOurs = (_role: Role, shown: string): boolean =>
    ritual !== undefined && agent.shows(shown, ritual);
  const behind = isBusy
    ? 'agent_busy'
    : screenObstacle(seen, (text) => typedByUs({ agent, role, isOurs }, text));
  const asker = (await store.starts.listPostponed()).get(role);
  const asks =
    agent.asks?.(screen) ?? (asker === undefined || asker === role ? undefined : 'elsewhere');
  return { behind, asks, expected: asks ?? (asker === role ? 'trust' : undefined) };
}

function failureCode(error: unknown): WakeFailure {
  if (error instanceof CannotType) return error.code;
  throw error;
}
