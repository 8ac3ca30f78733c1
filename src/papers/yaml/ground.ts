import { dirname, join } from 'node:path';
import { OvldError } from '../../errors.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Ground } from './aside.ts';
import { DIRECTORIES } from './places.ts';

/** What is run state of the project is not committed; a person's own rules stay as they are. */
const IGNORES: [string, string][] = [
  ['.gitignore', '/queue/\n/dashboard.md\n'],
  ['queue/.gitignore', '*\n'],
];

/** With those above them, which come first. */
const ALL = [...new Set(DIRECTORIES.flatMap((dir) => [...above(dir), dir]))];

function above(dir: string): string[] {
  const parent = dirname(dir);
  return parent === '.' ? [] : [...above(parent), parent];
}

export async function prepare({ disk, root }: Ground): Promise<void> {
  for (const dir of ALL) {
    const kind = (await disk.stat(join(root, dir)))?.kind;
    // Before anything is decided. Knowledge comes with a project: it must not lead out of it.
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
