import { rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import type { RingNote, SeatSeen, Store } from '../store/store.ts';
import { UNREACHABLE_MS } from './ladder.ts';
import { dutyAmong } from './presence.ts';
import { BUSY_LEASE_MS, initialStatus, TASK_CHARACTERS, type Status } from './status.ts';

/** What a role declares, and beside it what can be seen of it from outside. */
export interface RoleReport extends Status {
  observed: {
    unread: number;
    oldest_unread_seconds: number | null;
    relay: 'alive' | 'gone';
    agent: 'idle' | 'busy' | 'waiting' | 'unknown' | 'gone';
    unreachable: boolean;
    /** Of the flag that is up now; what its mail waits behind, unless it was rung. */
    last_ring?: RingNote;
  };
}

interface Reporting {
  store: Store;
  clock: Clock;
  formation: Formation;
}

export async function report(reporting: Reporting, which: Role | 'all'): Promise<RoleReport[]> {
  const roles = rolesOf(reporting.formation);
  if (which !== 'all' && !roles.includes(which)) {
    throw new OvldError('unknown_role', { role: which, roles });
  }
  const { store } = reporting;
  if (!(await store.present())) throw new OvldError('store_gone', { path: store.where });
  const reports = [];
  for (const role of which === 'all' ? roles : [which]) {
    reports.push(await reportOn(reporting, role));
  }
  return reports;
}

async function reportOn({ store, clock }: Reporting, role: Role): Promise<RoleReport> {
  const declared = (await store.statuses.declared(role)) ?? initialStatus(role, rfc3339(0));
  const { count, oldestAgeMs } = await store.mail.unread(role);
  const seats = await store.seats.list(role);
  const agent = await agentState(store, role, seats);
  const flag = count > 0 ? await store.mail.flag(role) : undefined;
  const lastRing = flag && (await store.statuses.lastRing(role, flag));
  const waited = flag === undefined ? 0 : clock.now() - Date.parse(flag.since);
  return {
    ...declared,
    observed: {
      unread: count,
      oldest_unread_seconds: oldestAgeMs === undefined ? null : Math.round(oldestAgeMs / 1000),
      relay: dutyAmong(seats) === undefined ? 'gone' : 'alive',
      agent,
      unreachable: agent !== 'busy' && waited >= UNREACHABLE_MS,
      ...(lastRing && { last_ring: lastRing }),
    },
  };
}

async function agentState(
  store: Store,
  role: Role,
  seats: readonly SeatSeen[],
): Promise<RoleReport['observed']['agent']> {
  // An agent may outlive its relay: then nothing tells what it does.
  if (dutyAmong(seats) === undefined) return seats.at(-1)?.agentAlive === true ? 'unknown' : 'gone';
  // A relay outlives its agent for a moment, and the agent's last word for longer.
  const seat = seats.findLast(({ alive }) => alive);
  if (seat?.agent.process !== undefined && !seat.agentAlive) return 'gone';
  const seen = await store.statuses.observed(role);
  if (seen === undefined) return 'unknown';
  return seen.state === 'busy' && seen.ageMs >= BUSY_LEASE_MS ? 'unknown' : seen.state;
}

interface Declaring {
  store: Store;
  clock: Clock;
  role: Role;
}

export async function declare(
  { store, clock, role }: Declaring,
  { status, task }: Pick<Status, 'status' | 'task'>,
): Promise<Status> {
  const characters = [...task].length;
  if (characters > TASK_CHARACTERS) {
    throw new OvldError('task_too_long', { characters, limit: TASK_CHARACTERS });
  }
  const declared: Status = { role, status, task, updated_at: rfc3339(clock.now()) };
  await store.statuses.declare(declared);
  return declared;
}
