import type { Role } from '../army/role.ts';
import type { Clock } from '../kit/clock.ts';
import type { Store } from '../store/store.ts';
import type { RaiseAlert } from './alert.ts';

/** An army that is dismissed, and a role that is restarted, are through by then. */
export const DEAD_MS = 10_000;

interface Watching {
  store: Store;
  clock: Clock;
  raise: RaiseAlert;
  /** Look at the role again, in so many milliseconds. */
  later: (role: Role, ms: number) => void;
}

/** What a relay leaves behind whose agent ended without a word: claimed, so that others hear of it. */
const GONE = 'gone';

export const noteAgentGone = (
  { alerts }: Store,
  role: Role,
  incarnation: string,
): Promise<boolean> =>
  // The army may be gone as well, and then nobody is left to be told.
  alerts.claim(`${GONE}.${role}.${incarnation}`).catch(() => false);

/** A role that is back is not dead of what it left behind before, however long it lives now. */
export async function settleDeaths({ alerts }: Store, role: Role): Promise<void> {
  for (const event of await alerts.claimed(`${GONE}.${role}.`)) {
    await alerts.claim(`died.${role}.${event}`);
  }
}

/**
 * Which life of a role ended by itself: its relay was ready, and neither it nor its agent is there any
 * more. One that was asked to end, as people quit and `ovld restart` do it, leaves no such trace.
 */
async function deathOf({ seats, alerts }: Store, role: Role): Promise<string | undefined> {
  const last = (await seats.list(role)).at(-1);
  if (last === undefined) return (await alerts.claimed(`${GONE}.${role}.`)).toSorted().at(-1);
  if (last.alive || last.agentAlive || last.readyAt === undefined) return undefined;
  return last.incarnation;
}

/** The deputy's look at a role without a living relay: told of once it has been dead for a while. */
export function createDeaths({ store, clock, raise, later }: Watching) {
  const since = new Map<string, number>();
  const told = new Set<string>();
  return async (role: Role): Promise<void> => {
    const event = await deathOf(store, role);
    if (event === undefined || told.has(event)) return;
    const now = clock.monotonic();
    const first = since.get(event) ?? now;
    since.set(event, first);
    if (now - first < DEAD_MS) return later(role, first + DEAD_MS - now);
    told.add(event);
    await raise({ kind: 'died', role, event });
  };
}
