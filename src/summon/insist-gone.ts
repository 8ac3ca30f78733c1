import { rolesOf } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import { pause } from '../kit/timeout.ts';
import type { ArmyRecord } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

const ENDING_MS = 5_000;
const LOOK_MS = 100;

type Parts = Pick<ArmyParts, 'processes' | 'clock' | 'openStore'>;

/**
 * A multiplexer knows only its own machine and the names its sessions have now, and says that there is
 * nothing where its socket was taken away under it, too: then everybody still works in its panes, and must
 * not be ended for that. What a session that has ended leaves behind ends in moments, or is in no
 * multiplexer any more.
 */
export async function insistGone(parts: Parts, record: ArmyRecord): Promise<void> {
  const { processes, clock } = parts;
  const { session, folder, mux, relayDir } = record;
  const until = clock.monotonic() + ENDING_MS;
  for (;;) {
    const pids = await processes.seated(relayDir);
    const server = processes.muxAbove(pids);
    if (server === undefined) break;
    if (clock.monotonic() >= until) {
      throw new OvldError('army_hidden', { session, mux, running: pids.length, server });
    }
    await pause(clock, LOOK_MS);
  }
  if (await isElsewhere(parts, record)) throw new OvldError('army_elsewhere', { session, folder });
}

/**
 * A home that several machines share: its relays were started in another boot than ours, and something of it
 * is younger than ours. Whether they live cannot be seen from here.
 */
async function isElsewhere(
  { processes, openStore }: Parts,
  { relayDir, startedAt }: ArmyRecord,
): Promise<boolean> {
  const store = await openStore(relayDir);
  const formation = await store.formation().catch(() => undefined);
  let foreign = false;
  let latest = Date.parse(startedAt);
  for (const role of formation === undefined ? [] : rolesOf(formation)) {
    const seats = await store.seats.list(role).catch(() => []);
    foreign ||= seats.some(({ relay }) => relay.boot !== processes.boot());
    const seen = await store.statuses.observed(role).catch(() => undefined);
    latest = Math.max(latest, seen?.at ?? 0);
  }
  return foreign && latest >= processes.bootedAt();
}
