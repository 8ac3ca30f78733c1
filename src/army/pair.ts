import { roleSchema, type Role } from './role.ts';

/** Two different roles, in the order of their names. */
export type Pair = readonly [Role, Role];

/** A role nobody rings for, or two whose exchange nobody rings for. */
export type Held = Role | Pair;

export const pairOf = (one: Role, other: Role): Pair => (one < other ? [one, other] : [other, one]);

export const isPair = (held: Held): held is Pair => typeof held !== 'string';

export const concerns = (held: Held, role: Role): boolean =>
  isPair(held) ? held.includes(role) : held === role;

/** A file name: `storm`, or `inferno+storm`. No role has a plus in its name. */
export const heldName = (held: Held): string => (isPair(held) ? held.join('+') : held);

export function parseHeldName(name: string): Held | undefined {
  const [one = '', other, ...rest] = name.split('+');
  if (rest.length > 0 || !isRole(one)) return undefined;
  if (other === undefined) return one;
  return isRole(other) && one < other ? [one, other] : undefined;
}

const isRole = (word: string): boolean => roleSchema.safeParse(word).success;
