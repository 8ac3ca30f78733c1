import { OvldError } from '../errors.ts';
import { pause } from '../kit/timeout.ts';
import type { ArmyRecord, Saved, Store } from '../store/store.ts';
import { assertGone } from './assert-gone.ts';
import type { ArmyParts } from './parts.ts';
import { readStanding, type ArmySession, type Standing } from './standing.ts';

type Army = ArmySession & { store: Store };

export interface Dismissal {
  saved: Saved;
  /** Agents or relays that would not end. */
  left: readonly number[];
}

const NOTHING: Dismissal = { saved: { messages: 0, path: undefined }, left: [] };

/** Ends an army and clears it away; does nothing where another process has done so meanwhile. */
export const dismiss = (parts: ArmyParts, army: Army): Promise<Dismissal> =>
  parts.alone(() => dismissCurrent(parts, army));

/** Like `dismiss`, for a process that starts or ends armies alone already. */
export async function dismissCurrent(parts: ArmyParts, army: Army): Promise<Dismissal> {
  const record = await currentRecord(parts, army.record);
  return record === undefined ? NOTHING : dismissAlone(parts, { ...army, record });
}

/**
 * Ends the session, then the processes that outlived it (a program may ignore the hang up, Z20), clears
 * the relay directory, whose mail goes to the history, and last removes the record: a dismissal that was
 * cut off can be repeated.
 */
export async function dismissAlone(parts: ArmyParts, army: Army): Promise<Dismissal> {
  const { record, store, mux } = army;
  const { ended, left } = await clearAway(parts, army);
  const saved = await store.cleanUp(parts.historyDir(record.session));
  await parts.tidyHistory?.(record.folder).catch(() => undefined);
  if (!ended) {
    const reason = { code: 'session_left' } as const;
    throw new OvldError('mux_failed', { program: mux.kind, command: 'kill-session', reason });
  }
  if (left.length === 0) await parts.armies.remove(record.session);
  return { saved, left };
}

/** Ends the session and the processes of an army, but never a session that is another's. */
export async function clearAway(
  parts: Pick<ArmyParts, 'processes'>,
  army: ArmySession,
): Promise<{ ended: boolean; left: readonly number[] }> {
  const standing = await readStanding(parts, army);
  const { processes } = parts;
  const ours = standing === 'live' || standing === 'exited';
  const ended = !ours || (await army.mux.end().catch(() => false));
  return { ended, left: await processes.end(await processes.ofArmy(army.record.relayDir)) };
}

const ENDING_MS = 2_000;
const LOOK_MS = 100;

/**
 * Called when the multiplexer gives the terminal back: the person has detached, or the session is over. Over is
 * both "exited" and "gone", seen twice, for a list may just have missed a session that runs (Z19). A session
 * that is ending is still listed for a while, so one that runs is watched that long, and longer while its
 * agents end one by one. A failure of clearing away is not reported; an army that lives unseen is.
 */
export async function settleSession(parts: ArmyParts, army: Army): Promise<'detached' | 'ended'> {
  const { clock } = parts;
  const record = await currentRecord(parts, army.record).catch(() => army.record);
  if (record === undefined) return 'ended';
  const look = (): Promise<Standing> =>
    readStanding(parts, { ...army, record }).catch(() => 'live' as const);
  const countSeated = async (): Promise<number> =>
    (await parts.processes.seated(record.relayDir).catch(() => [])).length;
  let until = clock.monotonic() + ENDING_MS;
  let left = await countSeated();
  let over = 0;
  while (over < 2 && (over > 0 || clock.monotonic() <= until)) {
    over = (await look()) === 'live' ? 0 : over + 1;
    const still = over > 0 ? left : await countSeated();
    if (still < left) until = clock.monotonic() + ENDING_MS;
    left = Math.min(left, still);
    if (over < 2) await pause(clock, LOOK_MS);
  }
  if (over < 2) return 'detached';
  await assertGone(parts, record);
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
