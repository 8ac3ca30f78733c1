import { basename, join } from 'node:path';
import type { Role } from '../../army/role.ts';
import type { Clock } from '../../kit/clock.ts';
import { type Disk, replaceFile } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import type { IdMaker } from '../../kit/id.ts';
import type { Journal, Watch } from '../store.ts';
import type { Layout } from './layout.ts';

/** What every part of the files store stands on. */
export interface Ground {
  at: Layout;
  disk: Disk;
  clock: Clock;
  ids: IdMaker;
  /** Open watches, which `close` ends. */
  watches: Set<Watch>;
}

/** Creates `target` whole, or not at all: false when it is already there. */
export async function createWhole(
  { at, disk, ids }: Ground,
  target: string,
  text: string,
  options: { sync: boolean },
): Promise<boolean> {
  const draft = join(at.tmp, ids.next());
  await disk.writeNew(draft, text, options);
  try {
    // link, not rename: rename would overwrite what another created first.
    await disk.link(draft, target);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  } finally {
    // What stays behind in tmp/ is swept at the next start; it must not fail what is done.
    await disk.unlink(draft).catch(() => undefined);
  }
}

/** Replaces `target`, not durably. */
export const replaceWhole = (
  { at, disk, ids }: Ground,
  target: string,
  text: string,
): Promise<void> => replaceFile(disk, join(at.tmp, ids.next()), target, text);

/** Makes the names in these directories durable. */
export async function syncDirs(disk: Disk, ...dirs: string[]): Promise<void> {
  for (const dir of dirs) {
    const open = await disk.openDir(dir);
    try {
      await open.sync();
    } finally {
      open.close();
    }
  }
}

/** False where the work failed by one of these codes. */
export async function ignoring(codes: string[], work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isErrno(error, ...codes)) throw error;
    return false;
  }
}

/**
 * Out of the way, with the reason beside it; a second finder finds nothing left to move. False where
 * it could not be moved and still stands there.
 */
export async function quarantine(
  ground: Ground,
  journal: Journal,
  path: string,
  reason: string,
  /** Whose inbox it is in. */
  to?: Role,
): Promise<boolean> {
  const { at, disk, ids } = ground;
  const name = `${ids.next()}.${basename(path)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 100)}`;
  try {
    await disk.rename(path, join(at.bad, name));
  } catch {
    if ((await disk.stat(path)) === undefined) return true;
    // A person may look through bad/ and remove it: the one directory that is made again.
    if ((await disk.stat(at.bad)) !== undefined || (await disk.stat(at.tmp)) === undefined)
      return false;
    await disk.mkdir(at.bad);
    return quarantine(ground, journal, path, reason, to);
  }
  await journal.write([{ event: 'quarantined', file: name, reason, ...(to && { to }) }]);
  await disk
    .writeNew(join(at.bad, `${name}.reason`), `${reason}\n`, { sync: false })
    .catch(() => undefined);
  return true;
}
