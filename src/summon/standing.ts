import { rolesOf, type Formation } from '../army/formation.ts';
import type { Mux, Pane, Sight } from '../mux/mux.ts';
import type { ArmyRecord } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

/**
 * How an army of ours stands to the session of its name:
 *
 *   live      the session we started is running
 *   exited    it has ended, and the multiplexer keeps its remains, or panes in which nothing runs
 *   gone      there is nothing of it; agents may have outlived it all the same
 *   foreign   a session of that name runs, but it is another's: never touched
 */
export type Standing = 'live' | 'exited' | 'gone' | 'foreign';

/** An army, and the session of its name. */
export interface ArmySession {
  mux: Mux;
  record: ArmyRecord;
  formation: Pick<Formation, 'roles'>;
}

/** Asks the multiplexer. */
export const readStanding = async (
  parts: Pick<ArmyParts, 'processes'>,
  army: ArmySession,
): Promise<Standing> => decideStanding(parts, await army.mux.sight(army.record.life), army);

export async function decideStanding(
  { processes }: Pick<ArmyParts, 'processes'>,
  { state, life, panes, isMarked = false }: Sight,
  { record, formation }: Pick<ArmySession, 'record' | 'formation'>,
): Promise<Standing> {
  if (state === 'exited') {
    // We keep Zellij from saving our sessions: one that outlived a reboot was saved by a person.
    return Date.parse(record.startedAt) < processes.bootedAt() ? 'foreign' : 'exited';
  }
  if (state === 'none') return 'gone';
  const known = record.life !== undefined && life !== undefined;
  if (known && life !== record.life) return 'foreign';
  if (!known && !isMarked && !hasAll(panes, formation)) return 'foreign';
  const over = panes.length > 0 && panes.every(({ alive }) => !alive);
  // A busy multiplexer may take a pane for dead: it must be all of them, and no process may be left.
  return over && (await processes.ofArmy(record.relayDir)).length === 0 ? 'exited' : 'live';
}

/** Cut off before its life was noted, and without a mark: a session with a pane for every role can only be ours. */
function hasAll(panes: readonly Pane[], formation: Pick<Formation, 'roles'>): boolean {
  const titles = new Set(panes.map(({ role, title }) => role ?? title));
  return rolesOf(formation).every((role) => titles.has(role));
}
