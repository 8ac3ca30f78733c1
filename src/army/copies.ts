import type { Duty } from './formation.ts';
import type { Role } from './role.ts';

/** The most of a kind: as many as a tab can show. */
export const MOST_COPIES = 12;

export const copiesOf = (role: Role, count: number): Role[] =>
  Array.from({ length: count }, (_, i) => `${role}_${i + 1}`);

interface RoleEntry {
  role: Role;
  count?: number | undefined;
  duty?: Duty | undefined;
  commands: readonly Role[];
}

/** The role whose count a person may choose: the specialists', or else the only one with a count. */
export function findCountedRole(roles: readonly RoleEntry[]): Role | undefined {
  const counted = roles.filter(({ count }) => count !== undefined);
  const specialists = counted.filter(({ duty }) => duty === 'specialist');
  const [seat, ...others] = specialists.length > 0 ? specialists : counted;
  return others.length === 0 ? seat?.role : undefined;
}

interface Tab {
  panes: readonly { role: Role; focus: boolean }[];
}

/** Replaces every role with a count by its copies, in `commands` and in panes too. */
export function expandCounts<S extends RoleEntry, T extends Tab>(
  roles: readonly S[],
  tabs: readonly T[],
) {
  const counts = new Map(roles.map(({ role, count }) => [role, count]));
  const named = (role: Role): Role[] => {
    const count = counts.get(role);
    return count === undefined ? [role] : copiesOf(role, count);
  };
  return {
    roles: roles.flatMap(({ count, ...seat }) => {
      const commands = seat.commands.flatMap(named);
      if (count === undefined) return [{ ...seat, commands }];
      return copiesOf(seat.role, count).map((role, i) => {
        const others = commands.filter((other) => other !== role);
        return { ...seat, role, commands: others, template: seat.role, number: i + 1 };
      });
    }),
    tabs: tabs.map((tab) => ({
      ...tab,
      panes: tab.panes.flatMap((pane) =>
        named(pane.role).map((role, i) => ({ ...pane, role, focus: pane.focus && i === 0 })),
      ),
    })),
  };
}
