import { join } from 'node:path';
import * as z from 'zod/mini';
import { namesIn, UnfitFile, type Disk, type Stat } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { readYamlText, YamlFault } from '../../yaml/yaml-text.ts';

const DOCUMENT_BYTES = 1024 * 1024;

/** A document with its value and its text. */
export interface Found<T> {
  path: string;
  text: string;
  value: T;
}

/** A document that cannot be used. `denied`: this process may not read it; the file may be right. */
export interface Broken {
  path: string;
  reason: string;
  text?: string;
  denied?: boolean;
}

export type Read<T> = Found<T> | Broken;

export const isBroken = (one: Read<unknown>): one is Broken => 'reason' in one;

export type DocumentReader = ReturnType<typeof openDocumentReader>;

const MOST_KEPT = 50_000;
/** A file touched so recently may be replaced again within the same tick of its clock. */
const FRESH_MS = 100;

export function openDocumentReader(disk: Disk, root: string) {
  const kept = new Map<string, { stat: Stat; read: Read<unknown> }>();

  async function load<T>(path: string, schema: z.core.$ZodType<T>): Promise<Read<T>> {
    let text: string;
    try {
      text = await disk.read(join(root, path), DOCUMENT_BYTES);
    } catch (error) {
      if (!(error instanceof UnfitFile)) throw error;
      return { path, reason: error.reason, denied: error.denied !== undefined };
    }
    return { path, text, ...parseBySchema(text, schema) };
  }

  /** Undefined where there is none. Read again only when the file has changed. */
  async function read<T>(path: string, schema: z.core.$ZodType<T>): Promise<Read<T> | undefined> {
    const stat = await disk.stat(join(root, path));
    if (stat === undefined) {
      kept.delete(path);
      return undefined;
    }
    const before = kept.get(path);
    if (before !== undefined && isSame(before.stat, stat)) return before.read as Read<T>;
    try {
      const found = await load(path, schema);
      if (kept.size > MOST_KEPT) kept.clear();
      if (Date.now() - stat.modifiedMs > FRESH_MS) kept.set(path, { stat, read: found });
      return found;
    } catch (error) {
      // Moved since `stat`.
      if (isErrno(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  /** The names of the `.yaml` files of a directory, sorted, without their endings. */
  async function names(dir: string): Promise<string[]> {
    const all = await namesIn(disk, join(root, dir));
    const ours = all.filter((name) => name.endsWith('.yaml') && !name.startsWith('.'));
    return ours.map((name) => name.slice(0, -'.yaml'.length)).toSorted();
  }

  return {
    read,
    names,
    /** The documents of a directory that can be used. */
    async readAll<T>(dir: string, schema: z.core.$ZodType<T>): Promise<Found<T>[]> {
      const found: Found<T>[] = [];
      for (const name of await names(dir)) {
        const one = await read(join(dir, `${name}.yaml`), schema);
        if (one !== undefined && !isBroken(one)) found.push(one);
      }
      return found;
    },
    folders: (dir: string) => namesIn(disk, join(root, dir)),
    exists: async (path: string) => (await disk.stat(join(root, path))) !== undefined,
  };
}

const isSame = (a: Stat, b: Stat): boolean =>
  a.inode === b.inode && a.modifiedMs === b.modifiedMs && a.bytes === b.bytes;

/** The value, or why the text does not fit: with the line or the field, never with its content. */
export function parseBySchema<T>(
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
  return parsed.success ? { value: parsed.data } : { reason: describeIssues(parsed.error) };
}

export const describeIssues = (error: z.core.$ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
