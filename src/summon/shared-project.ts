import { rolesOf, type Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { ArmyRecord } from '../store/store.ts';
import { openRecord } from './open-army.ts';
import type { ArmyParts } from './parts.ts';

type Using = Pick<Formation, 'roles' | 'store' | 'toolsets'>;

/**
 * A project has one mailbox a role and one board: two armies at them would take each other's mail and
 * tell each other's specialists what to do.
 */
export async function insistOnOwnProject(
  parts: ArmyParts,
  formation: Using,
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

function collide(one: Using, other: Using): boolean {
  const theirs = new Set(rolesOf(other));
  const sameMail = one.store === 'queue' && other.store === 'queue';
  const sameBoard = one.toolsets.includes('board') && other.toolsets.includes('board');
  return sameBoard || (sameMail && rolesOf(one).some((role) => theirs.has(role)));
}
