import { rolesOf, type Formation } from '../army/formation.ts';
import type { Mux } from '../mux/mux.ts';
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
  if (state === 'exited') return 'exited';
  if (state === 'none') return 'gone';
  const life = await mux.life();
  if (record.life !== undefined && life !== undefined) {
    return life === record.life ? 'live' : 'foreign';
  }
  // Cut off before its life was noted: a session with a pane for every role can only be ours.
  const titles = new Set((await mux.panes()).map(({ role, title }) => role ?? title));
  return rolesOf(formation).every((role) => titles.has(role)) ? 'live' : 'foreign';
}
