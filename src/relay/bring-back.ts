import type { Role } from '../army/role.ts';
import { rfc3339 } from '../kit/clock.ts';
import { due, rang, rested, sight, type Climb, type Stance } from './ladder.ts';
import type { LookTimers } from './look-timers.ts';
import type { Reach } from './reach.ts';
import { failureOf, NO_MAIL, ring } from './ring.ts';

/** The keeper asks again after this, then twice this, and so on, while what refuses it may end any moment. */
const EAGER_MS = 1_000;

/** Which process asks. The deputy waits first: the keeper, or a sender, may be asking. */
const stances = { own: 'active', keeper: 'active', deputy: 'deputy' } as const satisfies Record<
  string,
  Stance
>;

/**
 * An agent whose relay died has lost its tools, and does not notice (C12). It is given the command to
 * get them back, by the pauses of the ladder. Where the deputy sees mail, its looks do the same.
 */
export function createBringBack(reach: Reach, later: LookTimers['set']) {
  const { store, clock } = reach;
  const climbs = new Map<Role, Climb>();
  return async (role: Role, as: keyof typeof stances, isIdleAgain = false): Promise<void> => {
    const doorbell = await reach.reconnectFor(role);
    if (doorbell === undefined) {
      climbs.delete(role);
      return;
    }
    const [now, stance] = [clock.monotonic(), stances[as]];
    const known = sight(climbs.get(role), NO_MAIL, stance, now);
    const climb = isIdleAgain ? rested(known, now, true) : known;
    climbs.set(role, climb);
    if (due(climb, now)) {
      const owed = await store.mail.readFlag(role);
      const flag = owed ?? { nonce: NO_MAIL, since: rfc3339(clock.now()) };
      const order = { to: role, flag, attempt: climb.rungs + 1, unannounced: false, as } as const;
      const failed = failureOf(await ring(reach, { ...order, doorbells: [doorbell] }));
      const after = rang(climb, stance, clock.monotonic(), failed);
      const eager = as === 'keeper' && after.waits ? EAGER_MS * after.rungs : Infinity;
      climbs.set(role, { ...after, nextAt: Math.min(after.nextAt, clock.monotonic() + eager) });
    }
    later(role, (climbs.get(role)?.nextAt ?? now) - now);
  };
}
