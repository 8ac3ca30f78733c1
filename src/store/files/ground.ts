import { basename, join } from 'node:path';
import { OvldError } from '../../errors.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Disk } from '../../kit/disk.ts';
import { errnoOf, isErrno } from '../../kit/errno.ts';
import type { IdMaker } from '../../kit/id.ts';
import type { Journal } from '../store.ts';
import type { Layout } from './layout.ts';

/** What every part of the files store stands on. */
export interface Ground {
  at: Layout;
  disk: Disk;
  clock: Clock;
  ids: IdMaker;
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

/** Replaces `target`; a reader sees the old text or the new, never a part. */
export async function replaceWhole(
  { at, disk, ids }: Ground,
  target: string,
  text: string,
  options: { sync: boolean },
): Promise<void> {
  const draft = join(at.tmp, ids.next());
  await disk.writeNew(draft, text, options);
  try {
    await disk.rename(draft, target);
  } catch (error) {
    await disk.unlink(draft).catch(() => undefined);
    throw error;
  }
}

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

export async function ignoring(codes: string[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isErrno(error, ...codes)) throw error;
  }
}

/** Names in a directory; none where it is missing, or where something else is in its place. */
export async function namesIn(disk: Disk, dir: string): Promise<string[]> {
  try {
    return await disk.names(dir);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
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
): Promise<boolean> {
  const { at, disk, ids } = ground;
  const name = `${ids.next()}.${basename(path)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 100)}`;
  try {
    await disk.rename(path, join(at.bad, name));
  } catch {
    if ((await disk.stat(path)) === undefined) return true;
    // Somebody has looked through bad/ and removed it: the one directory that is made again.
    if ((await disk.stat(at.bad)) !== undefined || (await disk.stat(at.tmp)) === undefined)
      return false;
    await disk.mkdir(at.bad);
    return quarantine(ground, journal, path, reason);
  }
  await journal.write([{ event: 'quarantined', file: name, reason }]);
  await disk
    .writeNew(join(at.bad, `${name}.reason`), `${reason}\n`, { sync: false })
    .catch(() => undefined);
  return true;
}

/** Runs one store operation and turns the file system's words into our codes. */
export async function storeCall<T>(
  { at }: { at: Pick<Layout, 'root'> },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(error, at.root);
  }
}

function translate(error: unknown, root: string): unknown {
  const code = errnoOf(error);
  if (error instanceof OvldError || code === undefined) return error;
  const path = error instanceof Error && 'path' in error ? String(error.path) : root;
  const cause = { cause: error };
  switch (code) {
    case 'ENOENT':
      return new OvldError('store_gone', { path: root }, cause);
    case 'ENOSPC':
    case 'EDQUOT':
      return new OvldError('store_full', { path: root }, cause);
    case 'EMFILE':
    case 'ENFILE':
    case 'EIO':
    case 'EAGAIN':
    case 'ENOMEM':
      return new OvldError('store_busy', { path: root, reason: code }, cause);
    case 'ELOOP':
    case 'ENOTDIR':
      return new OvldError('store_symlink', { path }, cause);
    default:
      return new OvldError('store_unusable', { path: root, reason: code }, cause);
  }
}
