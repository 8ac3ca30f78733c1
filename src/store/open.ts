import type { Armies, Store } from './store.ts';

/** Where messages live, as a value. */
export type StoreAddress = { kind: 'files'; dir: string };

/** Loads only the backend that is asked for. */
export async function openStore(address: StoreAddress): Promise<Store> {
  const { openFileStore } = await import('./files.ts');
  return openFileStore(address.dir);
}

/** The registry of this user's armies. */
export async function openArmies(dir: string): Promise<Armies> {
  const { armyFiles } = await import('./files/armies.ts');
  return armyFiles(dir);
}
