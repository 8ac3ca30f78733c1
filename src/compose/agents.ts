import type { Agent } from '../agent/agent.ts';
import { openAgent } from '../agent/open.ts';
import { agentChoiceOf, rolesOf, type AgentChoice, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';

/** The agents of a formation, each opened once. */
export async function openAgents(formation: Formation): Promise<(role: Role) => Agent> {
  const agents = new Map<AgentChoice, Agent>();
  for (const role of rolesOf(formation)) {
    const choice = agentChoiceOf(formation, role);
    if (!agents.has(choice)) agents.set(choice, await openAgent(choice));
  }
  const usual = await openAgent(formation.agent);
  return (role) => agents.get(agentChoiceOf(formation, role)) ?? usual;
}
