import { agentChoiceOf, type AgentChoice, type Formation, type Seating } from './formation.ts';
import type { Role } from './role.ts';

/** What a formation has executed for one role: a program of its own, arguments, or permissions beyond the usual. */
export interface Chosen {
  role: Role;
  agent: AgentChoice;
  args: readonly string[];
  permission_mode?: string;
}

/** In these an agent asks its person before it acts. */
const ASKING = new Set(['plan', 'default', 'manual']);

/**
 * What this formation chooses to be executed, in the order of the roles' names; copies of a role are one. A scripted
 * agent executes nothing.
 */
export function listChosen(formation: Pick<Formation, 'roles' | 'agent'>): Chosen[] {
  const chosen = new Map<Role, Chosen>();
  for (const seat of formation.roles) {
    const role = seat.template ?? seat.role;
    const one = chosenIn(agentChoiceOf(formation, seat.role), seat);
    if (one !== undefined) chosen.set(role, { role, ...one });
  }
  return [...chosen.values()].toSorted((a, b) => (a.role < b.role ? -1 : 1));
}

function chosenIn(
  agent: AgentChoice,
  { args, permission_mode: mode }: Seating,
): Omit<Chosen, 'role'> | undefined {
  if (agent === 'mock') return undefined;
  const isFree = mode !== undefined && !ASKING.has(mode);
  if (typeof agent === 'string' && args.length === 0 && !isFree) return undefined;
  return { agent, args, ...(isFree && { permission_mode: mode }) };
}

/** The same text for the same values, in whatever order they were written. */
export const canonicalText = (chosen: readonly Chosen[]): string => JSON.stringify(sorted(chosen));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]);
}
