import { rolesOf, type Formation } from '../army/formation.ts';
import type { Mux } from '../mux/mux.ts';
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

export async function standingOf(
  parts: Pick<ArmyParts, 'processes'>,
  mux: Mux,
  record: Pick<ArmyRecord, 'life' | 'relayDir'>,
  formation: Pick<Formation, 'roles'>,
): Promise<Standing> {
  const state = await mux.state();
  if (state === 'exited') return 'exited';
  if (state === 'none') return 'gone';
  const life = await mux.life();
  const known = record.life !== undefined && life !== undefined;
  if (known && life !== record.life) return 'foreign';
  const panes = await mux.panes();
  const titles = new Set(panes.map(({ role, title }) => role ?? title));
  // Cut off before its life was noted: a session with a pane for every role can only be ours.
  if (!known && !rolesOf(formation).every((role) => titles.has(role))) return 'foreign';
  const over = panes.length > 0 && panes.every(({ alive }) => !alive);
  // A busy multiplexer may take a pane for dead: it must be all of them, and nobody left to say no.
  if (over && (await parts.processes.ofArmy(record.relayDir)).length === 0) return 'exited';
  return 'live';
}
