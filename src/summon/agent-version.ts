import { agentKindOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { ArmyParts } from './parts.ts';

/**
 * Asks each program of these roles for its version, once and all at the same time, and throws where one
 * is too old. Those whose answer could not be read: they may well do, and the person is told.
 */
export async function checkAgents(
  { openAgent, processes }: Pick<ArmyParts, 'openAgent' | 'processes'>,
  formation: Pick<Formation, 'roles' | 'agent'>,
  roles: readonly Role[],
): Promise<string[]> {
  const kinds = new Set(roles.map((role) => agentKindOf(formation, role)));
  const unread = await Promise.all(
    [...kinds].map(async (kind) => {
      const { program, version: known } = await openAgent(kind);
      // One that is missing is told of by whoever needs it.
      if (program === undefined || known === undefined) return [];
      if (!(await processes.installed(program))) return [];
      const version = known.read((await processes.ask(program, known.args)) ?? '');
      if (version === undefined) return [program];
      if (!isOlder(version, known.needs)) return [];
      throw new OvldError('agent_too_old', { program, version, needs: known.needs });
    }),
  );
  return unread.flat();
}

/** Both are numbers parted by dots. */
export function isOlder(version: string, needs: string): boolean {
  const [has, wanted] = [version, needs].map((text) => text.split('.').map(Number));
  for (const [i, number] of (wanted ?? []).entries()) {
    const own = has?.[i] ?? 0;
    if (own !== number) return own < number;
  }
  return false;
}
