import { rolesOf } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import { pause } from '../kit/timeout.ts';
import type { ArmyRecord } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

const ENDING_MS = 5_000;
const LOOK_MS = 100;

type Parts = Pick<ArmyParts, 'processes' | 'openStore'>;

/** Waits until no process of an ended session is left in a multiplexer; throws where some stay. */
export async function assertGone(
  parts: Parts & Pick<ArmyParts, 'clock'>,
  record: ArmyRecord,
): Promise<void> {
  const { clock } = parts;
  const until = clock.monotonic() + ENDING_MS;
  for (;;) {
    const unseen = await findUnseenArmy(parts, record);
    if (unseen === undefined) return;
    if (unseen.code === 'army_elsewhere' || clock.monotonic() >= until) {
      throw new OvldError(unseen.code, unseen.data);
    }
    await pause(clock, LOOK_MS);
  }
}

type UnseenArmy =
  | { code: 'army_elsewhere'; data: Pick<ArmyRecord, 'session' | 'folder'> }
  | {
      code: 'army_hidden';
      data: Pick<ArmyRecord, 'session' | 'mux'> & { running: number; server: number };
    };

/**
 * Finds an army that lives although its multiplexer lists no session of it: a multiplexer knows only its own
 * machine and the current names of its sessions, and lists nothing where its socket was removed while its
 * panes go on. `lastWriteMs`: when the army last wrote, as far as that is known.
 */
export async function findUnseenArmy(
  parts: Parts,
  record: ArmyRecord,
  lastWriteMs = 0,
): Promise<UnseenArmy | undefined> {
  const { processes } = parts;
  const { session, folder, mux, relayDir } = record;
  const pids = await processes.seated(relayDir);
  const server = processes.muxAbove(pids);
  if (server !== undefined) {
    return { code: 'army_hidden', data: { session, mux, running: pids.length, server } };
  }
  const elsewhere = await isElsewhere(parts, record, lastWriteMs);
  return elsewhere ? { code: 'army_elsewhere', data: { session, folder } } : undefined;
}

/**
 * Several machines can share a home: the relays were started in another boot than ours, and the army wrote
 * after our boot. Whether they live cannot be seen from here.
 */
async function isElsewhere(
  { processes, openStore }: Parts,
  { relayDir, startedAt }: ArmyRecord,
  lastWriteMs: number,
): Promise<boolean> {
  const store = await openStore(relayDir);
  const formation = await store.readFormation().catch(() => undefined);
  let foreign = false;
  let latest = Math.max(Date.parse(startedAt), lastWriteMs);
  for (const role of formation === undefined ? [] : rolesOf(formation)) {
    const seats = await store.seats.list(role).catch(() => []);
    foreign ||= seats.some(({ relay }) => relay.boot !== processes.bootId());
    const seen = await store.statuses.readObserved(role).catch(() => undefined);
    latest = Math.max(latest, seen?.at ?? 0);
  }
  return foreign && latest >= processes.bootedAt();
}
