import type * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { UnfitFile, type Disk } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Journal } from '../store.ts';
import { quarantine, replaceWhole, type Ground } from './ground.ts';

/** A small JSON file: undefined where it is missing, `unfit` where it is something else. */
export async function readDocument<T>(
  disk: Pick<Disk, 'read'>,
  path: string,
  schema: z.ZodMiniType<T>,
  bytes = 65_536,
): Promise<T | 'unfit' | undefined> {
  try {
    return schema.parse(JSON.parse(await disk.read(path, bytes)));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    const isUnfit =
      error instanceof UnfitFile || error instanceof SyntaxError || error instanceof $ZodError;
    if (isUnfit) return 'unfit';
    throw error;
  }
}

/** The same; what is unfit goes to `bad/` and counts as missing. */
export async function readOrQuarantine<T>(
  ground: Ground,
  journal: Journal,
  path: string,
  schema: z.ZodMiniType<T>,
): Promise<T | undefined> {
  const found = await readDocument(ground.disk, path, schema);
  if (found !== 'unfit') return found;
  await quarantine(ground, journal, path, 'a status that cannot be read');
  return undefined;
}

export const replaceDocument = (ground: Ground, path: string, document: object): Promise<void> =>
  replaceWhole(ground, path, `${JSON.stringify(document)}\n`);
