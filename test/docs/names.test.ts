import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageText, root } from '../support/markdown.ts';

const PAGES = [
  'AGENTS.md',
  'CONTRIBUTING.md',
  'GLOSSARY.md',
  'docs/architecture.md',
  'docs/delivery.md',
  'docs/model/README.md',
];

/** Paths of sources in backquotes; a name without a folder is not checked. */
const sourcesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w-]+(?:\/[\w-]+)*\/[\w-]+\.(?:test\.)?(?:ts|mjs))`/g)].map(
    ([, path = '']) => path,
  );

const isThere = (path: string): boolean =>
  existsSync(join(root, path)) || existsSync(join(root, 'src', path));

it.each(PAGES)('%s names only source files that exist', (page) => {
  expect(sourcesIn(pageText(page)).filter((path) => !isThere(path))).toEqual([]);
});

it('finds a source file in backquotes', () => {
  expect(sourcesIn('`relay/send.ts`, `send`; `test/x/y.test.ts`; `a.ts`')).toEqual([
    'relay/send.ts',
    'test/x/y.test.ts',
  ]);
});

/** A file and a name in it: `relay/send.ts`, `send`. */
const pairsIn = (text: string): [path: string, name: string][] =>
  [...text.matchAll(/`([\w-]+(?:\/[\w-]+)*\.ts)`, `([A-Za-z]\w*)`/g)].map(
    ([, path = '', name = '']) => [path, name],
  );

function defines(path: string, name: string): boolean {
  const code = readFileSync(join(root, 'src', path), 'utf8').replaceAll(
    /\/\*[^]*?\*\/|\/\/ .*/g,
    '',
  );
  return new RegExp(
    String.raw`\b(?:function|const|interface|type) ${name}\b|^ +(?:async )?${name}(?:[(<:]|,$)`,
    'm',
  ).test(code);
}

it('docs/architecture.md names only functions that its files define', () => {
  const pairs = pairsIn(pageText('docs/architecture.md'));
  expect(pairs.length).toBeGreaterThan(20);
  expect(pairs.filter(([path, name]) => !defines(path, name))).toEqual([]);
});

it('finds a name that a file does not define', () => {
  expect(pairsIn('`a.ts`, `b.ts`; `c/d.ts` → `relay/look.ts`, `settle`')).toEqual([
    ['relay/look.ts', 'settle'],
  ]);
  expect(defines('relay/look.ts', 'settle')).toBe(false);
  expect(defines('relay/look.ts', 'awaitConfirmation')).toBe(true);
});

it('docs/formats.md has every error code with its facts, and no other', () => {
  const source = readFileSync(join(root, 'src/errors.ts'), 'utf8');
  const [, data = ''] = /export interface ErrorData \{\n([^]*?)\n\}/.exec(source) ?? [];
  const inCode = [...data.matchAll(/^ {2}(\w+): (\{[^]*?\}|[^;]+);$/gm)].map(
    ([, code, facts = '']) =>
      `${code}: ${[...facts.matchAll(/(\w+)(\??):/g)].map(([, name, mark]) => `${name}${mark}`).join(', ')}`,
  );
  const [, table = ''] = /^## Error codes\n([^]*?)^## /m.exec(pageText('docs/formats.md')) ?? [];
  const inTable = [...table.matchAll(/^\| `(\w+)` +\| (.*?) +\|/gm)].map(
    ([, code, facts = '']) => `${code}: ${facts.trim().replaceAll('`', '')}`,
  );
  expect(inCode.length).toBeGreaterThan(60);
  expect(inTable.toSorted()).toEqual(inCode.toSorted());
});
