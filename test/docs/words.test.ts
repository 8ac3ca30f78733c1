import { describe, expect, it } from 'vitest';
import { headingsOf, pageText } from '../support/markdown.ts';
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

describe.each(['README.md', 'README.ja.md', 'docs/troubleshooting.md'])('%s', (page) => {
  it('quotes the program', () => expect(messagesOf(page).length).toBeGreaterThan(9));
  it.each(messagesOf(page))('%s', (message) => expect(isSaid(message)).toBe(true));
});

describe('docs/troubleshooting.ja.md', () => {
  const listed = [...pageText('docs/troubleshooting.ja.md').matchAll(/^- \[`([^`]+)`\]/gm)];
  it('is long enough to be of use', () => expect(listed.length).toBeGreaterThan(20));
  it.each(listed.map(([, message = '']) => message))('%s', (message) =>
    expect(isSaid(message)).toBe(true),
  );
});

describe('what counts as said', () => {
  it('reads the texts of a source', () => {
    const source = "const a = 'one'; // 'no'\nconst b = `two ${c ? `three ${d}` : \"four\"} five`;";
    expect(literalsIn(source)).toEqual(['one', 'three …', 'four', 'two … five']);
  });

  it.each([
    'neither zellij nor tmux was installed',
    'there is no rôle "…" in this army',
    'something else',
    'its pane is gone',
  ])('not: %s', (message) => expect(isSaid(message)).toBe(false));
});
