import { rolesOf, type Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { ArmyRecord } from '../store/store.ts';
import { openRecord } from './open-army.ts';
import type { ArmyParts } from './parts.ts';

type Shared = Pick<Formation, 'roles' | 'store' | 'toolsets' | 'scratch'>;

/**
 * A project has one mailbox for each role and one board: two armies would take each other's mail and
 * assign tasks to each other's specialists.
 */
export async function assertProjectFree(
  parts: ArmyParts,
  formation: Shared,
  { session, folder }: Pick<ArmyRecord, 'session' | 'folder'>,
): Promise<void> {
  if (formation.store !== 'queue' && !formation.toolsets.includes('board')) return;
  for (const other of await parts.armies.list()) {
    if (other.folder !== folder || other.session === session) continue;
    const found = await openRecord(parts, other);
    if (found.standing === 'live' && collide(formation, found.formation))
      throw new OvldError('project_taken', { session: other.session, folder });
  }
}

function collide(one: Shared, other: Shared): boolean {
  // A play shares nothing with the project.
  if (one.scratch !== undefined || other.scratch !== undefined) return false;
  const theirs = new Set(rolesOf(other));
  const sameMail = one.store === 'queue' && other.store === 'queue';
  const sameBoard = one.toolsets.includes('board') && other.toolsets.includes('board');
  return sameBoard || (sameMail && rolesOf(one).some((role) => theirs.has(role)));
}
