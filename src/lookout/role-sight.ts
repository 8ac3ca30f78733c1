import type { Question } from '../agent/agent.ts';
import type { Seating } from '../army/formation.ts';
import type { RoleReport } from '../relay/report.ts';
import type { AgentState } from '../message/status.ts';
import type { RoleSight } from './picture.ts';

/** Ages are rounded to seconds: a moment this close to the one before is the same. */
const SAME_MS = 2_000;

export function roleSight(
  { role, title, commands }: Seating,
  { status, task, updated_at: updatedAt, observed }: RoleReport,
  now: number,
  before: RoleSight | undefined,
  /** Undefined where it was not read yet. */
  screen: { asks: Question | undefined } | undefined,
): RoleSight {
  const asks = screen?.asks;
  const { relay, unread, unreachable, held = [], last_ring: lastRing } = observed;
  const { last_wake: wake, oldest_unread_seconds: oldest } = observed;
  return {
    role,
    title,
    commands,
    status,
    task,
    updatedAt,
    agent: relay === 'gone' ? startState(observed.agent, screen) : observed.agent,
    relay,
    unread,
    oldestUnreadAt: oldest === null ? undefined : steady(now - oldest * 1000, before),
    limitedUntil: observed.limited_until,
    unreachable,
    lastRing,
    lastWake: wake && { at: wake.at, by: wake.by, roundTripMs: wake.round_trip_ms },
    held: held.filter(({ all }) => !all),
    paused: held.some(({ all }) => all),
    asks,
  };
}

/** Behind a question of its start an agent has no relay yet; one that no longer asks, and has none, is gone. */
function startState(
  agent: AgentState,
  screen: { asks: Question | undefined } | undefined,
): AgentState {
  if (screen === undefined || (agent !== 'gone' && agent !== 'waiting')) return agent;
  return screen.asks === undefined ? 'gone' : 'waiting';
}

function steady(at: number, before: RoleSight | undefined): string {
  const known = before?.oldestUnreadAt;
  const same = known !== undefined && Math.abs(Date.parse(known) - at) < SAME_MS;
  return same ? known : new Date(at).toISOString();
}

/** Whether only the screen can tell what an agent wants. */
export const needsScreen = (agent: AgentState): boolean =>
  agent === 'waiting' || agent === 'unknown' || agent === 'gone';

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
