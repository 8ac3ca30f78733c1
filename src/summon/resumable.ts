import { agentKindOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Conversation } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

/**
 * Whether a role's conversation can be gone on with: its agent knows how, and the file it kept it in is
 * still there with something said in it. An agent that is asked for another would end at once.
 */
export async function isResumable(
  { openAgent, processes }: Pick<ArmyParts, 'openAgent' | 'processes'>,
  formation: Pick<Formation, 'roles' | 'agent'>,
  role: Role,
  conversation: Conversation | undefined,
): Promise<boolean> {
  const { resumes } = await openAgent(agentKindOf(formation, role));
  if (conversation === undefined || resumes === undefined) return false;
  const beginning = await processes.beginningOf(conversation.transcript);
  return beginning !== undefined && resumes(beginning);
}
