import { join } from 'node:path';
import { isErrno } from '../../kit/errno.ts';
import type { Ground } from './aside.ts';
import { DIRECTORIES } from './places.ts';

/** What is run state of the project is not committed; a person's own rules stay as they are. */
const IGNORES: [string, string][] = [
  ['.gitignore', '/queue/\n/dashboard.md\n'],
  ['queue/.gitignore', '*\n'],
];

export async function prepare({ disk, root }: Ground): Promise<void> {
  for (const dir of DIRECTORIES) await disk.mkdir(join(root, dir));
  for (const [name, text] of IGNORES) {
    if ((await disk.stat(join(root, name))) !== undefined) continue;
    await disk.writeNew(join(root, name), text, { sync: false }).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error;
    });
  }
}
