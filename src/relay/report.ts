import { rolesOf, type Formation } from '../army/formation.ts';
import { ARMY, concerns, isPair } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import type { Hold, RingNote, SeatSeen, Store } from '../store/store.ts';
import { hasEnded } from './hold.ts';
import { UNREACHABLE_MS } from './ladder.ts';
import { pickActive } from './presence.ts';
import {
  type AgentState,
  BUSY_LEASE_MS,
  initialStatus,
  limitRestMs,
  type Observation,
  TASK_CHARACTERS,
  type Status,
} from '../message/status.ts';

/** What a role declares, and beside it what can be seen of it from outside. */
export interface RoleReport extends Status {
  observed: {
    unread: number;
    oldest_unread_seconds: number | null;
    relay: 'alive' | 'gone';
    agent: AgentState;
    /** When its limit ends, where that is known. */
    limited_until?: string;
    unreachable: boolean;
    /** Of the flag that is up now; what its mail waits behind, unless it was rung. */
    last_ring?: RingNote;
    /** The last ring of all that went out, and how long the agent took to take it up. */
    last_wake?: { at: string; by: string; round_trip_ms: number | null };
    /** The role is not rung for; with `with`, only not for mail of that role. */
    held?: readonly HeldNote[];
  };
}

interface HeldNote extends Pick<Hold, 'by' | 'since' | 'until'> {
  with?: Role;
  /** The whole army is paused. */
  all?: true;
}

interface Reporting {
  store: Store;
  clock: Clock;
  formation: Formation;
}

export async function readReports(
  reporting: Reporting,
  which: Role | 'all',
): Promise<RoleReport[]> {
  const roles = rolesOf(reporting.formation);
  if (which !== 'all' && !roles.includes(which)) {
    throw new OvldError('unknown_role', { role: which, roles });
  }
  const { store } = reporting;
  if (!(await store.isPresent())) throw new OvldError('store_gone', { path: store.where });
  const { clock } = reporting;
  const holds = (await store.holds.list()).filter((hold) => !hasEnded(hold, clock));
  const reports = [];
  for (const role of which === 'all' ? roles : [which]) {
    reports.push(await reportOn(reporting, role, holds));
  }
  return reports;
}

async function reportOn(
  { store, clock }: Reporting,
  role: Role,
  holds: readonly Hold[],
): Promise<RoleReport> {
  const declared = (await store.statuses.readDeclared(role)) ?? initialStatus(role, rfc3339(0));
  const { count, oldestAgeMs } = await store.mail.countUnread(role);
  const seats = await store.seats.list(role);
  const seen = await store.statuses.readObserved(role);
  const agent = await agentState({ store, clock }, role, seats, seen);
  const until = agent === 'limited' ? seen?.until : undefined;
  const flag = count > 0 ? await store.mail.readFlag(role) : undefined;
  const { nonce, ...lastRing } = (await store.statuses.readLastRing(role)) ?? noRing;
  const held = holds.flatMap((hold) => noteOf(hold, role));
  const waited = flag === undefined ? 0 : clock.now() - Date.parse(flag.since);
  return {
    ...declared,
    observed: {
      unread: count,
      oldest_unread_seconds: oldestAgeMs === undefined ? null : Math.round(oldestAgeMs / 1000),
      relay: pickActive(seats) === undefined ? 'gone' : 'alive',
      agent,
      ...(until !== undefined && { limited_until: rfc3339(until) }),
      ...(nonce !== '' && flag?.nonce === nonce && { last_ring: lastRing }),
      ...(lastRing.outcome === 'rung' && { last_wake: asWake(lastRing) }),
      unreachable:
        !['busy', 'waiting', 'limited', 'retrying'].includes(agent) &&
        held.length === 0 &&
        waited >= UNREACHABLE_MS,
      ...(held.length > 0 && { held }),
    },
  };
}

const noRing = { nonce: '', at: '', by: '', outcome: 'no_mux' } as const;

const asWake = ({ at, by, roundTripMs }: RingNote) => ({
  at,
  by,
  round_trip_ms: roundTripMs ?? null,
});

function noteOf({ held, by, since, until }: Hold, role: Role): HeldNote[] {
  if (!concerns(held, role)) return [];
  const other = isPair(held) ? held.find((one) => one !== role) : undefined;
  const end = until === undefined ? {} : { until };
  const whole = held === ARMY ? { all: true as const } : {};
  return [{ by, since, ...end, ...(other !== undefined && { with: other }), ...whole }];
}

async function agentState(
  { store, clock }: Pick<Reporting, 'store' | 'clock'>,
  role: Role,
  seats: readonly SeatSeen[],
  seen: Observation | undefined,
): Promise<AgentState> {
  const seat = pickActive(seats);
  // An agent may outlive its relay: then it has no tools, and nothing tells what it does.
  if (seat === undefined) {
    if (seats.at(-1)?.agentAlive === true) return 'deaf';
    return (await store.starts.listPostponed()).has(role) ? 'waiting' : 'gone';
  }
  // A relay outlives its agent for a moment, and the agent's last word for longer.
  if (seat.agent.process !== undefined && !seat.agentAlive) return 'gone';
  if (seen === undefined) return 'unknown';
  if (seen.state === 'limited') return limitRestMs(seen, clock.now()) > 0 ? 'limited' : 'idle';
  // A dialog may stand for hours, and must be reported all that time.
  const isLease = seen.state === 'busy' || seen.state === 'retrying';
  return isLease && seen.ageMs >= BUSY_LEASE_MS ? 'unknown' : seen.state;
}

export async function declareStatus(
  { store, clock, role }: Omit<Reporting, 'formation'> & { role: Role },
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
