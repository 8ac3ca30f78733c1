import { isDeepStrictEqual } from 'node:util';
import { isMap, isNode, isScalar, parseDocument, type Document, type Pair } from 'yaml';
import { readYamlText, type Plain } from '../../yaml/yaml-text.ts';

type Fields = Record<string, unknown>;
type Path = readonly (string | number)[];

/** Changes only the fields that differ in a document's text. `at` leads to the mapping. */
export function amendText(text: string, at: Path, before: Fields, after: Fields): string {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return changed.reduce((now, key) => setField(now, [...at, key], after[key] as Plain), text);
}

function setField(text: string, path: Path, value: Plain | undefined): string {
  const spliced = attempt(() =>
    value === undefined ? cutKey(text, path) : readYamlText(text).set(path, value),
  );
  if (spliced !== undefined && isFieldSet(spliced, text, path, value)) return spliced;
  // A layout no splice fits (a mapping in braces): written by the `yaml` package, comments kept.
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

/** Whether the field has the value, and all others the one they had. */
function isFieldSet(spliced: string, text: string, path: Path, value: Plain | undefined): boolean {
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
function cutKey(text: string, path: Path): string {
  const pair = findPair(parseDocument(text), path);
  if (pair === undefined) return text;
  const key = isNode(pair.key) ? (pair.key.range?.[0] ?? 0) : 0;
  const end = isNode(pair.value) ? (pair.value.range?.[1] ?? key) : key;
  const from = text.lastIndexOf('\n', key - 1) + 1;
  if (text.slice(from, key).trim() !== '') throw new Error('not on a line of its own');
  const feed = text.indexOf('\n', Math.max(end - 1, key));
  return text.slice(0, from) + (feed === -1 ? '' : text.slice(feed + 1));
}

function findPair(document: Document, path: Path): Pair | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  return parent.items.find((item) => isScalar(item.key) && item.key.value === path.at(-1));
}
