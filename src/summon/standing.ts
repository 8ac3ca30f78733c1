import { rolesOf, type Formation } from '../army/formation.ts';
import type { Mux, Pane, Sight } from '../mux/mux.ts';
import type { ArmyRecord } from '../store/store.ts';

/**
 * How an army of ours stands to the session of its name:
 *
 *   live      the session we started is running
 *   exited    it has ended, and the multiplexer keeps its remains
 *   gone      there is nothing of it; agents may have outlived it all the same
 *   foreign   a session of that name runs, but it is another's: never touched
 */
export type Standing = 'live' | 'exited' | 'gone' | 'foreign';

export async function standingOf(
  mux: Mux,
  record: Pick<ArmyRecord, 'life'>,
  formation: Pick<Formation, 'roles'>,
): Promise<Standing> {
  const state = await mux.state();
  const life = state === 'live' ? await mux.life() : undefined;
  const known = record.life !== undefined && life !== undefined;
  const panes = state === 'live' && !known ? await mux.panes() : [];
  return standingIn({ state, life, panes }, record, formation);
}

export function standingIn(
  { state, life, panes }: Sight,
  record: Pick<ArmyRecord, 'life'>,
  formation: Pick<Formation, 'roles'>,
): Standing {
  if (state === 'exited') return 'exited';
  if (state === 'none') return 'gone';
  if (record.life !== undefined && life !== undefined) {
    return life === record.life ? 'live' : 'foreign';
  }
  return hasAll(panes, formation) ? 'live' : 'foreign';
}

/** Cut off before its life was noted: a session with a pane for every role can only be ours. */
function hasAll(panes: readonly Pane[], formation: Pick<Formation, 'roles'>): boolean {
  const titles = new Set(panes.map(({ role, title }) => role ?? title));
  return rolesOf(formation).every((role) => titles.has(role));
}
