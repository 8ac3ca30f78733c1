import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { pause } from '../kit/timeout.ts';
import { limitRestMs } from '../message/status.ts';
import type { Flag, Store } from '../store/store.ts';
import { findPersonsHold } from './hold.ts';
import { findActiveRelay, findDeputy, isKept } from './presence.ts';
import type { Reach } from './reach.ts';
import { ring } from './ring.ts';

/**
 * What became of the wake; the message itself is safe whatever this says. `person`: a person is not
 * rung, but alerted.
 */
export type Wake = 'ringing' | 'coalesced' | 'typed' | 'person' | { failed: WakeFailure };

/**
 * Raises the flag. A living relay of the recipient then rings its own agent, and so does one that its
 * keeper gets back. Without either the sender types, and what it types is only the first rung: the
 * deputy goes on from there (R8). Where there is no deputy either, no other process rings: the sender
 * types whether the flag was up or not, and stays until it is known whether that helped.
 */
export async function wakeRecipient(
  reach: Reach,
  to: Role,
  /** While the exchange of the sender and this role is held, its mail is not rung for; milliseconds. */
  heldMs?: number,
): Promise<Wake> {
  const { store } = reach;
  let failed: WakeFailure = 'flag_failed';
  try {
    // Before the raise: a relay that dies in between leaves the flag to the deputy.
    const relay = await findActiveRelay(store, to);
    const raised = await store.mail.raiseFlag(to);
    failed = 'ring_failed';
    const hold = await findPersonsHold(store, to).catch(() => undefined);
    if (hold !== undefined) return { failed: hold };
    const seen = await store.statuses.readObserved(to).catch(() => undefined);
    if (limitRestMs(seen, reach.clock.now()) > 0) return { failed: 'limited' };
    if (heldMs !== undefined) return { failed: heldMs === Infinity ? 'held' : 'slowed' };
    if (relay !== undefined) {
      if (relay.doorbells.length === 0) return { failed: 'no_mux' };
      return raised ? 'ringing' : 'coalesced';
    }
    if (await isKept(store, to)) return raised ? 'ringing' : 'coalesced';
    const obstacle = await reach.obstacleTo(to);
    if (obstacle !== undefined) return { failed: obstacle };
    // Until a person has answered, no process rings.
    if ((await store.starts.listPostponed()).has(to)) return { failed: 'not_ready' };
    const flag = await store.mail.readFlag(to);
    // Read meanwhile.
    if (flag === undefined) return 'coalesced';
    if (!raised && (await findDeputy(store, reach.roles)) !== undefined) {
      return (await lastRefusal(store, to, flag)) ?? 'coalesced';
    }
    // It is being seated: its own relay rings after the ritual, or the deputy.
    if ((await reach.ringDelayMs(to)) > 0) return 'ringing';
    const order = { to, flag, attempt: 0, unannounced: true, as: 'sender' } as const;
    const doorbells = await reach.doorbellsFor(to);
    const rung = await ring(reach, { ...order, doorbells });
    if (rung === 'announced') return 'coalesced';
    if ('failed' in rung) return rung;
    if (doorbells[0]?.restores !== true) return 'typed';
    return (await isBackSoon(reach, to)) ? 'ringing' : { failed: 'ring_failed' };
  } catch {
    return { failed };
  }
}

/** Why the last ring for this flag did not go out; undefined where it did, or there was none. */
async function lastRefusal(
  store: Store,
  to: Role,
  flag: Flag,
): Promise<{ failed: WakeFailure } | undefined> {
  const last = await store.statuses.readLastRing(to);
  if (last?.nonce !== flag.nonce || last.outcome === 'rung') return undefined;
  return { failed: last.outcome };
}

/** An agent starts its relay within a second of being asked to; on a machine with much to do it takes longer. */
const BACK_WITHIN_MS = 5_000;
const LOOK_MS = 100;

async function isBackSoon({ store, clock }: Reach, role: Role): Promise<boolean> {
  const until = clock.monotonic() + BACK_WITHIN_MS;
  while ((await findActiveRelay(store, role)) === undefined) {
    if (clock.monotonic() >= until) return false;
    await pause(clock, LOOK_MS);
  }
  return true;
}
