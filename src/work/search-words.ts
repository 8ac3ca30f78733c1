import { COMPOUNDS, conceptOf } from './search-concepts.ts';
import { stem } from './search-stem.ts';
import { STOP_WORDS } from './search-stop-words.ts';

/** One thing to look up: what stands in the index, how it was written, how much it says. */
export interface Word {
  readonly term: string;
  readonly written: string;
  readonly weight: number;
}

// Longer texts are cut: what a search costs is bounded by this, whatever it is given.
const LONGEST_TEXT = 20_000;
const LONGEST_WORD = 64;

const GRAM = 0.4;
const PART = 0.6;
const CONCEPT = 0.6;

const JAPANESE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆`;
const LETTER = String.raw`(?:(?![${JAPANESE}])[\p{L}\p{M}\p{N}])`;
const RUNS = new RegExp(
  String.raw`(?<japanese>[${JAPANESE}]+)|(?<other>${LETTER}+(?:[._\-/@:+#$]+${LETTER}+)*)`,
  'gu',
);

let segmenter: Intl.Segmenter | undefined;

/** The words of a text in both languages, each term once, the heaviest of its readings. */
export function wordsOf(text: string): Word[] {
  const found = new Map<string, Word>();
  for (const word of readings(text)) {
    const known = found.get(word.term);
    if (known === undefined || known.weight < word.weight) found.set(word.term, word);
  }
  return [...found.values()];
}

/** The terms of a text as often as they stand in it. */
export const termsOf = (text: string): string[] => Array.from(readings(text), ({ term }) => term);

/** One form for all the ways to type a character: full and half width, case. */
export const plain = (text: string): string =>
  text.slice(0, LONGEST_TEXT).normalize('NFKC').toLowerCase();

function* readings(text: string): Generator<Word> {
  for (const word of literal(text)) {
    yield word;
    const concept = conceptOf(word.term);
    if (concept !== undefined) yield { term: concept, written: word.written, weight: CONCEPT };
  }
}

function* literal(text: string): Generator<Word> {
  for (const { groups } of text.slice(0, LONGEST_TEXT).normalize('NFKC').matchAll(RUNS)) {
    const { japanese, other } = groups ?? {};
    if (japanese !== undefined) yield* japaneseWords(japanese);
    else if (other !== undefined) yield* names(other);
  }
}

/**
 * Segments as the dictionary cuts them, and around them what makes a compound match either way: the whole katakana
 * word (the dictionary cuts ミドルウェア in two) and the pairs of each run of kanji (再試行 is 再 + 試行 there).
 */
function* japaneseWords(run: string): Generator<Word> {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  for (const { segment } of segmenter.segment(run)) yield* segmentWords(segment);
  for (const [katakana] of run.matchAll(/[\p{Script=Katakana}ー]{3,}/gu)) {
    yield { term: unlengthened(katakana), written: katakana, weight: 1 };
  }
  for (const [kanji] of run.matchAll(/[\p{Script=Han}々]{3,}/gu)) {
    const characters = Array.from(kanji);
    for (let at = 0; at + 1 < characters.length; at += 1) {
      const pair = `${characters[at]}${characters[at + 1]}`;
      yield { term: pair, written: kanji, weight: GRAM };
    }
  }
  for (const [name] of run.matchAll(COMPOUNDS)) {
    const term = conceptOf(name);
    if (term !== undefined) yield { term, written: name, weight: CONCEPT };
  }
}

function* segmentWords(segment: string): Generator<Word> {
  if (STOP_WORDS.has(segment)) return;
  if (/^\p{Script=Hiragana}+$/u.test(segment)) {
    const term = segment.replace(/(?<=..)[るたて]$/u, '');
    if (term.length > 1) yield { term, written: segment, weight: PART };
    return;
  }
  if (/^[\p{Script=Katakana}ー]+$/u.test(segment)) {
    const term = unlengthened(segment);
    if (term.length > 1) yield { term, written: segment, weight: PART };
    return;
  }
  // 落ちる, 落ちた and 落とす share their kanji; the kana behind it only bend the word.
  for (const [kanji] of segment.matchAll(/[\p{Script=Han}々]+/gu)) {
    if (STOP_WORDS.has(kanji)) continue;
    yield { term: kanji, written: segment, weight: kanji.length > 1 ? 1 : PART };
  }
}

/** サーバー and サーバ are one word. */
const unlengthened = (word: string): string => word.replace(/(?<=..)ー$/u, '');

/** An identifier, a path, a version or a plain word: its parts, and the whole as one. */
function* names(run: string): Generator<Word> {
  if (/^[vV]?\d+(?:\.\d+)*$/.test(run)) {
    yield { term: run.toLowerCase().replace(/^v/, ''), written: run, weight: 1 };
    return;
  }
  const parts = run
    .split(/[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((part) => part !== '' && part.length <= LONGEST_WORD)
    .map((part) => part.toLowerCase());
  for (const part of parts) {
    if (part.length < 2 || STOP_WORDS.has(part)) continue;
    yield { term: stem(part), written: part, weight: parts.length > 1 ? PART : 1 };
  }
  const whole = parts.join('');
  if (parts.length > 1 && whole.length <= LONGEST_WORD) {
    yield { term: whole, written: run, weight: 1 };
  }
}

export const isLatin = (term: string): boolean => /^[a-z]/.test(term);
