import type { Composer, Question } from '../agent/agent.ts';
import { agentKindOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { CannotType, type Mux } from '../mux/mux.ts';
import type { ArmyParts } from './parts.ts';

interface Sighting {
  behind: WakeFailure | undefined;
  asks?: Question | undefined;
}

/** Looked at now, not remembered: a draft may have been sent off since the last ring. */
export async function lookAt(
  parts: Pick<ArmyParts, 'openAgent'>,
  { formation, mux }: { formation: Formation; mux: Pick<Mux, 'screen'> },
  role: Role,
  pane: string,
): Promise<Sighting> {
  const agent = await parts.openAgent(agentKindOf(formation, role));
  const screen = await mux.screen(pane).catch(whyNot);
  if (typeof screen === 'string') return { behind: screen };
  if (screen === undefined) return { behind: 'no_pane' };
  if (screen.copyMode) return { behind: 'copy_mode' };
  return { behind: obstacleIn(agent.read(screen)), asks: agent.asks?.(screen) };
}

function obstacleIn(seen: Composer): WakeFailure | undefined {
  if (seen.state === 'dialog') return 'dialog_open';
  if (seen.state === 'unknown') return 'screen_unknown';
  if (seen.busy !== undefined) return 'agent_busy';
  return seen.text === '' ? undefined : 'draft_present';
}

function whyNot(error: unknown): WakeFailure {
  if (error instanceof CannotType) return error.code;
  throw error;
}
