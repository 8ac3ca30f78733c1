import { agentChoiceOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Conversation } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

/**
 * Whether a role's conversation can be resumed: its agent can, and the transcript is still there and not
 * empty, or the agent keeps it by itself. An agent that is asked to resume another one ends at once.
 */
export async function isResumable(
  { openAgent, processes }: Pick<ArmyParts, 'openAgent' | 'processes'>,
  formation: Pick<Formation, 'roles' | 'agent'>,
  role: Role,
  conversation: Conversation | undefined,
): Promise<boolean> {
  const { resumes } = await openAgent(agentChoiceOf(formation, role));
  if (conversation === undefined || resumes === undefined) return false;
  if (conversation.transcript === '') return resumes('');
  const beginning = await processes.readBeginning(conversation.transcript);
  return beginning !== undefined && resumes(beginning);
}
