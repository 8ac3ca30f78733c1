import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Store } from '../store/store.ts';
import { postThrough } from './post.ts';

/** Tells whoever sits down anew of work that is unfinished; whom it told. Nobody where there is no board. */
export async function resumeWork(
  store: Store,
  formation: Formation,
  only?: Role,
): Promise<readonly Role[]> {
  const { folder, toolsets } = formation;
  if (!toolsets.includes('board') || folder === undefined) return [];
  const { composeWork } = await import('./work.ts');
  const { board } = composeWork({ formation, folder, post: postThrough(store) });
  return board.resume(only);
}
