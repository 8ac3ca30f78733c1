import { isMap, isNode, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type * as z from 'zod/mini';
import { innerIssues, joinKeys, reasonOf } from '../army/issue-reason.ts';
import type { Reason } from '../errors.ts';
import { messageOf } from '../kit/errno.ts';

/** What is wrong with a file, and in which line. */
export interface Fault {
  line?: number;
  reason: Reason;
}

type ReadResult<T> = { value: T } | { fault: Fault };

/** The parsed value, or the first fault. An empty document is an empty map. */
export function parseYaml<T>(text: string, schema: z.ZodMiniType<T>): ReadResult<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number | undefined): number => lines.linePos(offset ?? 0).line;

  const [broken] = [...document.errors, ...document.warnings];
  if (broken) return { fault: { line: lineAt(broken.pos[0]), reason: broken.message } };
  let plain: unknown;
  try {
    plain = document.contents === null ? {} : document.toJS();
  } catch (error) {
    // An alias to nothing, or so many of them that the document would explode.
    return { fault: { line: lineAt(looseAlias(document)), reason: messageOf(error) } };
  }

  const parsed = schema.safeParse(plain);
  if (parsed.success) return { value: parsed.data };
  const faults = parsed.error.issues
    .flatMap(innerIssues)
    .flatMap(asFaults)
    .map(({ path, key, reason }) => ({
      line: lineAt(offsetOf(document, path, key)),
      reason,
    }));
  // The first in the order of the file.
  const [first] = faults.toSorted((a, b) => a.line - b.line);
  return { fault: first ?? { reason: reasonOf(undefined) } };
}

/** Where a node of the document begins or, if it is missing, the nearest node around it. */
function offsetOf(
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

function looseAlias(document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) === undefined) offset ??= alias.range?.[0];
    },
  });
  return offset;
}

function asFaults(
  issue: z.core.$ZodIssue,
  _at: number,
  all: z.core.$ZodIssue[],
): { path: readonly PropertyKey[]; key?: string; reason: Reason }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return { path: issue.path, key, reason: { code: 'unknown_key', key: joinKeys(path) } };
    });
  }
  // Names that do not fit each other may only follow from another fault.
  if (issue.code === 'custom' && all.some(({ code }) => code !== 'custom')) return [];
  return [{ path: issue.path, reason: reasonOf(issue) }];
}
