import { stripVTControlCharacters } from 'node:util';
import { columnsOf, columnsOfCharacter } from './columns.ts';

/**
 * Where a row may end. `anywhere`: between any two characters. `words`: at the end of a word, and
 * anywhere where there is none. `print`: never inside a word, nor before a closing mark; a longer word stays whole.
 */
export type Breaks = 'anywhere' | 'words' | 'print';

/** One line as rows of so many columns. Each character is measured once: a body may be one line of 32 KiB. */
export function wrapLine(line: string, columns: number, breaks: Breaks): string[] {
  const whole = breaks === 'print' ? line.trimEnd() : line;
  const places = breaks === 'anywhere' ? [] : breaksBetween(WORD, whole);
  const finer = breaks === 'print' ? breaksBetween(PIECE, whole) : [];
  const rows: string[] = [];
  let from = 0;
  for (;;) {
    const fits = fittingEnd(whole, from, columns);
    const end =
      breaks === 'print'
        ? (placeUpTo(places, from, fits) ?? placeUpTo(finer, from, fits) ?? nextPlace(finer, from))
        : breaks === 'words' && fits < whole.length
          ? wordEnd(places, from, fits)
          : fits;
    if (end === whole.length) return [...rows, whole.slice(from)];
    const row = whole.slice(from, end);
    rows.push(breaks === 'words' ? row.trimEnd() : row);
    from = end;
    if (breaks === 'words' && whole[from] === ' ') from += 1;
    if (breaks === 'print') from += /^\s*/u.exec(whole.slice(from))?.[0].length ?? 0;
  }
}

/** A text of several lines, broken as in print. */
export const wrapText = (text: string, columns: number): string =>
  text
    .split('\n')
    .flatMap((line) => wrapLine(line, columns, 'print'))
    .join('\n');

/** Broken as in print behind a beginning; the further rows stand below the first word. */
export function wrapBehind(beginning: string, text: string, columns: number): string {
  const indent = columnsOf(stripVTControlCharacters(beginning));
  const rows = wrapLine(text, Math.max(NARROWEST, columns - indent), 'print');
  return beginning + rows.join(`\n${' '.repeat(indent)}`);
}

/** In fewer columns hardly a word fits. */
export const NARROWEST = 12;

/** A colour, or its end: it takes no columns. */
const STYLE = /\u001b\[[\d;]*m/y;

/** Where what fits ends; one character fits always. */
function fittingEnd(line: string, from: number, columns: number): number {
  let [end, used] = [from, 0];
  while (end < line.length) {
    STYLE.lastIndex = end;
    if (line[end] === '\u001b' && STYLE.test(line)) {
      end = STYLE.lastIndex;
      continue;
    }
    const character = String.fromCodePoint(line.codePointAt(end) ?? 0);
    used += columnsOfCharacter(character);
    if (used > columns && end > from) break;
    end += character.length;
  }
  return end;
}

/** The last end of a word that fits; a break that leaves most of a row empty is none. */
function wordEnd(places: readonly number[], from: number, fits: number): number {
  const place = placeUpTo(places, from, fits) ?? from;
  return place - from < (fits - from) / 2 ? fits : place;
}

const WIDE = String.raw`\u2e80-\u9fff\uff01-\uff60`;
const NARROW = String.raw`^\s${WIDE}`;
const KATAKANA = String.raw`\u30a1-\u30fa\u30fc`;
const HIRAGANA = String.raw`\u3041-\u309f`;
const KANJI = String.raw`\u3005\u3400-\u9fff`;
/** A Japanese word goes with the hiragana that follow it (its ending, its particle), a number with what it counts. */
const WORD = new RegExp(
  String.raw`\s*(?:(?:[${NARROW}]+(?:(?<=\d) ?[${KANJI}]+)?|[${KATAKANA}]+|[${KANJI}]+)(?: ?[${HIRAGANA}]+)?|[${HIRAGANA}]+|[${WIDE}])`,
  'gu',
);
/** Of a word that is longer than a row: narrow characters, katakana, any other wide character. */
const PIECE = new RegExp(String.raw`\s*(?:[${KATAKANA}]+|[${WIDE}]|[${NARROW}]+)`, 'gu');
/** Never first in a line: it stays with what is before it. */
const CLOSING = /^[、。，．）」』】ー・っゃゅょッャュョ：；！？]/;
/** Never last in a line. */
const OPENING = /[（「『【]$/;

/** The ends of all parts behind which a line may be broken, its own end last. */
function breaksBetween(part: RegExp, line: string): number[] {
  const parts = line.match(part) ?? [];
  let at = 0;
  const ends = parts.flatMap((each, i) => {
    at += each.length;
    const isOpen = OPENING.test(each) || CLOSING.test(parts[i + 1] ?? '');
    return isOpen ? [] : [at];
  });
  return [...ends.filter((end) => end < line.length), line.length];
}

const placeUpTo = (places: readonly number[], from: number, fits: number): number | undefined =>
  places.findLast((place) => place > from && place <= fits);

const nextPlace = (places: readonly number[], from: number): number =>
  places.find((place) => place > from) ?? from;
