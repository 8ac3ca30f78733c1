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
  /** As plain data, not checked by a schema. */
  readonly value: unknown;
  /** The text of the value at a path of keys and indices replaced; a missing key is added. */
  set(path: readonly (string | number)[], value: Plain): string;
  /** The same for several values at once; none of the paths may lie within another. */
  setAll(values: readonly (readonly [path: readonly (string | number)[], value: Plain])[]): string;
  /** The items of a top-level list, each with the comments before it, in the text's own words. */
  items(): string[];
  /** Where those items begin and end; undefined where they stand in brackets, or there is no list. */
  spans(): readonly Span[] | undefined;
  /** Right behind the last item of a list in brackets. */
  readonly lastInBrackets: number | undefined;
}

export interface Span {
  start: number;
  end: number;
}

interface Splice extends Span {
  text: string;
}

export type Plain = string | number | boolean | readonly string[];

/** The reason never contains the text itself. */
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

export function readYamlText(text: string): YamlText {
  return text.startsWith(BOM) ? addByteOrderMark(readYamlText(text.slice(1))) : readPlain(text);
}

const BOM = '\ufeff';

/** The `yaml` package counts a byte order mark as a column, so it is cut off and put back. */
function addByteOrderMark(yaml: YamlText): YamlText {
  const { lastInBrackets: last } = yaml;
  return {
    value: yaml.value,
    set: (path, value) => BOM + yaml.set(path, value),
    setAll: (values) => BOM + yaml.setAll(values),
    items: () => yaml.items(),
    spans: () => yaml.spans()?.map(({ start, end }) => ({ start: start + 1, end: end + 1 })),
    lastInBrackets: last === undefined ? undefined : last + 1,
  };
}

function readPlain(text: string): YamlText {
  const document = parseText(text);
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const [broken] = [...document.errors, ...document.warnings];
  if (broken !== undefined) throw new YamlFault(broken.message, lineOf(broken.pos[0]));
  visit(document, {
    // No document of ours has one: it is a mistake, or an attack by expansion.
    Alias(_key, node) {
      throw new YamlFault('aliases are not allowed', lineOf(node.range?.[0] ?? 0));
    },
    Node(_key, node) {
      if (!isAlias(node) && node.tag?.startsWith('!') === true)
        throw new YamlFault('tags are not allowed', lineOf(node.range?.[0] ?? 0));
    },
  });
  const list = isSeq(document.contents) ? document.contents : undefined;
  const last = list?.items.at(-1);
  const setAll: YamlText['setAll'] = (values) =>
    applySplices(
      text,
      values.map(([path, value]) => makeSplice(text, document, path, value)),
    );
  return {
    value: document.toJS() as unknown,
    set: (path, value) => setAll([[path, value]]),
    setAll,
    items: () => findSpans(text, document).map(({ start, end }) => text.slice(start, end)),
    spans: () => (list === undefined || list.flow === true ? undefined : findSpans(text, document)),
    lastInBrackets: list?.flow === true && isNode(last) ? last.range?.[1] : undefined,
  };
}

function parseText(text: string): Document {
  try {
    return parseDocument(text, { prettyErrors: false, keepSourceTokens: true });
  } catch (error) {
    // The `yaml` package recurses for each level.
    if (error instanceof RangeError) throw new YamlFault('nested too deeply', 1);
    throw error;
  }
}

/** From the last to the first, so that earlier offsets stay right. */
function applySplices(text: string, splices: readonly Splice[]): string {
  let result = text;
  for (const { start, end, text: fresh } of splices.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + fresh + result.slice(end);
  }
  return result;
}

function makeSplice(
  text: string,
  document: Document,
  path: readonly (string | number)[],
  value: Plain,
): Splice {
  const key = path.at(-1);
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (typeof key !== 'string' || !isMap(parent)) throw new Error(`no mapping at ${path.join('.')}`);
  const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key);
  return pair === undefined ? addKey(text, parent, key, value) : replaceValue(text, pair, value);
}

function replaceValue(text: string, pair: Pair, value: Plain): Splice {
  const key = pair.key as Node;
  const [, keyEnd = 0] = key.range ?? [];
  const colon = text.indexOf(':', keyEnd);
  const node = isNode(pair.value) ? pair.value : undefined;
  const [start, end] = node?.range ?? [colon + 1, colon + 1];
  const fresh = formatValue(value, node);
  const sameLine = !text.slice(colon, start).includes('\n');
  const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  if (sameLine && start < end && !isBlock) return { start, end, text: fresh };
  // A block below its key, or nothing at all: the new value stands behind the key.
  const tail = isBlock || !sameLine ? '\n' : '';
  const swallowed = tail !== '' && text[end] === '\n' ? 1 : 0;
  return { start: colon, end: end + swallowed, text: `: ${fresh}${tail}` };
}

/** A new key stands at the end of its mapping, as far in as its neighbours. */
function addKey(text: string, parent: YAMLMap, key: string, value: Plain): Splice {
  const last = parent.items.at(-1);
  const lastKey = last !== undefined && isNode(last.key) ? last.key.range?.[0] : undefined;
  if (lastKey === undefined) throw new Error('an empty mapping cannot grow');
  const valueEnd =
    isPair(last) && isNode(last.value) ? (last.value.range?.[1] ?? lastKey) : lastKey;
  if (parent.flow === true) {
    return { start: valueEnd, end: valueEnd, text: `, ${key}: ${formatValue(value, undefined)}` };
  }
  const column = lastKey - (text.lastIndexOf('\n', lastKey - 1) + 1);
  // Behind the comment of that line, if it has one.
  const lineEnd = text.indexOf('\n', Math.max(valueEnd - 1, lastKey));
  const at = lineEnd === -1 ? text.length : lineEnd;
  const line = `\n${' '.repeat(column)}${key}: ${formatValue(value, undefined)}`;
  return { start: at, end: at, text: line };
}

function formatValue(value: Plain, before: Node | undefined): string {
  if (Array.isArray(value)) return flow(value as readonly string[]);
  const quoted = isScalar(before) && before.type === 'QUOTE_DOUBLE';
  return plainOrQuoted(value as string | number | boolean, quoted);
}

function findSpans(text: string, document: Document): Span[] {
  const list = document.contents;
  if (!isSeq(list)) return [];
  const tokens = list.srcToken?.type === 'block-seq' ? list.srcToken.items : [];
  const starts = list.items.map((item, i) => {
    const dash = tokens[i]?.start.find(({ type }) => type === 'seq-item-ind')?.offset;
    const before = list.items[i - 1];
    // The last line of a block text may look like a comment.
    const least = isNode(before) ? (before.range?.[1] ?? 0) : 0;
    return findStart(text, dash ?? (item as Node).range?.[0] ?? 0, i === 0 ? undefined : least);
  });
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? text.length }));
}

/** The line of its dash, or of the comments right above it. */
function findStart(text: string, dash: number, least: number | undefined): number {
  let start = text.lastIndexOf('\n', dash) + 1;
  if (least === undefined) return start;
  while (start > least) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (above < least || !/^\s*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}
