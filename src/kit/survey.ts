import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { kindOf, type Stat } from './disk.ts';
import { errnoOf } from './errno.ts';

export const temporaryDir = (env: Readonly<Record<string, string | undefined>>): string =>
  env['TMPDIR'] || tmpdir();

export interface SurveyEntry extends Pick<Stat, 'kind' | 'modifiedMs'> {
  path: string;
  mode: number;
}

/** So many entries are looked at where a caller names no limit. */
const USUAL_LIMIT = 20_000;

/**
 * Everything at and below a path, as far as `limit` goes; links are named, never followed. `cutAt`: the first
 * that was not looked at, where there was more.
 */
export function listBelow(
  path: string,
  limit = USUAL_LIMIT,
): { entries: SurveyEntry[]; cutAt?: string } {
  const found: SurveyEntry[] = [];
  const waiting = [path];
  // It grows while it is walked.
  for (const at of waiting) {
    if (found.length >= limit) return { entries: found, cutAt: at };
    const stat = statOf(at);
    if (stat === undefined) continue;
    const kind = kindOf(stat);
    found.push({ path: at, kind, mode: stat.mode, modifiedMs: stat.mtimeMs });
    // One by one: as arguments of one call, many would not fit on the stack.
    if (kind === 'dir') for (const name of namesIn(at)) waiting.push(join(at, name));
  }
  return { entries: found };
}

/** Does not follow links; undefined where nothing is, or it may not be looked at. */
export function statOf(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** None where there is no such directory, or it may not be looked into. */
export function namesIn(dir: string): string[] {
  try {
    return fs.readdirSync(dir).toSorted();
  } catch {
    return [];
  }
}

/**
 * Why nothing can be written to the directory, or to the nearest one above it in which it would be made.
 * It is tried: the user root may do everything by its permissions, and still not in `/proc`.
 */
export function unwritable(path: string): string | undefined {
  try {
    if (!fs.statSync(path).isDirectory()) return 'not a directory';
    fs.accessSync(path, fs.constants.W_OK | fs.constants.X_OK);
    tryWriting(path);
    return undefined;
  } catch (error) {
    const code = errnoOf(error) ?? String(error);
    // There, and nothing can be made in it.
    if (statOf(path)?.isDirectory() === true) return code;
    if (code === 'ENOENT' && statOf(path)?.isSymbolicLink() === true) {
      return 'a link to a directory that does not exist';
    }
    return code === 'ENOENT' && dirname(path) !== path ? unwritable(dirname(path)) : code;
  }
}

function tryWriting(dir: string): void {
  const probe = fs.mkdtempSync(join(dir, '.ovld-'));
  try {
    fs.writeFileSync(join(probe, 'probe'), 'x');
  } finally {
    fs.rmSync(probe, { recursive: true, force: true });
  }
}

/** Free space on the disk of the nearest existing directory; undefined where unknown. */
export function freeBytes(path: string): number | undefined {
  try {
    const { bavail, bsize, blocks } = fs.statfsSync(path);
    // `/proc` and its like are no disk, and never full.
    return blocks === 0 ? undefined : bavail * bsize;
  } catch (error) {
    const missing = errnoOf(error) === 'ENOENT' && dirname(path) !== path;
    return missing ? freeBytes(dirname(path)) : undefined;
  }
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;

/** Removes the permissions of group and others; never follows a link. False where it is another user's. */
export function tighten(path: string): boolean {
  let fd: number;
  try {
    fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    return errnoOf(error) === 'ENOENT';
  }
  try {
    fs.fchmodSync(fd, fs.fstatSync(fd).mode & 0o700);
    return true;
  } catch {
    return false;
  } finally {
    fs.closeSync(fd);
  }
}
