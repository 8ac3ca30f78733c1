import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { languages } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import { nodeDisk, replaceFile } from '../kit/disk.ts';
import { errnoOf, isErrno } from '../kit/errno.ts';
import { namesIn, statOf } from '../kit/survey.ts';
import { shippedDir } from './places.ts';

/** A file that `ovld init` writes; `path` is relative to the folder it goes to. */
export interface InitFile {
  path: string;
  text: string;
  /** Texts that count as the same: it also ships in another language. */
  others?: readonly string[];
}

/** What is in its place: nothing, the same text, a person's own, or something that is not written through. */
export type TargetState = 'free' | 'same' | 'differs' | 'link' | 'blocked';

/** The formations and rituals that ship, as they are. */
export function listShippedFiles(): InitFile[] {
  const root = shippedDir();
  const folders = [
    ['formations', '.yaml'],
    ...languages.map((language) => [join('rituals', language), '.md'] as const),
  ] as const;
  return folders.flatMap(([folder, end]) =>
    namesIn(join(root, folder))
      .filter((name) => name.endsWith(end))
      .map((name) => join(folder, name))
      .map((path) => ({ path, text: fs.readFileSync(join(root, path), 'utf8') })),
  );
}

/**
 * Refuses a folder that is a link, where a project may have come from anywhere: what is written to it would land
 * elsewhere. A user's own may be one: people keep it in a repository.
 */
export function assertFolder(dir: string, { mayBeLink }: { mayBeLink: boolean }): void {
  const stat = fs.lstatSync(dir, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() === true && !mayBeLink) {
    throw new OvldError('folder_unusable', { path: dir, reason: { code: 'symlink' } });
  }
  if (stat !== undefined && fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new OvldError('folder_unusable', { path: dir, reason: { code: 'not_a_directory' } });
  }
}

export function inspectTarget(dir: string, { path, text, others = [] }: InitFile): TargetState {
  const parts = path.split('/');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const at = join(dir, ...parts.slice(0, depth));
    const stat = statOf(at);
    if (stat === undefined) return 'free';
    if (stat.isSymbolicLink()) return 'link';
    if (depth < parts.length ? !stat.isDirectory() : !stat.isFile()) return 'blocked';
  }
  try {
    const written = fs.readFileSync(join(dir, path), 'utf8');
    return [text, ...others].includes(written) ? 'same' : 'differs';
  } catch {
    return 'blocked';
  }
}

/** Where nothing was; false where another process was faster. */
export async function writeInitFile(dir: string, { path, text }: InitFile): Promise<boolean> {
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

/** Replaces a person's own file, with their consent; whole, or not at all. */
export async function replaceInitFile(dir: string, { path, text }: InitFile): Promise<void> {
  const whole = join(dir, path);
  const draft = `${whole}.${process.pid}.draft`;
  await orUnusable(dir, () => replaceFile(nodeDisk, draft, whole, text));
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
