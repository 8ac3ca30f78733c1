export interface Chain {
  role: string;
  commands: readonly string[];
}

/**
 * The roles by their distance from those without a commander. A role that no chain leads to, in a circle
 * for example, begins a chain of its own.
 */
export function sortIntoLevels(roles: readonly Chain[]): string[][] {
  const known = new Map(roles.map((one) => [one.role, one]));
  const commanded = new Set(roles.flatMap((one) => one.commands.filter((to) => to !== one.role)));
  const level = new Map<string, number>();
  const walk = (starts: readonly string[]): void => {
    const queue = starts.filter((role) => !level.has(role));
    for (const role of queue) level.set(role, 0);
    for (const role of queue) {
      for (const to of known.get(role)?.commands ?? []) {
        if (!known.has(to) || level.has(to)) continue;
        level.set(to, (level.get(role) ?? 0) + 1);
        queue.push(to);
      }
    }
  };
  walk(roles.filter(({ role }) => !commanded.has(role)).map(({ role }) => role));
  for (const { role } of roles) walk([role]);

  const levels: string[][] = [];
  for (const { role } of roles) (levels[level.get(role) ?? 0] ??= []).push(role);
  return levels.filter((one) => one !== undefined);
}
