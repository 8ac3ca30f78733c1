import type { Doorbell } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import { rfc3339 } from '../kit/clock.ts';
import { due, rang, sight, type Climb } from './ladder.ts';
import { failureOf, ring, type Ringing } from './ring.ts';

interface BringingBack extends Ringing {
  /** Types the command that gives a living agent its dead relay back; none where it needs none. */
  reconnectFor(role: Role): Promise<Doorbell | undefined>;
  /** Look at the role again, in so many milliseconds. */
  later(role: Role, ms: number): void;
}

/** The flag of a role that has no mail: it is owed its tools. */
const NO_MAIL = 'no-mail';

/**
 * An agent whose relay died has lost its tools, and does not notice (C12). The deputy gives it the
 * command to get them back, by the pauses of the ladder. With mail waiting the ladder itself does.
 */
export function createBringBack(options: BringingBack) {
  const { clock } = options;
  const climbs = new Map<Role, Climb>();
  return async (role: Role): Promise<void> => {
    const doorbell = await options.reconnectFor(role);
    if (doorbell === undefined) {
      climbs.delete(role);
      return;
    }
    const now = clock.monotonic();
    const climb = sight(climbs.get(role), NO_MAIL, 'deputy', now);
    climbs.set(role, climb);
    if (due(climb, now)) {
      const flag = { nonce: NO_MAIL, since: rfc3339(clock.now()) };
      const doorbells = [doorbell];
      // There is nothing to announce, so nothing to claim.
      const order = { to: role, flag, attempt: climb.rungs + 1, untold: false } as const;
      const failed = failureOf(await ring(options, { ...order, as: 'deputy', doorbells }));
      climbs.set(role, rang(climb, 'deputy', clock.monotonic(), failed));
    }
    options.later(role, (climbs.get(role)?.nextAt ?? now) - now);
  };
}
