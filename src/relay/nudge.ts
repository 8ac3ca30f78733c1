import type { Doorbell } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { isRoleHeld } from './hold.ts';
import { onDuty } from './presence.ts';
import { ring, type Ringing } from './ring.ts';

/**
 * What became of the wake; the message itself is safe whatever this says. `person`: nobody is rung for,
 * they see it and are told of it in ways of their own.
 */
export type Wake = 'ringing' | 'coalesced' | 'typed' | 'person' | { failed: WakeFailure };

export interface Nudging extends Ringing {
  doorbellsFor(role: Role): Promise<readonly Doorbell[]>;
  /** For how long it must not be typed to, in milliseconds: its ritual comes first. */
  notYet(role: Role): Promise<number>;
  /** Why typing into the role's pane is hopeless, if it is. */
  unreachable(role: Role): Promise<WakeFailure | undefined>;
}

/**
 * Raises the flag. A living relay of the recipient then rings its own agent; without one the sender
 * types, and what it types is only the first rung: the deputy goes on from there (R8).
 */
export async function nudge(
  nudging: Nudging,
  to: Role,
  /** The exchange of the sender and this role is held: its mail rings nobody. */
  exchangeHeld = false,
): Promise<Wake> {
  const { store } = nudging;
  let failed: WakeFailure = 'flag_failed';
  try {
    // Before the raise: a relay that dies in between leaves the flag to the deputy.
    const relay = await onDuty(store, to);
    const raised = await store.mail.raise(to);
    failed = 'ring_failed';
    const held = exchangeHeld || (await isRoleHeld(store, to).catch(() => false));
    if (held) return { failed: 'held' };
    if (relay !== undefined) {
      if (relay.doorbells.length === 0) return { failed: 'no_mux' };
      return raised ? 'ringing' : 'coalesced';
    }
    const hopeless = await nudging.unreachable(to);
    if (hopeless !== undefined) return { failed: hopeless };
    if (!raised) return 'coalesced';
    // It is being seated: its own relay rings after the ritual, or the deputy.
    if ((await nudging.notYet(to)) > 0) return 'ringing';
    const flag = await store.mail.flag(to);
    if (flag === undefined) return 'coalesced';
    const doorbells = await nudging.doorbellsFor(to);
    const rung = await ring(nudging, {
      to,
      flag,
      attempt: 0,
      untold: true,
      as: 'sender',
      doorbells,
    });
    if (rung === 'told') return 'coalesced';
    return 'failed' in rung ? rung : 'typed';
  } catch {
    return { failed };
  }
}
