import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { flow, plainOrQuoted } from './yaml-write.ts';

/**
 * YAML that people and we both write. The text is the truth: a change replaces the few characters of one
 * value, so comments, order, quoting and keys we do not know stay byte for byte.
 */
export interface YamlText {
  readonly text: string;
  /** As plain data; what it means is for a schema to say. */
  readonly value: unknown;
  /** The text of the value at a path of keys and indices replaced; a missing key is added. */
  set(path: readonly (string | number)[], value: Plain): string;
  /** The items of a top-level list, each with the comments before it, in the text's own words. */
  items(): string[];
}

export type Plain = string | number | boolean | readonly string[];

/** Says why, never with the text itself. */
export class YamlFault extends Error {
  readonly reason: string;
  /** Where it begins; 1 is the first line. */
  readonly line: number;
  constructor(reason: string, line: number) {
    super(reason);
    this.name = 'YamlFault';
    this.reason = reason;
    this.line = line;
  }
}

/** No document of ours has an alias: one that has is a mistake, or meant to explode. */
const MOST_ALIASES = 0;

export function readYamlText(text: string): YamlText {
  const document = parseDocument(text, {
    prettyErrors: false,
    maxAliasCount: MOST_ALIASES,
  } as object);
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const [broken] = [...document.errors, ...document.warnings];
  if (broken !== undefined) throw new YamlFault(broken.message, lineOf(broken.pos[0]));
  visit(document, {
    Alias(_key, node) {
      throw new YamlFault('aliases are not allowed', lineOf(node.range?.[0] ?? 0));
    },
    Node(_key, node) {
      if (!isAlias(node) && node.tag?.startsWith('!') === true)
        throw new YamlFault('tags are not allowed', lineOf(node.range?.[0] ?? 0));
    },
  });
  return {
    text,
    value: document.toJS() as unknown,
    set: (path, value) => spliced(text, document, path, value),
    items: () => itemsOf(text, document),
  };
}

function spliced(
  text: string,
  document: Document,
  path: readonly (string | number)[],
  value: Plain,
): string {
  const key = path.at(-1);
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (typeof key !== 'string' || !isMap(parent)) throw new Error(`no mapping at ${path.join('.')}`);
  const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key);
  return pair === undefined ? added(text, parent, key, value) : replaced(text, pair, value);
}

function replaced(text: string, pair: Pair, value: Plain): string {
  const key = pair.key as Node;
  const [, keyEnd = 0] = key.range ?? [];
  const colon = text.indexOf(':', keyEnd);
  const node = isNode(pair.value) ? pair.value : undefined;
  const [start, end] = node?.range ?? [colon + 1, colon + 1];
  const fresh = written(value, node);
  const sameLine = !text.slice(colon, start).includes('\n');
  const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  if (sameLine && start < end && !isBlock) return text.slice(0, start) + fresh + text.slice(end);
  // A block below its key, or nothing at all: the new value stands behind the key.
  const tail = isBlock || !sameLine ? '\n' : '';
  const rest = text.slice(end).replace(/^\n/, '');
  return `${text.slice(0, colon)}: ${fresh}${tail}${tail === '' ? text.slice(end) : rest}`;
}

/** A new key stands at the end of its mapping, as far in as its neighbours. */
function added(text: string, parent: YAMLMap, key: string, value: Plain): string {
  const last = parent.items.at(-1);
  const lastKey = last !== undefined && isNode(last.key) ? last.key.range?.[0] : undefined;
  if (parent.flow === true || lastKey === undefined)
    throw new Error('only a block mapping can grow');
  const column = lastKey - (text.lastIndexOf('\n', lastKey - 1) + 1);
  const valueEnd =
    isPair(last) && isNode(last.value) ? (last.value.range?.[1] ?? lastKey) : lastKey;
  // Behind the comment of that line, if it has one.
  const lineEnd = text.indexOf('\n', Math.max(valueEnd - 1, lastKey));
  const at = lineEnd === -1 ? text.length : lineEnd;
  const line = `\n${' '.repeat(column)}${key}: ${written(value, undefined)}`;
  return text.slice(0, at) + line + text.slice(at);
}

/** Quoted where it was quoted. */
function written(value: Plain, before: Node | undefined): string {
  if (Array.isArray(value)) return flow(value as readonly string[]);
  const quoted = isScalar(before) && before.type === 'QUOTE_DOUBLE';
  return plainOrQuoted(value as string | number | boolean, quoted);
}

function itemsOf(text: string, document: Document): string[] {
  const list = document.contents;
  if (!isSeq(list)) return [];
  const starts = list.items.map((item, i) => startOf(text, item as Node, i === 0));
  return starts.map((start, i) => text.slice(start, starts[i + 1] ?? text.length));
}

/** The line of its dash, or of the comments right above it. */
function startOf(text: string, item: Node, first: boolean): number {
  const dash = text.lastIndexOf('-', item.range?.[0] ?? 0);
  let start = text.lastIndexOf('\n', dash) + 1;
  if (first) return start;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (!/^\s*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}
