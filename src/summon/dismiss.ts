import type { Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { Mux } from '../mux/mux.ts';
import type { ArmyRecord, Saved, Store } from '../store/store.ts';
import { insistGone } from './insist-gone.ts';
import type { ArmyParts } from './parts.ts';
import { standingOf, type Standing } from './standing.ts';

export interface Standings {
  mux: Mux;
  record: ArmyRecord;
  formation: Pick<Formation, 'roles'>;
}

type Army = Standings & { store: Store };

export interface Dismissal {
  saved: Saved;
  /** Agents or relays that would not end. */
  left: readonly number[];
}

const NOTHING: Dismissal = { saved: { messages: 0, path: undefined }, left: [] };

/** Ends an army and clears it away; does nothing where somebody else has done so meanwhile. */
export const dismiss = (parts: ArmyParts, army: Army): Promise<Dismissal> =>
  parts.alone(async () => {
    const record = await currentRecord(parts, army.record);
    return record === undefined ? NOTHING : dismissAlone(parts, { ...army, record });
  });

/**
 * Its session, then whatever of it outlived the session (a program may ignore the hang up, Z20),
 * then its relay directory, whose mail goes to the history, and last its record, so that one that
 * was cut off, or would not end, can be dismissed again.
 */
export async function dismissAlone(parts: ArmyParts, army: Army): Promise<Dismissal> {
  const { record, store, mux } = army;
  const { ended, left } = await clearAway(parts, army);
  const saved = await store.cleanup(parts.historyDir(record.session));
  await parts.tidyHistory?.(record.folder).catch(() => undefined);
  if (!ended) {
    const [reason, command] = ['the session is still there', 'kill-session'];
    throw new OvldError('mux_failed', { program: mux.kind, command, reason });
  }
  if (left.length === 0) await parts.armies.remove(record.session);
  return { saved, left };
}

interface Cleared {
  ended: boolean;
  left: readonly number[];
}

/** The session and the processes of an army, but never a session that is another's. */
export async function clearAway(
  parts: Pick<ArmyParts, 'processes'>,
  { mux, record, formation }: Standings,
): Promise<Cleared> {
  const standing = await standingOf(parts, mux, record, formation);
  const { processes } = parts;
  const ours = standing === 'live' || standing === 'exited';
  const ended = !ours || (await mux.end().catch(() => false));
  return { ended, left: await processes.end(await processes.ofArmy(record.relayDir)) };
}

export type Afterwards = 'detached' | 'ended';

const ENDING_MS = 1_000;
const LOOK_MS = 100;

/**
 * The multiplexer gave the terminal back: the person has detached, or the session is over. Over is
 * both "exited" and "gone", seen twice, for a list may just have missed a session that runs (Z19);
 * and a session that is ending is still listed for a while, so one that runs is watched that long, and
 * longer where its agents go one by one.
 * Whatever fails in clearing away is nobody's concern here: the person has gone home. That it cannot be
 * seen and lives all the same is.
 */
export async function afterwards(parts: ArmyParts, army: Army): Promise<Afterwards> {
  const { clock } = parts;
  const { mux, formation } = army;
  const record = await currentRecord(parts, army.record).catch(() => army.record);
  if (record === undefined) return 'ended';
  const look = (): Promise<Standing> =>
    standingOf(parts, mux, record, formation).catch(() => 'live' as const);
  const seated = async (): Promise<number> =>
    (await parts.processes.seated(record.relayDir).catch(() => [])).length;
  let until = clock.monotonic() + ENDING_MS;
  let left = await seated();
  let over = 0;
  while (over < 2 && (over > 0 || clock.monotonic() <= until)) {
    over = (await look()) === 'live' ? 0 : over + 1;
    const still = over > 0 ? left : await seated();
    if (still < left) until = clock.monotonic() + ENDING_MS;
    left = Math.min(left, still);
    if (over < 2) await new Promise<void>((resolve) => void clock.after(LOOK_MS, resolve));
  }
  if (over < 2) return 'detached';
  await insistGone(parts, record);
  await dismiss(parts, { ...army, record }).catch(() => undefined);
  return 'ended';
}

/** The army as it is registered now; undefined where it was dismissed, even if another has its name. */
async function currentRecord(
  { armies }: Pick<ArmyParts, 'armies'>,
  { session, startedAt }: ArmyRecord,
): Promise<ArmyRecord | undefined> {
  const known = await armies.list();
  return known.find((army) => army.session === session && army.startedAt === startedAt);
}
