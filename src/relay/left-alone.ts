import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import type { Seat, SeatSeen, Store } from '../store/store.ts';
import { hasLostRelay } from './presence.ts';

/** Whoever asks for the tools so late, or never does, is rung all the same. */
const READY_MS = 20_000;
/** Asked to reconnect, an agent asks for the tools within a tenth of a second. */
export const BACK_MS = 5_000;
/** A ritual that nobody gives any more must not keep mail waiting. */
const RITUAL_MS = 15_000;
const LOOK_MS = 1_000;

interface Waiting {
  store: Store;
  clock: Clock;
  role: Role;
  formation: Formation;
}

interface Newcomer extends Waiting {
  /** When its relay started, by the monotonic clock. */
  since: number;
  seat: Seat;
  /** It takes the place of a dead relay of the same agent. */
  back: boolean;
}

/**
 * For how long nothing may be rung, in milliseconds. What is submitted before the relay has answered
 * `tools/list` runs without its tools (C4); and the first thing an agent reads is its ritual, if
 * somebody is about to give it one.
 */
export async function leftAlone(newcomer: Newcomer): Promise<number> {
  const { store, clock, role, since, seat, back } = newcomer;
  const aged = clock.monotonic() - since;
  const patience = back ? BACK_MS : READY_MS;
  if (seat.readyAt === undefined && aged < patience) return patience - aged;
  const ritual = await ritualIn(newcomer);
  if (ritual !== 'overdue') return ritual;
  // Whoever was about to give it is gone: nobody shall wait for it any more.
  const at = rfc3339(clock.now());
  await store.statuses.noteRitual(role, { state: 'skipped', at, code: 'not_ready' });
  return 0;
}

/** The same of a role whose relay is another's, or has not come yet: its first words are its ritual too. */
export async function awaitsRitual(waiting: Waiting): Promise<number> {
  const ritual = await ritualIn(waiting);
  return ritual === 'overdue' ? 0 : ritual;
}

/** For who can ask a relay back that died first: that comes first, nobody is given a ritual without one. */
export const awaitsOnlyRitual = async (waiting: Waiting): Promise<number> =>
  (await hasLostRelay(waiting.store, waiting.role)) ? 0 : awaitsRitual(waiting);

async function ritualIn({ store, clock, role, formation }: Waiting): Promise<number | 'overdue'> {
  const ritual = await store.statuses.ritual(role);
  if (ritual?.state !== 'due') return 0;
  const patience = formation.ready_timeout * 1000 + RITUAL_MS;
  return clock.now() - Date.parse(ritual.at) < patience ? LOOK_MS : 'overdue';
}

/**
 * A relay that died just before a call is started again by Claude for that call alone: it is not asked
 * for its tools, and the model takes them for lost ever after (C12).
 */
export const isForsaken = ({
  clock,
  since,
  seat,
  back,
}: Omit<Newcomer, 'store' | 'role' | 'formation'>) =>
  back && seat.readyAt === undefined && clock.monotonic() - since >= BACK_MS;

/** Whether it takes the place of a dead relay of the same agent. */
export function isBackWith(seat: Pick<Seat, 'agent'>, before: SeatSeen | undefined): boolean {
  const [now, then] = [seat.agent.process, before?.agent.process];
  if (before === undefined || before.alive || now === undefined || then === undefined) return false;
  return now.pid === then.pid && now.start === then.start && now.boot === then.boot;
}
