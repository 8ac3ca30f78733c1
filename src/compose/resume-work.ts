import { documentsFolder, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Store } from '../store/store.ts';
import { postThrough } from './post.ts';

/** Tells roles whose agents start anew of their unfinished work; which roles. None without a board. */
export async function resumeWork(
  store: Store,
  formation: Formation,
  only?: Role,
): Promise<readonly Role[]> {
  const folder = documentsFolder(formation);
  if (!formation.toolsets.includes('board') || folder === undefined) return [];
  const { composeWork } = await import('./work.ts');
  const { board } = composeWork({ formation, folder, post: postThrough(store, formation) });
  return board.resume(only);
}
