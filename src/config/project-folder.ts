import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_DIR } from './places.ts';

/**
 * The folder, and those above it in the same git checkout, the nearest first: the armies that are meant
 * from here. Outside a checkout it is the folder alone. A worktree and a submodule are checkouts of their own.
 */
export function foldersInCheckout(folder: string): string[] {
  const folders = foldersUpFrom(folder);
  const root = folders.findIndex((at) => fs.existsSync(join(at, '.git')));
  return folders.slice(0, Math.max(root, 0) + 1);
}

/**
 * The project a folder belongs to: the folder itself, or the nearest one above it, that has a mailbox,
 * knowledge or an army; else the folder. Work done from `src/` must not begin a second board there.
 */
export function findProjectFolder(folder: string, armies: readonly string[] = []): string {
  const checkout = foldersInCheckout(folder);
  // Without git, the files of a board are all that tells where its project begins.
  const isCheckout = fs.existsSync(join(checkout.at(-1) ?? folder, '.git'));
  const holds = (at: string, name: string): boolean => fs.existsSync(join(at, PROJECT_DIR, name));
  const found = (isCheckout ? checkout : foldersUpFrom(folder)).find(
    (at) =>
      (armies.includes(at) && checkout.includes(at)) ||
      holds(at, 'queue') ||
      holds(at, 'knowledge'),
  );
  return found ?? folder;
}

/** The mailbox of the project a folder belongs to, if it has one. */
export function findQueue(folder: string): string | undefined {
  const path = join(findProjectFolder(folder), PROJECT_DIR, 'queue');
  return fs.existsSync(path) ? path : undefined;
}

function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)];
}
