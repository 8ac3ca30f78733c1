import { isDeepStrictEqual } from 'node:util';
import { isMap, isNode, isScalar, parseDocument, type Document, type Pair } from 'yaml';
import { readYamlText, type Plain } from '../../yaml/yaml-text.ts';

type Fields = Record<string, unknown>;
type Path = readonly (string | number)[];

/**
 * A document's text with only those fields changed that differ: everything a person wrote beside them
 * stays as it is. `at` leads to the mapping.
 */
export function amended(text: string, at: Path, before: Fields, after: Fields): string {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return changed.reduce((now, key) => withField(now, [...at, key], after[key] as Plain), text);
}

function withField(text: string, path: Path, value: Plain | undefined): string {
  const spliced = attempt(() =>
    value === undefined ? withoutKey(text, path) : readYamlText(text).set(path, value),
  );
  if (spliced !== undefined && saysSo(spliced, text, path, value)) return spliced;
  // A layout no splice fits (a mapping in braces): the library's own words, comments kept.
  const document = parseDocument(text);
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, value);
  return document.toString({ lineWidth: 0 });
}

function attempt(splice: () => string): string | undefined {
  try {
    return splice();
  } catch {
    return undefined;
  }
}

/** The field is as wanted, and nothing else has become something else. */
function saysSo(spliced: string, text: string, path: Path, value: Plain | undefined): boolean {
  return (
    attempt(() => {
      const wanted = parseDocument(text);
      if (value === undefined) wanted.deleteIn(path);
      else wanted.setIn(path, value);
      return isDeepStrictEqual(readYamlText(spliced).value, wanted.toJS()) ? 'so' : 'not';
    }) === 'so'
  );
}

/** The lines of a key and its value cut out. */
function withoutKey(text: string, path: Path): string {
  const pair = pairAt(parseDocument(text), path);
  if (pair === undefined) return text;
  const key = isNode(pair.key) ? (pair.key.range?.[0] ?? 0) : 0;
  const end = isNode(pair.value) ? (pair.value.range?.[1] ?? key) : key;
  const from = text.lastIndexOf('\n', key - 1) + 1;
  if (text.slice(from, key).trim() !== '') throw new Error('not on a line of its own');
  const feed = text.indexOf('\n', Math.max(end - 1, key));
  return text.slice(0, from) + (feed === -1 ? '' : text.slice(feed + 1));
}

function pairAt(document: Document, path: Path): Pair | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  return parent.items.find((item) => isScalar(item.key) && item.key.value === path.at(-1));
}
