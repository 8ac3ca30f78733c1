import { join } from 'node:path';
import type { Formation } from '../army/formation.ts';
import { PROJECT_DIR } from '../config/places.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';

/**
 * The store of a relay directory: what the formation says that summon left there, or the one it is about to
 * leave. A formation that cannot be read has to be cleared away, and for that its files are enough.
 */
export async function openStoreOf(
  dir: string,
  formation?: Pick<Formation, 'store' | 'folder'>,
): Promise<Store> {
  const files = await openStore({ kind: 'files', dir });
  const found = formation ?? (await files.readFormation().catch(() => undefined));
  if (found?.store !== 'queue' || found.folder === undefined) return files;
  return openStore({ kind: 'queue', dir, project: join(found.folder, PROJECT_DIR) });
}
