import { dirname, join } from 'node:path';
import { OvldError } from '../../errors.ts';
import { isErrno } from '../../kit/errno.ts';
import type { ProjectFolder } from './aside.ts';
import { DIRECTORIES } from './places.ts';

/** Run state is not committed; a person's own rules stay as they are. */
const IGNORES: [string, string][] = [
  ['.gitignore', '/queue/\n/dashboard.md\n'],
  ['queue/.gitignore', '*\n'],
];

/** With their parents, which come first. */
const ALL = [...new Set(DIRECTORIES.flatMap((dir) => [...listParents(dir), dir]))];

function listParents(dir: string): string[] {
  const parent = dirname(dir);
  return parent === '.' ? [] : [...listParents(parent), parent];
}

export async function prepareFolders({ disk, root }: ProjectFolder): Promise<void> {
  for (const dir of ALL) {
    const kind = (await disk.stat(join(root, dir)))?.kind;
    // Knowledge comes with a project: a link in it must not lead out of it.
    if (kind !== undefined && kind !== 'dir')
      throw new OvldError('store_symlink', { path: join(root, dir) });
    if (kind === undefined) await disk.mkdir(join(root, dir));
  }
  for (const [name, text] of IGNORES) {
    if ((await disk.stat(join(root, name))) !== undefined) continue;
    await disk.writeNew(join(root, name), text, { sync: false }).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error;
    });
  }
}
