import { basename, join } from 'node:path';
import type { Disk } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import type { IdMaker } from '../../kit/id.ts';
import { BAD } from './places.ts';

export interface ProjectFolder {
  disk: Disk;
  ids: IdMaker;
  /** The project's own folder. */
  root: string;
}

/**
 * Moves a file to `queue/bad/`, with the reason beside it, for a person to look at; with `copy`, writes
 * that text there instead. The reason comes first: a file without one would not be named as a fault.
 */
export async function setAside(
  { disk, ids, root }: ProjectFolder,
  path: string,
  reason: string,
  copy?: string,
): Promise<void> {
  await disk.mkdir(join(root, BAD));
  const aside = join(root, BAD, `${ids.next()}.${basename(path).replace(/^\.+/, '')}`);
  await disk.writeNew(`${aside}.reason`, `${path}: ${reason}\n`, { sync: true });
  if (copy !== undefined) {
    await disk.writeNew(aside, copy, { sync: true });
    return;
  }
  try {
    await disk.rename(join(root, path), aside);
  } catch (error) {
    await disk.unlink(`${aside}.reason`).catch(() => undefined);
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}
