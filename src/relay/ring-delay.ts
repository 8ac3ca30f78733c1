import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import type { RitualNote, Seat, SeatSeen, Store } from '../store/store.ts';

/** An agent that asks for the tools later than this, or never, is rung all the same. */
const READY_MS = 20_000;
/** Asked to reconnect, an agent asks for the tools within a tenth of a second. */
export const BACK_MS = 5_000;
/** A ritual that is no longer given must not keep mail waiting. */
const RITUAL_MS = 15_000;
const LOOK_MS = 1_000;

interface Army {
  store: Store;
  clock: Clock;
  formation: Formation;
}

/** An agent whose relay has just started. */
export interface Newcomer {
  role: Role;
  /** When its relay started, by the monotonic clock. */
  since: number;
  /** Whether its relay has answered `tools/list`. */
  isReady: () => boolean;
  /** Its relay takes the place of a dead one of the same agent. */
  back: boolean;
}

/**
 * For how long nothing may be rung. What is submitted before the relay has answered `tools/list` runs
 * without its tools (C4); and the first thing an agent reads is its ritual, if it gets one.
 */
export async function ownRingDelayMs(army: Army, newcomer: Newcomer): Promise<number> {
  const { store, clock } = army;
  const { role, since, isReady, back } = newcomer;
  const ageMs = clock.monotonic() - since;
  const patienceMs = back ? BACK_MS : READY_MS;
  if (!isReady() && ageMs < patienceMs) return patienceMs - ageMs;
  const ritual = await readRitualDelay(army, role);
  if (ritual !== 'overdue') return ritual;
  // The process that was to give it is gone: from now on no role waits for it.
  const at = rfc3339(clock.now());
  const code = isReady() ? 'interrupted' : 'not_ready';
  await store.statuses.noteRitual(role, { state: 'skipped', at, code });
  return 0;
}

/** The same of a role whose relay is another process, or has not started yet. */
export async function ritualDelayMs(army: Army, role: Role): Promise<number> {
  const ritual = await readRitualDelay(army, role);
  return ritual === 'overdue' ? 0 : ritual;
}

async function readRitualDelay(army: Army, role: Role): Promise<number | 'overdue'> {
  const ritual = await army.store.statuses.readRitual(role);
  if (ritual?.state !== 'due') return 0;
  return isOverdue(army, ritual) ? 'overdue' : LOOK_MS;
}

/** Whether a ritual should have been given by now; the process that was to give it may be gone. */
export function isOverdue(
  { clock, formation }: { clock: Clock; formation: Pick<Formation, 'ready_timeout'> },
  { state, at }: RitualNote,
): boolean {
  const patienceMs = formation.ready_timeout * 1000 + RITUAL_MS;
  return state === 'due' && clock.now() - Date.parse(at) >= patienceMs;
}

/**
 * A relay that died just before a call is started again by Claude for that call alone: it is not asked
 * for its tools, and the model takes them for lost ever after (C12).
 */
export const isForsaken = (clock: Clock, { since, isReady, back }: Newcomer): boolean =>
  back && !isReady() && clock.monotonic() - since >= BACK_MS;

/** Whether it takes the place of a dead relay of the same agent. */
export function isBackWith(seat: Pick<Seat, 'agent'>, before: SeatSeen | undefined): boolean {
  const [now, then] = [seat.agent.process, before?.agent.process];
  if (before === undefined || before.alive || now === undefined || then === undefined) return false;
  return now.pid === then.pid && now.start === then.start && now.boot === then.boot;
}
