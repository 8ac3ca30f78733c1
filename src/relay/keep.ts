import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { pause } from '../kit/timeout.ts';
import { BUSY_TRUST_MS, isStillBusy } from '../message/status.ts';
import { createBringBack } from './bring-back.ts';
import { nameAgent } from './keeper.ts';
import { DEAF_TICK_MS } from './herald.ts';
import { LONGEST_WAIT_MS } from './ladder.ts';
import { pickActive } from './presence.ts';
import type { Reach } from './reach.ts';

/** The death of a relay changes no file; one that was never ready has no keeper to see it. */
const UNREADY_LOOK_MS = 1_000;

/**
 * What a keeper does once the relay it was started for has died: it puts back what dead relays held and
 * asks the agent to reconnect, as often as it takes. It needs no other role: an army of one heals too (C12).
 *
 *   a relay of the role was asked for its tools    back: that one has a keeper of its own
 *   a relay lives and was not asked yet            waits: it may be there for one call alone
 *   none lives, a turn runs                        waits for the end of the turn
 *   none lives                                     asks, by the pauses of the ladder
 *   its agent, its seats or the army are gone      over: there is nothing to get back
 */
export async function keepRelay(reach: Reach, role: Role, agent: string): Promise<'back' | 'over'> {
  const { store, clock } = reach;
  let waitMs = 0;
  let change = new AbortController();
  let wasBusy = false;
  const bringBack = createBringBack(reach, (_role, ms) => (waitMs = Math.min(waitMs, ms)));
  const watch = store.watchRoles([role], () => change.abort());

  async function look(): Promise<'back' | 'over' | undefined> {
    if (!(await store.isPresent())) return 'over';
    const seats = await store.seats.list(role);
    const last = seats.at(-1);
    if (last?.agentAlive !== true || nameAgent(last) !== agent) return 'over';
    const active = pickActive(seats);
    if (active?.readyAt !== undefined) return 'back';
    if (active !== undefined) {
      waitMs = UNREADY_LOOK_MS;
      return undefined;
    }
    await store.mail.putBackDead(role);
    const seen = await store.statuses.readObserved(role);
    const isBusy = isStillBusy(seen) && seen.ageMs < BUSY_TRUST_MS;
    if (isBusy) waitMs = BUSY_TRUST_MS - seen.ageMs;
    else await bringBack(role, 'keeper', wasBusy);
    wasBusy = isBusy;
    return undefined;
  }

  try {
    for (;;) {
      await watch.rearm().catch(() => undefined);
      waitMs = watch.hearing ? LONGEST_WAIT_MS : DEAF_TICK_MS;
      change = new AbortController();
      const fate = await look().catch((error: unknown) => {
        // Out of descriptors, a busy disk: the next look may succeed.
        return error instanceof OvldError && error.code === 'store_gone' ? 'over' : undefined;
      });
      if (fate !== undefined) return fate;
      await pause(clock, Math.max(0, waitMs), change.signal);
    }
  } finally {
    watch.close();
  }
}
