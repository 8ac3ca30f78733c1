import { rolesOf } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import { pause } from '../kit/timeout.ts';
import type { ArmyRecord } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

const ENDING_MS = 5_000;
const LOOK_MS = 100;

type Parts = Pick<ArmyParts, 'processes' | 'openStore'>;

/** What a session that has ended leaves behind ends in moments, or is in no multiplexer any more. */
export async function insistGone(
  parts: Parts & Pick<ArmyParts, 'clock'>,
  record: ArmyRecord,
): Promise<void> {
  const { clock } = parts;
  const until = clock.monotonic() + ENDING_MS;
  for (;;) {
    const unseen = await livesUnseen(parts, record);
    if (unseen === undefined) return;
    if (unseen.code === 'army_elsewhere') throw new OvldError(unseen.code, unseen.data);
    if (clock.monotonic() >= until) throw new OvldError(unseen.code, unseen.data);
    await pause(clock, LOOK_MS);
  }
}

type Unseen =
  | { code: 'army_elsewhere'; data: Pick<ArmyRecord, 'session' | 'folder'> }
  | {
      code: 'army_hidden';
      data: Pick<ArmyRecord, 'session' | 'mux'> & { running: number; server: number };
    };

/**
 * A multiplexer knows only its own machine and the names its sessions have now, and says that there is
 * nothing where its socket was taken away under it, too: then everybody still works in its panes. No army is
 * ended by its word alone. `touched`: when something of it was last written, as far as that is known.
 */
export async function livesUnseen(
  parts: Parts,
  record: ArmyRecord,
  touched = 0,
): Promise<Unseen | undefined> {
  const { processes } = parts;
  const { session, folder, mux, relayDir } = record;
  const pids = await processes.seated(relayDir);
  const server = processes.muxAbove(pids);
  if (server !== undefined) {
    return { code: 'army_hidden', data: { session, mux, running: pids.length, server } };
  }
  const elsewhere = await isElsewhere(parts, record, touched);
  return elsewhere ? { code: 'army_elsewhere', data: { session, folder } } : undefined;
}

/**
 * A home that several machines share: its relays were started in another boot than ours, and something of it
 * is younger than ours. Whether they live cannot be seen from here.
 */
async function isElsewhere(
  { processes, openStore }: Parts,
  { relayDir, startedAt }: ArmyRecord,
  touched: number,
): Promise<boolean> {
  const store = await openStore(relayDir);
  const formation = await store.formation().catch(() => undefined);
  let foreign = false;
  let latest = Math.max(Date.parse(startedAt), touched);
  for (const role of formation === undefined ? [] : rolesOf(formation)) {
    const seats = await store.seats.list(role).catch(() => []);
    foreign ||= seats.some(({ relay }) => relay.boot !== processes.boot());
    const seen = await store.statuses.observed(role).catch(() => undefined);
    latest = Math.max(latest, seen?.at ?? 0);
  }
  return foreign && latest >= processes.bootedAt();
}
