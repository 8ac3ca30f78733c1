import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from './errno.ts';

export interface SurveyEntry {
  path: string;
  kind: 'file' | 'dir' | 'link' | 'other';
  mode: number;
  modifiedMs: number;
}

export interface Surveyed {
  entries: SurveyEntry[];
  /** The first that was not looked at, where there was more than `limit`. */
  cutAt?: string;
}

/** Everything at and below a path, as far as `limit` goes; links are named, never followed. */
export function below(path: string, limit: number): Surveyed {
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

function statOf(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function kindOf(stat: fs.Stats): SurveyEntry['kind'] {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'dir';
  return stat.isSymbolicLink() ? 'link' : 'other';
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

/** Under a name nobody looks for; nothing of it stays. */
function tryWriting(dir: string): void {
  const probe = fs.mkdtempSync(join(dir, '.ovld-'));
  try {
    fs.writeFileSync(join(probe, 'probe'), 'x');
  } finally {
    fs.rmSync(probe, { recursive: true, force: true });
  }
}

/** What is left on the disk of the nearest directory there is; undefined where that cannot be told. */
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

/** Takes from group and others what they have of a file or directory of ours; never by way of a link. */
export function tighten(path: string): boolean {
  let fd: number;
  try {
    fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // What is gone needs no tightening.
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
