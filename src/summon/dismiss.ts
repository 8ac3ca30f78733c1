import type { Formation } from '../army/formation.ts';
import type { Mux } from '../mux/mux.ts';
import type { ArmyRecord, Saved, Store } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';
import { standingOf } from './standing.ts';

export interface Standings {
  mux: Mux;
  record: ArmyRecord;
  formation: Pick<Formation, 'roles'>;
}

export interface Dismissal {
  saved: Saved;
  /** Agents or relays that would not end. */
  left: readonly number[];
}

/**
 * Ends an army: its session, then whatever of it outlived the session (a program may ignore the hang
 * up, Z20), then its relay directory, whose mail goes to the history, and last its record, so that
 * one cut off in the middle can be dismissed again.
 */
export async function dismiss(
  parts: ArmyParts,
  standings: Standings & { store: Store },
): Promise<Dismissal> {
  const { record, store } = standings;
  const left = await clearAway(parts, standings);
  const saved = await store.cleanup(parts.historyDir(record.session));
  if (left.length === 0) await parts.armies.remove(record.session);
  return { saved, left };
}

/** The session and the processes of an army, but never a session that is another's. */
export async function clearAway(
  { processes }: Pick<ArmyParts, 'processes'>,
  { mux, record, formation }: Standings,
): Promise<readonly number[]> {
  const standing = await standingOf(mux, record, formation);
  if (standing === 'live' || standing === 'exited') await mux.end();
  return processes.end(await processes.ofArmy(record.relayDir));
}

export type Afterwards = 'detached' | 'ended';

/**
 * The multiplexer gave the terminal back: the person has detached, or the session is over. Over is
 * both "exited" and "gone"; a list that has just missed a session that runs is asked once more (Z19).
 * Whatever fails in clearing away is nobody's concern here: the person has gone home.
 */
export async function afterwards(
  parts: ArmyParts,
  standings: Standings & { store: Store },
): Promise<Afterwards> {
  const { mux, record, formation } = standings;
  const look = () => standingOf(mux, record, formation).catch(() => 'live' as const);
  if ((await look()) === 'live' || (await look()) === 'live') return 'detached';
  await dismiss(parts, standings).catch(() => undefined);
  return 'ended';
}
