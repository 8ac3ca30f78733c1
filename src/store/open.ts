import type { Armies, History, Store } from './store.ts';

/** Where messages live, as a value. `project` is the folder that holds `queue/`. */
export type StoreAddress =
  { kind: 'files'; dir: string } | { kind: 'queue'; dir: string; project: string };

/** Loads only the backend that is asked for. */
export async function openStore(address: StoreAddress): Promise<Store> {
  if (address.kind === 'queue') {
    const { openQueueStore } = await import('./queue.ts');
    return openQueueStore(address.dir, address.project);
  }
  const { openFileStore } = await import('./files.ts');
  return openFileStore(address.dir);
}

/** The registry of this user's armies. */
export async function openArmies(dir: string): Promise<Armies> {
  const { armyFiles } = await import('./files/armies.ts');
  return armyFiles(dir);
}

/** The mail of this user's dismissed armies. */
export async function openHistory(dir: string): Promise<History> {
  const { historyFiles } = await import('./files/history.ts');
  return historyFiles(dir);
}
