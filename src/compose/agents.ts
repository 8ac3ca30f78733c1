import type { Agent } from '../agent/agent.ts';
import { openAgent } from '../agent/open.ts';
import { agentKindOf, rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';

/** The agents of a formation, each kind opened once. */
export async function openAgents(formation: Formation): Promise<(role: Role) => Agent> {
  const kinds = new Map<string, Agent>();
  for (const role of rolesOf(formation)) {
    const kind = agentKindOf(formation, role);
    if (!kinds.has(kind)) kinds.set(kind, await openAgent(kind));
  }
  const usual = await openAgent(formation.agent);
  return (role) => kinds.get(agentKindOf(formation, role)) ?? usual;
}
