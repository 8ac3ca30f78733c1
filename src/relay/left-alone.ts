import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Clock } from '../kit/clock.ts';
import type { Seat, Store } from '../store/store.ts';

/** Whoever asks for the tools so late, or never does, is rung all the same. */
const READY_MS = 20_000;
/** A ritual that nobody gives any more must not keep mail waiting. */
const RITUAL_MS = 15_000;
const LOOK_MS = 1_000;

interface Newcomer {
  store: Store;
  clock: Clock;
  role: Role;
  formation: Formation;
  /** When its relay started, by the monotonic clock. */
  since: number;
  seat: Seat;
}

/**
 * For how long nothing may be rung, in milliseconds. What is submitted before the relay has answered
 * `tools/list` runs without its tools (C4); and the first thing an agent reads is its ritual, if
 * somebody is about to give it one.
 */
export async function leftAlone(newcomer: Newcomer): Promise<number> {
  const { store, clock, role, formation, since, seat } = newcomer;
  const aged = clock.monotonic() - since;
  if (seat.readyAt === undefined && aged < READY_MS) return READY_MS - aged;
  const ritual = await store.statuses.ritual(role);
  if (ritual?.state !== 'due') return 0;
  const patience = formation.ready_timeout * 1000 + RITUAL_MS;
  return clock.now() - Date.parse(ritual.at) < patience ? LOOK_MS : 0;
}

/** Its agent has not asked for the tools, and it is too late to think that it is about to. */
export const neverAsked = ({ clock, since, seat }: Pick<Newcomer, 'clock' | 'since' | 'seat'>) =>
  seat.readyAt === undefined && clock.monotonic() - since >= READY_MS;
