import * as z from 'zod/mini';
import { roleSchema, type Role } from '../army/role.ts';

export const declarable = ['idle', 'working', 'blocked', 'done'] as const;
export const TASK_CHARACTERS = 500;

/** What a role says of itself, written by its own relay; `ovld restart` sets it back for a fresh agent. */
export const statusSchema = z.object({
  role: roleSchema,
  status: z.enum(declarable),
  task: z.string(),
  updated_at: z.iso.datetime({ offset: true }),
});

export type Status = z.infer<typeof statusSchema>;

export const initialStatus = (role: Role, updatedAt: string): Status => ({
  role,
  status: 'idle',
  task: '',
  updated_at: updatedAt,
});

/**
 * `waiting`: for a person's permission. `limited`: its account has reached a limit of use. `retrying`: in a turn, and
 * asking its model anew after an error. No word is longer than `waiting`, for hooks write them in place; but
 * `retrying`, which only a relay writes.
 */
export const observable = ['idle', 'busy', 'waiting', 'limited', 'retrying'] as const;

/** `deaf`: it lives, its relay does not. */
export const agentStates = [...observable, 'unknown', 'deaf', 'gone'] as const;
export type AgentState = (typeof agentStates)[number];

/** What was seen of an agent from outside: a lease, never mixed with the declared status. */
export interface Observation {
  state: (typeof observable)[number];
  ageMs: number;
  /** When it was written, in milliseconds since 1970: the same for every reader. */
  at: number;
  /** How many turns its model has finished, where hooks count them. */
  turns?: number;
  /** Turns are counted, but nothing tells of mail when one ends. */
  tells?: false;
  /** When its limit ends, in milliseconds since 1970, where it is limited. */
  until?: number;
}

/** A limit whose end is not known is tried again after this. */
export const UNKNOWN_LIMIT_MS = 30_000;

/** How long an agent is at its limit yet, by the clock of `now`; 0 where it is not. */
export const limitRestMs = (seen: Observation | undefined, now: number): number =>
  seen?.state === 'limited' ? Math.max(0, (seen.until ?? seen.at + UNKNOWN_LIMIT_MS) - now) : 0;

/** Esc and API errors end a turn without telling anyone: after this long, busy is not believed. */
export const BUSY_LEASE_MS = 10 * 60_000;

/** This long it is believed without a look at the screen; then looks come further and further apart. */
export const BUSY_TRUST_MS = 5_000;
export const BUSY_LOOK_MS = 30_000;

/** A lease from the future, left by a clock that went back, is worth nothing. */
export const leaseAgeMs = (ms: number): number => (ms < -1000 ? Infinity : Math.max(0, ms));

/** In a turn, or in one that waits for a person's permission: hooks speak when it goes on. */
export const isStillBusy = (seen: Observation | undefined): seen is Observation =>
  seen !== undefined &&
  seen.state !== 'idle' &&
  seen.state !== 'limited' &&
  seen.ageMs < BUSY_LEASE_MS;

/** After how long to look at the screen again, for a state of that age. */
export const nextBusyLookMs = (ageMs: number): number =>
  Math.min(BUSY_LEASE_MS - ageMs, Math.max(BUSY_TRUST_MS, Math.min(ageMs, BUSY_LOOK_MS)));
