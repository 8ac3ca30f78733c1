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

export const standingOf = async (
  parts: Pick<ArmyParts, 'processes'>,
  mux: Mux,
  record: Army,
  formation: Pick<Formation, 'roles'>,
): Promise<Standing> => standingIn(parts, await mux.sight(record.life), record, formation);

type Army = Pick<ArmyRecord, 'life' | 'relayDir' | 'startedAt'>;

export async function standingIn(
  { processes }: Pick<ArmyParts, 'processes'>,
  { state, life, panes }: Sight,
  record: Army,
  formation: Pick<Formation, 'roles'>,
): Promise<Standing> {
  if (state === 'exited') {
    // We keep Zellij from saving our sessions: what outlived a reboot was saved by a person for themselves.
    return Date.parse(record.startedAt) < processes.bootedAt() ? 'foreign' : 'exited';
  }
  if (state === 'none') return 'gone';
  const known = record.life !== undefined && life !== undefined;
  if (known && life !== record.life) return 'foreign';
  if (!known && !hasAll(panes, formation)) return 'foreign';
  const over = panes.length > 0 && panes.every(({ alive }) => !alive);
  // A busy multiplexer may take a pane for dead: it must be all of them, and nobody left to say no.
  return over && (await processes.ofArmy(record.relayDir)).length === 0 ? 'exited' : 'live';
}

/** Cut off before its life was noted: a session with a pane for every role can only be ours. */
function hasAll(panes: readonly Pane[], formation: Pick<Formation, 'roles'>): boolean {
  const titles = new Set(panes.map(({ role, title }) => role ?? title));
  return rolesOf(formation).every((role) => titles.has(role));
}
