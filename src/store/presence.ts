import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { ProcessIdentity } from '../kit/process-identity.ts';
import type { Status } from '../message/status.ts';
import type { HookSide, HookStatuses } from './hook-side.ts';
import type { Flag } from './mail.ts';

/** Which relays and agents there are, and what is known of each. */
export interface Presence extends Pick<
  HookSide,
  'wakes' | 'conversations' | 'starts' | 'endpoints'
> {
  readonly seats: Seats;
  readonly statuses: Statuses;
}

/** The seats of a role: one record for each life of a relay. */
export interface Seats {
  /** Gives it an incarnation greater than every earlier one of the role. */
  add(role: Role, seat: Omit<Seat, 'incarnation'>): Promise<string>;
  update(role: Role, seat: Seat): Promise<void>;
  remove(role: Role, incarnation: string): Promise<void>;
  /** Every record, oldest first. */
  list(role: Role): Promise<SeatSeen[]>;
}

export interface Seat {
  incarnation: string;
  relay: ProcessIdentity;
  agent: { kind: string; process?: ProcessIdentity };
  /** The ways this relay has to wake its agent; with none it cannot ring. */
  doorbells: readonly string[];
  pane?: string;
  readyAt?: string;
  /** The process that gets this relay back when it dies. */
  keeper?: ProcessIdentity;
}

/** `alive` is the relay; its agent may outlive it. Unknown counts as alive (R10). */
export type SeatSeen = Seat & {
  alive: boolean;
  agentAlive: boolean;
  keeperAlive: boolean;
  /** False where the place for what it collects is missing. */
  whole: boolean;
};

/** Those declared by relays are shared by all hosts; those observed by hooks are of one host (`HookStatuses`). */
export interface Statuses extends HookStatuses {
  readDeclared(role: Role): Promise<Status | undefined>;
  declare(status: Status): Promise<void>;
  readLastRing(role: Role): Promise<(RingNote & Pick<Flag, 'nonce'>) | undefined>;
  noteRing(role: Role, flag: Flag, note: RingNote): Promise<void>;
}

/** What became of a ring, written by the relay or command that rang. */
export interface RingNote {
  at: string;
  /** The doorbell; `none` where there is none. */
  by: string;
  outcome: 'rung' | WakeFailure;
  /** From the ring to the sign that the agent took it up. */
  roundTripMs?: number;
}
