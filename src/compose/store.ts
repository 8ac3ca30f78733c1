import { join } from 'node:path';
import type { Formation } from '../army/formation.ts';
import { openStore, type StoreAddress } from '../store/open.ts';
import type { Store } from '../store/store.ts';

/** What ovld keeps in the folder an army works in. */
export const PROJECT_DIR = '.ovld';

/**
 * The store of a relay directory: what the formation says that summon left there, or the one it is about to
 * leave. A formation that cannot be read has to be cleared away, and for that its files are enough.
 */
export async function openStoreOf(
  dir: string,
  formation?: Pick<Formation, 'store' | 'folder'>,
): Promise<Store> {
  const files = await openStore({ kind: 'files', dir });
  const found = formation ?? (await files.formation().catch(() => undefined));
  const address = addressOf(dir, found);
  return address.kind === 'files' ? files : openStore(address);
}

const addressOf = (
  dir: string,
  formation: Pick<Formation, 'store' | 'folder'> | undefined,
): StoreAddress =>
  formation?.store === 'queue' && formation.folder !== undefined
    ? { kind: 'queue', dir, project: join(formation.folder, PROJECT_DIR) }
    : { kind: 'files', dir };
