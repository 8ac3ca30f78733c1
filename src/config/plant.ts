import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { languages } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import { nodeDisk } from '../kit/disk.ts';
import { errnoOf, isErrno } from '../kit/errno.ts';
import { namesIn } from '../kit/survey.ts';
import { shippedDir } from './places.ts';

/** A file to be a person's own; `path` is seen from the folder it goes to. */
export interface Sapling {
  path: string;
  text: string;
  /** What else counts as the same: it ships as well, in another language. */
  others?: readonly string[];
}

/** What is in its place: nothing, the same, a person's own, or something that is not written through. */
export type Ground = 'free' | 'same' | 'differs' | 'link' | 'blocked';

/** The formations and rituals that ship, as they are. */
export function shippedSaplings(): Sapling[] {
  const root = shippedDir();
  const shelves = [
    ['formations', '.yaml'],
    ...languages.map((language) => [join('rituals', language), '.md'] as const),
  ] as const;
  return shelves.flatMap(([shelf, end]) =>
    namesIn(join(root, shelf))
      .filter((name) => name.endsWith(end))
      .map((name) => join(shelf, name))
      .map((path) => ({ path, text: fs.readFileSync(join(root, path), 'utf8') })),
  );
}

/**
 * Refuses a folder that is a link, where a project may have come from anywhere: what is written to it would land
 * elsewhere. A user's own may be one: people keep it in a repository.
 */
export function checkFolder(dir: string, { mayBeLink }: { mayBeLink: boolean }): void {
  const stat = fs.lstatSync(dir, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() === true && !mayBeLink) {
    throw new OvldError('folder_unusable', { path: dir, reason: 'a symbolic link' });
  }
  if (stat !== undefined && fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new OvldError('folder_unusable', { path: dir, reason: 'not a directory' });
  }
}

export function groundOf(dir: string, { path, text, others = [] }: Sapling): Ground {
  const parts = path.split('/');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const at = join(dir, ...parts.slice(0, depth));
    const stat = statOf(at);
    if (stat === undefined) return 'free';
    if (stat.isSymbolicLink()) return 'link';
    if (depth < parts.length && !stat.isDirectory()) return 'blocked';
  }
  const whole = join(dir, path);
  try {
    if (!fs.lstatSync(whole).isFile()) return 'blocked';
    return [text, ...others].includes(fs.readFileSync(whole, 'utf8')) ? 'same' : 'differs';
  } catch {
    return 'blocked';
  }
}

function statOf(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Where nothing was; false where somebody was faster. */
export async function plant(dir: string, { path, text }: Sapling): Promise<boolean> {
  const whole = join(dir, path);
  return orUnusable(dir, async () => {
    await nodeDisk.mkdir(dirname(whole));
    try {
      await nodeDisk.writeNew(whole, text, { sync: false });
      return true;
    } catch (error) {
      if (isErrno(error, 'EEXIST')) return false;
      throw error;
    }
  });
}

/** In place of a person's own, which they have agreed to; whole, or not at all. */
export async function replant(dir: string, { path, text }: Sapling): Promise<void> {
  const whole = join(dir, path);
  const draft = `${whole}.${process.pid}.draft`;
  await orUnusable(dir, async () => {
    await nodeDisk.writeNew(draft, text, { sync: false });
    try {
      await nodeDisk.rename(draft, whole);
    } catch (error) {
      await nodeDisk.unlink(draft).catch(() => undefined);
      throw error;
    }
  });
}

async function orUnusable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = errnoOf(error);
    if (reason === undefined) throw error;
    throw new OvldError('folder_unusable', { path, reason }, { cause: error });
  }
}
