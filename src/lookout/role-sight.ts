import type { Question } from '../agent/agent.ts';
import type { Seating } from '../army/formation.ts';
import type { RoleReport } from '../relay/report.ts';
import type { AgentState } from '../relay/status.ts';
import type { RoleSight } from './picture.ts';

/** What is written down of an age is rounded: a moment that close to the one before is the same. */
const SAME_MS = 2_000;

export function roleSight(
  { role, title, commands }: Seating,
  { status, task, updated_at: updatedAt, observed }: RoleReport,
  now: number,
  before: RoleSight | undefined,
  asks: Question | undefined,
): RoleSight {
  const { agent, relay, unread, unreachable, held = [], last_ring: lastRing } = observed;
  const { last_wake: wake, oldest_unread_seconds: oldest } = observed;
  return {
    role,
    title,
    commands,
    status,
    task,
    updatedAt,
    agent,
    relay,
    unread,
    oldestUnreadAt: oldest === null ? undefined : steady(now - oldest * 1000, before),
    unreachable,
    lastRing,
    lastWake: wake && { at: wake.at, by: wake.by, roundTripMs: wake.round_trip_ms },
    held,
    asks,
  };
}

function steady(at: number, before: RoleSight | undefined): string {
  const known = before?.oldestUnreadAt;
  const same = known !== undefined && Math.abs(Date.parse(known) - at) < SAME_MS;
  return same ? known : new Date(at).toISOString();
}

/** When only the screen can tell what an agent wants: it waits, or nothing was heard of it. */
export const worthALook = (agent: AgentState): boolean =>
  agent === 'waiting' || agent === 'unknown' || agent === 'gone';

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
