import { join } from 'node:path';
import * as z from 'zod/mini';
import { UnfitFile, type Disk, type Stat } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { readYamlText, YamlFault } from '../../yaml/yaml-text.ts';

export const DOCUMENT_BYTES = 1024 * 1024;

/** A document that is there: what it says, in the words it says it. */
export interface Found<T> {
  path: string;
  text: string;
  value: T;
}

/** One that cannot be used, and why. `mine`: it is us who may not read it, not the file that is wrong. */
export interface Broken {
  path: string;
  reason: string;
  text?: string;
  denied?: boolean;
}

export type Read<T> = Found<T> | Broken;

export const isBroken = (read: Read<unknown>): read is Broken => 'reason' in read;

export interface Documents {
  /** Undefined where there is none. Read again only when the file has changed. */
  read<T>(path: string, schema: z.core.$ZodType<T>, limit?: number): Promise<Read<T> | undefined>;
  /** The names of the `.yaml` files of a directory, sorted, without their endings. */
  names(dir: string): Promise<string[]>;
  folders(dir: string): Promise<string[]>;
  exists(path: string): Promise<boolean>;
}

interface Kept {
  stat: Stat;
  read: Read<unknown>;
}

const MOST_KEPT = 50_000;
/** A file touched so recently may be replaced again within the same tick of its clock. */
const FRESH_MS = 100;

export function openDocuments(disk: Disk, root: string): Documents {
  const kept = new Map<string, Kept>();

  async function load<T>(
    path: string,
    schema: z.core.$ZodType<T>,
    limit: number,
  ): Promise<Read<T>> {
    let text: string;
    try {
      text = await disk.read(join(root, path), limit);
    } catch (error) {
      if (!(error instanceof UnfitFile)) throw error;
      return { path, reason: error.reason, denied: error.denied !== undefined };
    }
    const read = understood(text, schema);
    return 'reason' in read ? { path, text, ...read } : { path, text, ...read };
  }

  return {
    async read<T>(path: string, schema: z.core.$ZodType<T>, limit = DOCUMENT_BYTES) {
      const stat = await disk.stat(join(root, path));
      if (stat === undefined) {
        kept.delete(path);
        return undefined;
      }
      const before = kept.get(path);
      if (before !== undefined && isSame(before.stat, stat)) return before.read as Read<T>;
      try {
        const read = await load(path, schema, limit);
        if (kept.size > MOST_KEPT) kept.clear();
        if (Date.now() - stat.modifiedMs > FRESH_MS) kept.set(path, { stat, read });
        return read;
      } catch (error) {
        // Moved on by somebody, between two looks.
        if (isErrno(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    async names(dir) {
      const names = await namesIn(disk, join(root, dir));
      const ours = names.filter((name) => name.endsWith('.yaml') && !name.startsWith('.'));
      return ours.map((name) => name.slice(0, -'.yaml'.length)).toSorted();
    },
    folders: (dir) => namesIn(disk, join(root, dir)),
    exists: async (path) => (await disk.stat(join(root, path))) !== undefined,
  };
}

export async function namesIn(disk: Disk, dir: string): Promise<string[]> {
  try {
    return await disk.names(dir);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

const isSame = (a: Stat, b: Stat): boolean =>
  a.inode === b.inode && a.modifiedMs === b.modifiedMs && a.bytes === b.bytes;

/** By the schema, or why not: with the line or the field, never with what stands there. */
export function understood<T>(
  text: string,
  schema: z.core.$ZodType<T>,
): { value: T } | { reason: string } {
  let value: unknown;
  try {
    ({ value } = readYamlText(text));
  } catch (error) {
    if (error instanceof YamlFault) return { reason: `line ${error.line}: ${error.reason}` };
    throw error;
  }
  const parsed = z.safeParse(schema, value);
  return parsed.success ? { value: parsed.data } : { reason: issuesOf(parsed.error) };
}

export const issuesOf = (error: z.core.$ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
