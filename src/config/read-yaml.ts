import type * as z from 'zod/mini';
import { UnfitFile } from '../kit/disk.ts';
import type { Read } from './fault.ts';
import { readOwnFile } from './own-file.ts';

const LIMIT = 256 * 1024;

/** Parses a person's YAML file strictly; undefined where there is none. */
export async function readYaml<T>(
  path: string,
  schema: z.ZodMiniType<T>,
): Promise<Read<T> | undefined> {
  try {
    const text = await readOwnFile(path, LIMIT);
    if (text === undefined) return undefined;
    // Most commands read no YAML, so the parser is loaded when there is some. Not `import('yaml')`:
    // bundled, a CommonJS package imported that way has no names.
    const { parseYaml } = await import('./parse-yaml.ts');
    return parseYaml(text, schema);
  } catch (error) {
    if (error instanceof UnfitFile) return { fault: { reason: error.reason } };
    throw error;
  }
}
