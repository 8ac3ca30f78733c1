import type { Document } from 'yaml';
import type * as z from 'zod';
import { UnfitFile } from '../kit/disk.ts';
import { readOwnFile } from './own-file.ts';

const LIMIT = 256 * 1024;

/** What is wrong with a file, and in which line. */
export interface Fault {
  line?: number;
  reason: string;
}

type Read<T> = { value: T } | { fault: Fault };

/** Parses a person's YAML file strictly; undefined where there is none. */
export async function readYaml<T>(
  path: string,
  schema: z.ZodType<T>,
): Promise<Read<T> | undefined> {
  try {
    const text = await readOwnFile(path, LIMIT);
    return text === undefined ? undefined : await parseYaml(text, schema);
  } catch (error) {
    if (error instanceof UnfitFile) return { fault: { reason: error.reason } };
    throw error;
  }
}

/** What the schema makes of the text, or its first fault. An empty document is an empty map. */
async function parseYaml<T>(text: string, schema: z.ZodType<T>): Promise<Read<T>> {
  // Most commands of ovld, and every relay, read no YAML.
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number | undefined): number => lines.linePos(offset ?? 0).line;

  const [broken] = [...document.errors, ...document.warnings];
  if (broken) return { fault: { line: lineAt(broken.pos[0]), reason: broken.message } };
  let plain: unknown;
  try {
    plain = document.contents === null ? {} : document.toJS();
  } catch (error) {
    // An alias to nothing, or so many of them that the document would explode.
    return { fault: { line: lineAt(looseAlias(yaml, document)), reason: messageOf(error) } };
  }

  const parsed = schema.safeParse(plain);
  if (parsed.success) return { value: parsed.data };
  const faults = parsed.error.issues.flatMap(asFaults).map(({ path, key, reason }) => ({
    line: lineAt(offsetOf(yaml, document, path, key)),
    reason,
  }));
  // In the order of the file: whoever mends it goes from top to bottom.
  const [first] = faults.toSorted((a, b) => a.line - b.line);
  return { fault: first ?? { reason: 'not valid' } };
}

type Yaml = typeof import('yaml');

/** Where a thing of the document begins or, if it is not there, the nearest thing around it. */
function offsetOf(
  { isMap, isNode }: Yaml,
  document: Document,
  path: readonly PropertyKey[],
  key?: string,
): number | undefined {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    const pair = isMap(node) && node.items.find((item) => String(item.key) === key);
    if (pair && isNode(pair.key)) return pair.key.range?.[0];
    if (isNode(node)) return node.range?.[0];
  }
  return undefined;
}

function looseAlias({ visit }: Yaml, document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) === undefined) offset ??= alias.range?.[0];
    },
  });
  return offset;
}

interface SchemaFault {
  path: readonly PropertyKey[];
  key?: string;
  reason: string;
}

function asFaults(issue: z.core.$ZodIssue, _at: number, all: z.core.$ZodIssue[]): SchemaFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return { path: issue.path, key, reason: `there is no key ${dotted(path)}` };
    });
  }
  // Names that do not fit each other may only follow from another fault.
  if (issue.code === 'custom' && all.some(({ code }) => code !== 'custom')) return [];
  return [{ path: issue.path, reason: said(issue) }];
}

/** Our own sentences stand alone; zod's need the name of what they are about. */
export function said(issue: Pick<z.core.$ZodIssue, 'code' | 'path' | 'message'>): string {
  if (issue.code === 'custom' || issue.path.length === 0) return issue.message;
  return `${dotted(issue.path)}: ${issue.message}`;
}

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.');

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
