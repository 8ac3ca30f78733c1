import type { GuardMeasure } from '../army/formation.ts';
import { ARMY, concerns, isPair, pairOf, type Pair } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import type { Hold, Store } from '../store/store.ts';
import type { RaiseAlert } from './alert.ts';
import { findPause } from './guard.ts';

interface Holding {
  store: Store;
  clock: Clock;
}

export interface Guarding extends Holding {
  measure: GuardMeasure;
  /** Tells the person of the first pause of two roles. */
  alert: RaiseAlert | undefined;
}

/**
 * Counts one message between two roles, and holds their exchange for a pause when it looks like a loop.
 * Before the message is stored: its recipient's herald looks at once. How many milliseconds are left of
 * the hold; undefined where there is none. The message does not depend on it (R1).
 */
export async function guardExchange(
  { store, clock, measure, alert }: Guarding,
  from: Role,
  to: Role,
): Promise<number | undefined> {
  if (from === to) return undefined;
  try {
    const held = (await heldWith({ store, clock }, from)).find(({ other }) => other === to);
    if (held !== undefined) return held.restMs;
    const pair = pairOf(from, to);
    const exchange = await store.traffic.note(pair);
    const now = clock.now();
    const pause = findPause(exchange, measure, now, await spokenTo(store, pair));
    if (pause === undefined) return undefined;
    const until = rfc3339(now + pause.ms);
    if (await store.holds.set(pair, 'guard', until)) {
      await store.traffic.notePause(pair, pause.ms).catch(() => undefined);
      await store.journal.write([{ event: 'held', to, between: pair, by: 'guard', until }]);
      if (pause.isFirst) await alert?.(loopOf(pair, now));
    }
    return pause.ms;
  } catch {
    return undefined;
  }
}

const loopOf = (between: Pair, now: number) =>
  ({ kind: 'loops', role: between[0], between, event: `${between[1]}.${now}` }) as const;

/** A role whose exchange with another is held, and for how long still: `Infinity` until a person lifts it. */
export interface HeldExchange {
  other: Role;
  restMs: number;
}

export async function heldWith(holding: Holding, role: Role): Promise<HeldExchange[]> {
  const holds = await holdsOn(holding, role);
  return holds.flatMap((hold) => {
    const restMs = restOf(hold, holding.clock);
    return partnersIn(hold, role).map((other) => ({ other, restMs }));
  });
}

/**
 * While the role must not be rung for, the milliseconds until that may change by itself: a person holds
 * it, or all its unread mail comes from exchanges that are held. Other mail is rung for as ever.
 */
export async function findHold(holding: Holding, role: Role): Promise<number | undefined> {
  const holds = await holdsOn(holding, role);
  if (holds.length === 0) return undefined;
  const restMs = Math.min(...holds.map((hold) => restOf(hold, holding.clock)));
  if (holds.some(({ held }) => !isPair(held))) return restMs;
  const partners = new Set<Role | undefined>(holds.flatMap((hold) => partnersIn(hold, role)));
  const senders = [...(await holding.store.mail.listSenders(role))];
  return senders.every((from) => from !== undefined && partners.has(from)) ? restMs : undefined;
}

/** Whether a person has paused the army, or holds the role itself. */
export async function findPersonsHold(
  store: Store,
  role: Role,
): Promise<'paused' | 'held' | undefined> {
  const holds = await store.holds.list();
  if (holds.some(({ held }) => held === ARMY)) return 'paused';
  return holds.some(({ held }) => held === role) ? 'held' : undefined;
}

const partnersIn = ({ held }: Hold, role: Role): Role[] =>
  isPair(held) ? held.filter((other) => other !== role) : [];

const restOf = ({ until }: Hold, clock: Clock): number =>
  until === undefined ? Infinity : Math.max(0, Date.parse(until) - clock.now());

/** A pause of the guard is over at its end, and where the clock went back to before its beginning. */
export const hasEnded = (hold: Hold, clock: Clock): boolean =>
  hold.until !== undefined && (restOf(hold, clock) === 0 || Date.parse(hold.since) > clock.now());

/** Those that stand: its end, or a person's word after it, lifts the guard's hold. */
async function holdsOn({ store, clock }: Holding, role: Role): Promise<Hold[]> {
  const standing: Hold[] = [];
  for (const hold of await store.holds.list()) {
    if (!concerns(hold.held, role)) continue;
    if (hasEnded(hold, clock) || (await isSpokenOver(store, hold))) await lift(store, hold);
    else standing.push(hold);
  }
  return standing;
}

/** For pauses after which no role has mail, so that no look comes upon them. */
export async function liftEndedHolds({ store, clock }: Holding): Promise<void> {
  for (const hold of await store.holds.list()) if (hasEnded(hold, clock)) await lift(store, hold);
}

async function isSpokenOver(store: Store, { held, since, by }: Hold): Promise<boolean> {
  if (by !== 'guard' || !isPair(held)) return false;
  const spoken = await spokenTo(store, held);
  return spoken !== undefined && spoken > Date.parse(since);
}

/** When a person last typed or wrote to either. */
async function spokenTo({ statuses }: Store, pair: Pair): Promise<number | undefined> {
  const times = await Promise.all(pair.map((role) => statuses.readLastSpokenAt(role)));
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

const lift = (store: Store, { held }: Hold): Promise<boolean> =>
  liftHold(store, held, isPair(held) ? held[0] : held);

/** Of all processes that lift a hold, one journals it. */
export async function liftHold(store: Store, held: Hold['held'], to: Role): Promise<boolean> {
  const lifted = await store.holds.lift(held);
  if (lifted) {
    const between = isPair(held) ? { between: held } : {};
    await store.journal.write([{ event: 'released', to, ...between }]);
  }
  return lifted;
}
