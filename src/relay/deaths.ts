import type { Role } from '../army/role.ts';
import type { Store } from '../store/store.ts';
import type { RaiseAlert } from './alert.ts';
import type { LookTimers } from './look-timers.ts';
import type { Reach } from './reach.ts';

/** A dismissal or a restart takes less. */
export const DEAD_MS = 10_000;

/** A relay whose agent ended without a word claims this before it ends, so that the deputy sees it. */
const GONE = 'gone';

export const noteAgentGone = (
  { alerts }: Store,
  role: Role,
  incarnation: string,
): Promise<boolean> =>
  // The army may be gone as well, and its person with it.
  alerts.claim(`${GONE}.${role}.${incarnation}`).catch(() => false);

/** A role that is back is not dead of what it left behind before, however long it lives now. */
export async function settleDeaths({ alerts }: Store, role: Role): Promise<void> {
  for (const event of await alerts.listClaimed(`${GONE}.${role}.`)) {
    await alerts.claim(`died.${role}.${event}`);
  }
}

/**
 * Which life of a role ended by itself: its relay was ready, and neither it nor its agent is there any
 * more. One that was asked to end, as people quit and `ovld restart` do it, leaves no such trace.
 */
async function deathOf({ seats, alerts }: Store, role: Role): Promise<string | undefined> {
  const last = (await seats.list(role)).at(-1);
  if (last === undefined) return (await alerts.listClaimed(`${GONE}.${role}.`)).toSorted().at(-1);
  if (last.alive || last.agentAlive || last.readyAt === undefined) return undefined;
  return last.incarnation;
}

/** The deputy's look at a role without a living relay: alerts once it has been dead for a while. */
export function createDeathAlerts(
  { store, clock }: Pick<Reach, 'store' | 'clock'>,
  raise: RaiseAlert,
  later: LookTimers['set'],
) {
  const since = new Map<string, number>();
  const alerted = new Set<string>();
  return async (role: Role): Promise<void> => {
    const event = await deathOf(store, role);
    if (event === undefined || alerted.has(event)) return;
    const now = clock.monotonic();
    const first = since.get(event) ?? now;
    since.set(event, first);
    if (now - first < DEAD_MS) return later(role, first + DEAD_MS - now);
    alerted.add(event);
    await raise({ kind: 'died', role, event });
  };
}
