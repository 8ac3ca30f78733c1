import type { Formation } from './formation.ts';
import type { Role } from './role.ts';

/** Where a role stands in the chain of command. */
export interface Place {
  /** The role at the top of its chain; its own name where that is itself. */
  top: Role;
  /** The role whose orders it takes. */
  above?: Role;
  /** Which of that role's it is, from 0. */
  number: number;
  /** The roles it gives orders to; `leads`: they have roles below them. */
  below: readonly { role: Role; leads: boolean }[];
}

/**
 * The chain of command as a tree, whatever the formation says: each role has one above it at most, the nearest to
 * the top, so that an order that goes down and a report that goes up come to an end. In a formation without
 * commands the first role commands all the others.
 */
export function placeOf({ roles }: Pick<Formation, 'roles'>, role: Role): Place {
  const [first, ...others] = roles.map((seat) => seat.role);
  const isFlat = roles.every(({ commands }) => commands.length === 0);
  const commandsOf = (one: Role): readonly Role[] =>
    isFlat
      ? one === first
        ? others
        : []
      : (roles.find((seat) => seat.role === one)?.commands ?? []);
  const commanded = new Set(roles.flatMap((seat) => commandsOf(seat.role)));
  const names = roles.map((seat) => seat.role);
  const above = new Map<Role, Role | undefined>();
  // In a circle of commands no role is the top: then the first one is.
  for (const top of [...names.filter((one) => !commanded.has(one)), ...names]) {
    if (above.has(top)) continue;
    above.set(top, undefined);
    const reached = [top];
    for (const one of reached) {
      for (const other of commandsOf(one)) {
        if (above.has(other)) continue;
        above.set(other, one);
        reached.push(other);
      }
    }
  }
  const below = (one: Role): Role[] => names.filter((other) => above.get(other) === one);
  const own = above.get(role);
  let top = role;
  for (let next = own; next !== undefined; next = above.get(next)) top = next;
  return {
    top,
    ...(own !== undefined && { above: own }),
    number: own === undefined ? 0 : below(own).indexOf(role),
    below: below(role).map((other) => ({ role: other, leads: below(other).length > 0 })),
  };
}
