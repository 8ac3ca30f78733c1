import { agentChoiceOf, hasBoard, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { ArmyParts } from './parts.ts';

type Stage = Pick<Formation, 'scratch' | 'store'>;

/**
 * Where an army that only plays keeps its board and its mail: in its relay directory, and gone with it. Undefined
 * where its agents work, or where there is nothing of the project's that they could touch.
 *
 * A play is refused where the project has a board of its own: there a person expects that board. Agents that
 * play and agents that work do not share a board either: what the ones report done, the others would build on.
 */
export async function findStage(
  parts: Pick<ArmyParts, 'openAgent' | 'processes' | 'workIn'>,
  formation: Formation & { folder: string },
  relayDir: string,
): Promise<Stage | undefined> {
  if (!hasBoard(formation) && formation.store !== 'queue') return undefined;
  const playing: Role[] = [];
  let isPlay = true;
  for (const { role, args } of formation.roles) {
    const agent = await parts.openAgent(agentChoiceOf(formation, role));
    if (agent.plays?.(args) === true) playing.push(role);
    // What stands in for an agent in a test has a script of its own, and plays along.
    else if (agent.plays === undefined) isPlay = false;
  }
  if (playing.length === 0) return undefined;
  if (!isPlay) throw new OvldError('play_mixed', { roles: playing });
  const { folder } = formation;
  const held = await parts.workIn(folder);
  if (held.commands + held.knowledge + held.unread > 0) {
    throw new OvldError('play_refused', { folder, ...held });
  }
  return { scratch: parts.processes.resolve(relayDir, 'scratch'), store: 'files' };
}
