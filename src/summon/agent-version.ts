import type { AgentVersion } from '../agent/agent.ts';
import { agentChoiceOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { ArmyParts } from './parts.ts';

/**
 * Asks each program of these roles for its version, once and all at the same time, and throws where one
 * is missing or too old. Returns the programs whose answer could not be read: they may work, and a warning names them.
 */
export async function checkAgents(
  { openAgent, processes }: Pick<ArmyParts, 'openAgent' | 'processes'>,
  formation: Pick<Formation, 'roles' | 'agent'>,
  roles: readonly Role[],
): Promise<string[]> {
  const firsts = new Map(
    roles.toReversed().map((role) => {
      const choice = agentChoiceOf(formation, role);
      // Of a program of the formation's own there may be several descriptions.
      const key = typeof choice === 'string' ? choice : `custom ${choice.program}`;
      return [key, { choice, role }] as const;
    }),
  );
  const unread = await Promise.all(
    [...firsts.values()].map(async ({ choice, role }) => {
      const { program, version: known, package: npmPackage } = await openAgent(choice);
      const source = npmPackage === undefined ? {} : { package: npmPackage };
      if (program === undefined) return [];
      if (!(await processes.isInstalled(program))) {
        throw new OvldError('agent_missing', { program, role, ...source });
      }
      if (known === undefined) return [];
      const found = readVersion(known, (await processes.readOutput(program, known.args)) ?? '');
      if (found === undefined) return [program];
      if (found.needs === undefined) return [];
      throw new OvldError('agent_too_old', { program, ...found, ...source });
    }),
  );
  return unread.flat();
}

/** The version that a program printed, with the one it `needs` where it is too old; undefined where it is none. */
export function readVersion(known: AgentVersion, printed: string) {
  const { needs } = known;
  const version = known.read(printed);
  if (version === undefined) return undefined;
  return isOlder(version, needs) ? { version, needs } : { version };
}

/** Both are numbers separated by dots. */
export function isOlder(version: string, needs: string): boolean {
  const [has, wanted] = [version, needs].map((text) => text.split('.').map(Number));
  for (const [i, number] of (wanted ?? []).entries()) {
    const own = has?.[i] ?? 0;
    if (own !== number) return own < number;
  }
  return false;
}
