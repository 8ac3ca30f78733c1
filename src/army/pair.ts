import { roleSchema, type Role } from './role.ts';

/** Two different roles, in the order of their names. */
export type Pair = readonly [Role, Role];

/** The name of a hold of every role: the army is paused. No role is called so. */
export const ARMY = 'all';

/** A role that is not rung for, `all` of them, or two roles whose exchange is not rung for. */
export type Held = Role | Pair;

/** What two roles wrote each other lately, and how they were slowed: in milliseconds since 1970. */
export interface Exchange {
  messages: readonly number[];
  pauses: readonly { at: number; ms: number }[];
}

export const pairOf = (one: Role, other: Role): Pair => (one < other ? [one, other] : [other, one]);

export const isPair = (held: Held): held is Pair => typeof held !== 'string';

export const concerns = (held: Held, role: Role): boolean =>
  isPair(held) ? held.includes(role) : held === role || held === ARMY;

/** A file name: `storm`, `all` or `inferno+storm`. No role has a plus in its name. */
export const heldName = (held: Held): string => (isPair(held) ? held.join('+') : held);

export function parseHeldName(name: string): Held | undefined {
  const [one = '', other, ...rest] = name.split('+');
  if (rest.length > 0 || !isRole(one)) return undefined;
  if (other === undefined) return one;
  return isRole(other) && one < other ? [one, other] : undefined;
}

const isRole = (word: string): boolean => roleSchema.safeParse(word).success;
