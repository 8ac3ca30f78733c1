import { concerns, isPair, pairOf, type Pair } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import type { Clock } from '../kit/clock.ts';
import type { Hold, Store } from '../store/store.ts';
import { isLoop } from './guard.ts';

/**
 * Counts one message between two roles, and holds their exchange when it looks like a loop. Before
 * the message is stored: its recipient's herald looks at once. True while the exchange is held. The
 * message does not depend on it (R1).
 */
export async function guardExchange(
  { store, clock }: { store: Store; clock: Clock },
  from: Role,
  to: Role,
): Promise<boolean> {
  if (from === to) return false;
  try {
    if ((await heldWith(store, from)).includes(to)) return true;
    const pair = pairOf(from, to);
    const times = await store.traffic.note(pair);
    if (!isLoop(times, clock.now(), await spokenTo(store, pair))) return false;
    if (await store.holds.set(pair, 'guard')) {
      await store.journal.write([{ event: 'held', to, between: pair, by: 'guard' }]);
    }
    return true;
  } catch {
    return false;
  }
}

/** The roles whose exchange with this one is held. */
export async function heldWith(store: Store, role: Role): Promise<Role[]> {
  return partnersIn(await holdsOn(store, role), role);
}

/**
 * True while nobody may ring for the role: a person holds it, or all its unread mail comes from an
 * exchange that is held. Other mail is rung for as ever.
 */
export async function isHeld(store: Store, role: Role): Promise<boolean> {
  const holds = await holdsOn(store, role);
  if (holds.length === 0) return false;
  if (holds.some(({ held }) => !isPair(held))) return true;
  const partners = new Set<Role | undefined>(partnersIn(holds, role));
  return [...(await store.mail.senders(role))].every(
    (from) => from !== undefined && partners.has(from),
  );
}

/** True while a person holds the role itself. */
export const isRoleHeld = async (store: Store, role: Role): Promise<boolean> =>
  (await store.holds.list()).some(({ held }) => held === role);

const partnersIn = (holds: readonly Hold[], role: Role): Role[] =>
  holds.flatMap(({ held }) => (isPair(held) ? held.filter((other) => other !== role) : []));

/** Those that stand: a person's word after the guard's hold lifts it. */
async function holdsOn(store: Store, role: Role): Promise<Hold[]> {
  const standing: Hold[] = [];
  for (const hold of await store.holds.list()) {
    if (concerns(hold.held, role) && !(await isOver(store, hold))) standing.push(hold);
  }
  return standing;
}

async function isOver(store: Store, { held, since, by }: Hold): Promise<boolean> {
  if (by !== 'guard' || !isPair(held)) return false;
  const spoken = await spokenTo(store, held);
  if (spoken === undefined || spoken <= Date.parse(since)) return false;
  await lift(store, held, held[0]);
  return true;
}

/** When a person last typed or wrote to either. */
async function spokenTo({ statuses }: Store, pair: Pair): Promise<number | undefined> {
  const times = await Promise.all(pair.map((role) => statuses.spoken(role)));
  const told = times.filter((time) => time !== undefined);
  return told.length === 0 ? undefined : Math.max(...told);
}

/** Of all who lift a hold, one says so. */
export async function lift(store: Store, held: Hold['held'], to: Role): Promise<boolean> {
  const lifted = await store.holds.lift(held);
  if (lifted) {
    const between = isPair(held) ? { between: held } : {};
    await store.journal.write([{ event: 'released', to, ...between }]);
  }
  return lifted;
}
