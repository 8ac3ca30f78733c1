import type * as z from 'zod/mini';
import { OvldError } from '../errors.ts';
import { readOwnFile } from './read-own-file.ts';

const LIMIT_KIB = 256;

/** Parses a person's YAML file strictly; undefined where there is none. Throws `invalid` with the first fault. */
export async function readYaml<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  invalid: 'config_invalid' | 'formation_invalid',
): Promise<T | undefined> {
  const file = await readOwnFile(path, LIMIT_KIB);
  if (file === undefined) return undefined;
  if ('reason' in file) throw new OvldError(invalid, { path, ...file });
  // Most commands read no YAML, so the parser is loaded when there is some. Not `import('yaml')`:
  // bundled, a CommonJS package imported that way has no names.
  const { parseYaml } = await import('./parse-yaml.ts');
  const read = parseYaml(file.text, schema);
  if ('fault' in read) throw new OvldError(invalid, { path, ...read.fault });
  return read.value;
}
