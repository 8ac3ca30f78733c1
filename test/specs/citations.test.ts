/**
 * The gate between specs/ and the tests: every id is cited by a test, every citation exists.
 * What an id and a citation look like is said in specs/README.md. This folder is not scanned, so it cites nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Which ids each file of specs/ defines. */
const shapeOf: Readonly<Record<string, RegExp>> = {
  'relay.md': /^relay\.[a-z0-9-]+\.\d+$/,
  'relay-design.md': /^design\.[a-z0-9-]+\.\d+$/,
  'session.md': /^session\.[a-z0-9-]+\.\d+$/,
  'ritual.md': /^ritual\.[a-z0-9-]+\.\d+$/,
  'bastion.md': /^bastion\.[a-z0-9-]+\.\d+$/,
  'play.md': /^play\.[a-z0-9-]+\.\d+$/,
  'rules.md': /^R\d+$/,
  'traps.md': /^[NCXZT]\d+$/,
};

const idShape = String.raw`(?:(?:relay|design|session|ritual|bastion|play)\.[a-z0-9-]+\.\d+|[RNCXZT]\d+)`;
const isId = new RegExp(`^${idShape}$`);
const startsAsId = new RegExp(String.raw`^${idShape}\b`);
const textBegins = /['"`]|\/\/|\/\*|^\s*\*/;

/** An id in the file that defines or cites it. */
interface Mention {
  readonly file: string;
  readonly id: string;
}

function definitionsIn(file: string): Mention[] {
  const text = readFileSync(join(root, 'specs', file), 'utf8');
  return [...text.matchAll(/^- `([^`]*)`/gm)].map(([, id = '']) => ({ file, id }));
}

function citationsIn(line: string): { ids: string[]; malformed: string[] } {
  const begin = line.search(textBegins);
  const groups = begin < 0 ? [] : [...line.slice(begin).matchAll(/\[([^[\]]+)\]/g)];
  const ids: string[] = [];
  const malformed: string[] = [];
  for (const [group, inner = ''] of groups) {
    const tokens = inner.split(/[\s,]+/).filter((token) => token !== '');
    if (tokens.every((token) => isId.test(token))) ids.push(...tokens);
    else if (tokens.some((token) => startsAsId.test(token))) malformed.push(group);
  }
  return { ids, malformed };
}

function testFiles(): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('specs/'))
    .toSorted();
}

function places(mentions: readonly Mention[]): string[] {
  return mentions.map(({ file, id }) => `${file}: ${id}`);
}

function twice(ids: readonly string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

const definitions = readdirSync(join(root, 'specs'))
  .filter((file) => file.endsWith('.md'))
  .flatMap(definitionsIn);
const defined = new Set(definitions.map(({ id }) => id));

const citations: Mention[] = [];
const malformed: string[] = [];
for (const file of testFiles()) {
  for (const line of readFileSync(join(root, 'test', file), 'utf8').split('\n')) {
    const found = citationsIn(line);
    citations.push(...found.ids.map((id) => ({ file: `test/${file}`, id })));
    malformed.push(...found.malformed.map((group) => `test/${file}: ${group}`));
  }
}
const cited = new Set(citations.map(({ id }) => id));

const proven = [...defined].filter((id) => cited.has(id));
const open = [...defined].filter((id) => !cited.has(id));
const counts = `${defined.size} ids: ${proven.length} cited, ${open.length} open`;

describe(`specs (${counts})`, () => {
  it.each([
    ["it('[R1] sends', run);", ['R1'], []],
    ['// [R1, N4] and [relay.init-store.1]', ['R1', 'N4', 'relay.init-store.1'], []],
    [' * [Z3 Z4]', ['Z3', 'Z4'], []],
    ["it('[R1-R5] a range', run);", [], ['[R1-R5]']],
    ['// [R1 and R2] other words', [], ['[R1 and R2]']],
    ['type Pair<T1, T2> = [T1, T2];', [], []],
    ['expect(/[R1]/.test(list[0]))', [], []],
    ["send('[MESSAGE from overlord] list[0] [0-9]');", [], []],
  ])('reads citations in %j', (line, ids, broken) => {
    expect(citationsIn(line)).toEqual({ ids, malformed: broken });
  });

  it('defines every id once, in the file it belongs to', () => {
    const misplaced = definitions.filter(({ file, id }) => shapeOf[file]?.test(id) !== true);
    expect(places(misplaced), 'misspelt, or in the wrong file').toEqual([]);
    expect(twice(definitions.map(({ id }) => id)), 'defined twice').toEqual([]);
    expect(new Set(definitions.map(({ file }) => file))).toEqual(new Set(Object.keys(shapeOf)));
  });

  it('has a definition for every citation', () => {
    const unknown = citations.filter(({ id }) => !defined.has(id));
    expect(places(unknown), 'cited, but not in specs/').toEqual([]);
    expect(malformed, 'half a citation: one id after the other, no ranges').toEqual([]);
  });

  it('has a citation for every id', () => {
    expect(open, `${counts}. Cite these in a test`).toEqual([]);
  });
});
