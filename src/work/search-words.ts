import { COMPOUNDS, conceptOf } from './search-concepts.ts';
import { stem } from './search-stem.ts';
import { STOP_WORDS } from './search-stop-words.ts';

/** One thing to look up. */
export interface Word {
  /** What stands in the index. */
  readonly term: string;
  readonly written: string;
  /** The word it is a piece of: ten pieces of one word that agree are still one word. */
  readonly whole: string;
  /** How much it says. */
  readonly weight: number;
}

// Longer texts are cut: what a search costs is bounded by this, whatever it is given.
export const LONGEST_TEXT = 20_000;
const LONGEST_WORD = 64;
// The segmenter's time grows with the square of its text; no sentence is so long without a comma.
const LONGEST_RUN = 200;

const GRAM = 0.4;
const PART = 0.6;
const CONCEPT = 0.6;

const JAPANESE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆`;
const LETTER = String.raw`(?:(?![${JAPANESE}])[\p{L}\p{M}\p{N}])`;
const RUNS = new RegExp(
  String.raw`(?<japanese>[${JAPANESE}]{1,${LONGEST_RUN}})|(?<other>${LETTER}+(?:[._\-/@:+#$]+${LETTER}+)*)`,
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

/** For people: what was found, each word once, as it stood in the text. */
export const asWritten = (terms: readonly string[], words: ReadonlyMap<string, Word>): string[] => [
  ...new Set(terms.flatMap((term) => words.get(term)?.written ?? [])),
];

/** One form for all the ways to type a character: full and half width, case. */
export const plain = (text: string): string => uniform(text).toLowerCase();

/** A name as one term, as names() gives it: lesson_042 is lesson042. */
export const joined = (name: string): string => plain(name).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

// Cut twice: a character may become eighteen.
const uniform = (text: string): string =>
  text.slice(0, LONGEST_TEXT).normalize('NFKC').slice(0, LONGEST_TEXT);

function* readings(text: string): Generator<Word> {
  for (const word of literal(text)) {
    yield word;
    const concept = conceptOf(word.term);
    if (concept !== undefined) yield { ...word, term: concept, weight: CONCEPT };
  }
}

function* literal(text: string): Generator<Word> {
  for (const { groups } of uniform(text).matchAll(RUNS)) {
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
  const segments = [...segmenter.segment(run)];
  const wholes: string[] = [];
  const cover = (text: string, at: number): void => {
    wholes.fill(text, at, at + text.length);
  };
  wholes.length = run.length;
  const katakana = [...run.matchAll(/[\p{Script=Katakana}ー]{3,}/gu)];
  const compounds = [...run.matchAll(COMPOUNDS)];
  for (const { segment, index } of segments) cover(segment, index);
  for (const { 0: text, index } of [...katakana, ...compounds]) cover(text, index);
  const wholeAt = (at: number): string => wholes[at] ?? run;

  for (const { segment, index } of segments) yield* segmentWords(segment, wholeAt(index));
  for (const { 0: word, index } of katakana) {
    yield { term: unlengthened(word), written: word, whole: wholeAt(index), weight: 1 };
  }
  for (const { 0: kanji, index } of run.matchAll(/[\p{Script=Han}々]{3,}/gu)) {
    const characters = Array.from(kanji);
    let at = index;
    for (const [i, first] of characters.slice(0, -1).entries()) {
      const term = `${first}${characters[i + 1]}`;
      yield { term, written: wholeAt(at), whole: wholeAt(at), weight: GRAM };
      at += first.length;
    }
  }
  for (const [name] of compounds) {
    const term = conceptOf(name);
    if (term !== undefined) yield { term, written: name, whole: name, weight: CONCEPT };
  }
}

function* segmentWords(segment: string, whole: string): Generator<Word> {
  if (STOP_WORDS.has(segment)) return;
  if (/^\p{Script=Hiragana}+$/u.test(segment)) {
    const term = segment.replace(/(?<=..)[るたて]$/u, '');
    if (term.length > 1) yield { term, written: segment, whole, weight: PART };
    return;
  }
  if (/^[\p{Script=Katakana}ー]+$/u.test(segment)) {
    const term = unlengthened(segment);
    if (term.length > 1) yield { term, written: whole, whole, weight: PART };
    return;
  }
  // 落ちる, 落ちた and 落とす share their kanji; the kana behind it only bend the word.
  for (const [kanji] of segment.matchAll(/[\p{Script=Han}々]+/gu)) {
    if (STOP_WORDS.has(kanji)) continue;
    yield { term: kanji, written: segment, whole, weight: kanji.length > 1 ? 1 : PART };
  }
}

/** サーバー and サーバ are one word. */
const unlengthened = (word: string): string => word.replace(/(?<=..)ー$/u, '');

/** An identifier, a path, a version or a plain word: its parts, and the whole as one. */
function* names(run: string): Generator<Word> {
  if (/^[vV]?\d+(?:\.\d+)*$/.test(run)) {
    yield { term: run.toLowerCase().replace(/^v/, ''), written: run, whole: run, weight: 1 };
    return;
  }
  const parts = run
    .split(/[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((part) => part !== '' && part.length <= LONGEST_WORD)
    .map((part) => part.toLowerCase());
  for (const part of parts) {
    if (part.length < 2 || STOP_WORDS.has(part)) continue;
    yield { term: stem(part), written: part, whole: run, weight: parts.length > 1 ? PART : 1 };
  }
  const whole = parts.join('');
  if (parts.length > 1 && whole.length <= LONGEST_WORD) {
    yield { term: whole, written: run, whole: run, weight: 1 };
  }
}

export const isLatin = (term: string): boolean => /^[a-z]/.test(term);
