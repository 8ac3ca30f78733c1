import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headingsOf, pages, pageText } from '../support/markdown.ts';
import { HOLE, literalsIn, spokenTexts } from '../support/spoken-texts.ts';

const texts = spokenTexts();

/** What commander says, and what begins with a path of the reader's. */
const OTHERS = new Set([
  "unknown command '…'",
  "unknown option '…'",
  '…/config.yaml:…: …',
  '…/rituals/….md:…: …',
]);

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const pattern = (text: string, how: (body: string) => string): RegExp =>
  new RegExp(how(text.split(HOLE).map(escaped).join('(.*)')), 's');

/** A text with something in its holes is the whole message; or the message goes on where it says `…`. */
const isWhole = (message: string, text: string): boolean =>
  letters(text) >= 4 &&
  (pattern(text, (body) => `^${body}$`).test(message) ||
    (message.endsWith(HOLE) && pattern(message, (body) => `^${body}$`).test(text)));

/** A message put together from several texts: all of its letters are theirs. */
function isMadeOf(message: string): boolean {
  let rest = message;
  const parts = texts.flatMap((text) => text.split(HOLE)).filter((part) => letters(part) >= 3);
  for (const part of parts.toSorted((a, b) => b.length - a.length)) {
    rest = rest.replaceAll(part.trim(), '');
  }
  return letters(rest) === 0;
}

const isSaid = (message: string): boolean =>
  texts.some((text) => isWhole(message, text)) || isMadeOf(message);

/** The messages that head a part of the page: a heading that begins with one may name others. */
const messagesOf = (page: string): string[] =>
  headingsOf(pageText(page))
    .filter(({ level, text }) => level === 3 && text.startsWith('`'))
    .flatMap(({ text }) => [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words))
    .filter((words) => !OTHERS.has(words));

describe.each(['docs/troubleshooting.md', 'docs/troubleshooting.ja.md'])('%s', (page) => {
  const messages = messagesOf(page);
  it('quotes messages at all', () => expect(messages.length).toBeGreaterThan(9));
  it.each(messages)('quotes a message of the program: %s', (message) =>
    expect(isSaid(message)).toBe(true),
  );
});

describe('docs/troubleshooting.ja.md', () => {
  const listed = [...pageText('docs/troubleshooting.ja.md').matchAll(/^- \[`([^`]+)`\]/gm)];
  it('quotes enough messages to be of use', () => expect(listed.length).toBeGreaterThan(20));
  it.each(listed.map(([, message = '']) => message))(
    'quotes a message of the Japanese program: %s',
    (message) => expect(isSaid(message)).toBe(true),
  );
});

describe('a text of the program', () => {
  it('is found in a source', () => {
    const source = "const a = 'one'; // 'no'\nconst b = `two ${c ? `three ${d}` : \"four\"} five`;";
    expect(literalsIn(source)).toEqual(['one', 'three …', 'four', 'two … five']);
  });

  it.each([
    'neither zellij nor tmux was installed',
    'there is no rôle "…" in this army',
    'something else',
    'its pane is gone',
  ])('is not found: %s', (message) => expect(isSaid(message)).toBe(false));
});

const SRC = join(import.meta.dirname, '..', '..', 'src');
const TEST = join(import.meta.dirname, '..');
const filesIn = (dir: string, kind: RegExp): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => kind.test(name));
const sources = filesIn(SRC, /\.(?:ts|css)$/);
const PRONOUNS = /\b(?:who|some|any|every)(?:ever|body)\b|\bnobody\b/i;
const WHO_FIRST = /^\s*(?:\*|\/\*\*)?\s*Who\b/im;
const BARE_WHO = /\bWho\b|(?:[.:;|(] *|- |\b(?:by|[Oo]nly|of|names) )who\b/;
const OLD_NAMES =
  /\b(?:\w+P|p)apers?(?:[A-Z]\w*)?\b|\b[Ll]ore(?:[A-Z]\w*)?\b|\binsist(?:[A-Z]\w*)?\b/;

const isPlainComment = (text: string): boolean => !PRONOUNS.test(text) && !WHO_FIRST.test(text);

const commentsIn = (source: string): string =>
  [...source.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*/g)]
    .map(([comment]) => comment.replace(/^\/\/ /, ''))
    .join('\n');

/** What people wrote: no code, nothing that is quoted from it, nothing generated. */
const proseOf = (page: string): string =>
  page
    .replaceAll(/<!-- generated:([\w-]+)[^]*?<!-- \/generated:\1 -->/g, '')
    .replaceAll(/`[^`\n]*`/g, '``');

/** The titles of tests, the first words of a row of their tables, and the names of mutants. */
const titlesIn = (source: string): string =>
  [
    /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\1/g,
    /^\s*\](?: as const)?\)\(\s*(['"`])(.*?)\1/gm,
    /^\s*\[\s*(['"])([^'"\n]* [^'"\n]*)\1,/gm,
    /^ +name: (['"])(.*?)\1,$/gm,
  ]
    .flatMap((each) => [...source.matchAll(each)].map(([, , title = '']) => title))
    .join('\n');

describe('the words of the pages and the tests', () => {
  const isPlain = (text: string): boolean => !PRONOUNS.test(text) && !BARE_WHO.test(text);
  const english = pages().filter((page) => !/\.ja\.md$|^examples\//.test(page));

  it.each(english)('%s has no sentence whose subject is whoever, nobody, somebody or who', (page) =>
    expect(
      proseOf(pageText(page))
        .split('\n')
        .filter((line) => !isPlain(line)),
    ).toEqual([]),
  );

  it('no comment or title of a test has such a subject', () => {
    // This file has them as examples.
    const found = filesIn(TEST, /\.(?:ts|mjs)$/).filter((name) => {
      const source = readFileSync(join(TEST, name), 'utf8');
      return (
        name !== 'docs/words.test.ts' && !isPlain(`${commentsIn(source)}\n${titlesIn(source)}`)
      );
    });
    expect(found).toEqual([]);
  });

  it.each([
    'It is finished by whoever comes next.',
    'Only who has the token gets in.',
    'names the roles; who has none starts fresh',
    '| whoever rings | between paste and Enter |',
    titlesIn("  it('tells nobody', () => {"),
    titlesIn("  it.each([\n    ['a store nobody knows', 4],\n  ])('is refused: %s', (name) => {"),
    titlesIn("    name: 'R3: nobody rings',\n"),
  ])('finds %j', (text) => expect(isPlain(text)).toBe(false));

  it.each([
    'a specialist who reports',
    'the role whose relay died',
    proseOf('`no role "nobody"`'),
    titlesIn("    ['nobody', undefined],\n"),
  ])('passes over %j', (text) => expect(isPlain(text)).toBe(true));
});

describe('the words of the code', () => {
  const read = (name: string): string => readFileSync(join(SRC, name), 'utf8');

  it('no comment has whoever, nobody, somebody or who as its subject', () => {
    const found = sources.filter((name) => !isPlainComment(commentsIn(read(name))));
    expect(found).toEqual([]);
  });

  it('documents, knowledge and assert have no second name', () => {
    expect(sources.filter((name) => OLD_NAMES.test(`${name}\n${read(name)}`))).toEqual([]);
  });

  it.each(['/** Whoever holds it. */', '// Nobody waits.', '/**\n * Who has it is let go.\n */'])(
    'finds %j',
    (comment) => expect(isPlainComment(commentsIn(comment))).toBe(false),
  );

  it.each(['openYamlPapers', 'const papers =', 'work/lore.ts', 'insistOnPane'])(
    'finds %s',
    (name) => expect(OLD_NAMES.test(name)).toBe(true),
  );

  it('the glossary has each word once', () => {
    const rows = [...pageText('GLOSSARY.md').matchAll(/^\| ([^|]+?) +\| [^|]+\|/gm)];
    const words = rows.flatMap(([, word = '']) => word.split(', '));
    const entries = words.filter((word) => word !== 'Word' && !/^-+$/.test(word));
    expect(entries.length).toBeGreaterThan(60);
    expect(entries.filter((word, i) => entries.indexOf(word) !== i)).toEqual([]);
  });
});
