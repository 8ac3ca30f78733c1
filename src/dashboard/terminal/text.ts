import { columnsOf, columnsOfCharacter } from '../../kit/columns.ts';
import { printable } from '../../kit/log.ts';

/**
 * What another wrote, as cells every terminal counts alike. Joined emoji, flags and variants are counted
 * by each terminal in its own way: of a cluster its first character is shown, of a flag its two letters.
 */
export function legible(text: string): string {
  return printable(text.normalize('NFC').replaceAll(/[\t\n\r\u2028\u2029]+/g, ' '))
    .replaceAll(FLAG, (two) => [...two].map(letterOf).join(''))
    .replaceAll(JOINED, '')
    .replaceAll(UNSURE, '\ufffd')
    .replaceAll(MANY_MARKS, '$1');
}

/** The same of a text with lines: they stay lines. */
export const legibleLines = (text: string): string[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => legible(line.replaceAll('\t', '    ')));

const FLAG = /\p{Regional_Indicator}{2}/gu;
const letterOf = (indicator: string): string =>
  String.fromCharCode((indicator.codePointAt(0) ?? 0) - 0x1f1e6 + 65);
/** What follows a joiner, skin tones, variants, key caps, tags, and whatever else is not seen. */
const JOINED =
  /\u200d\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u20e3\ufe00-\ufe0f\u{e0000}-\u{e0fff}]|\p{Cf}/gu;
/** One column here, two there: lone halves of flags, hexagrams, numbers in squares. */
const UNSURE =
  /\p{Regional_Indicator}|[\u3248-\u324f\u4dc0-\u4dff\u115f\u1160-\u11ff\ud7b0-\ud7ff]/gu;
const MANY_MARKS = /([\p{Mn}\p{Me}]{2})[\p{Mn}\p{Me}]+/gu;

/** Cut to so many columns; what is missing is told by an ellipsis. */
export function clip(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  if (columns <= 1) return columns === 1 ? '…' : '';
  return `${begin(text, columns - 1)}…`;
}

/** The beginning of a text that fits, never half a wide character. */
export function begin(text: string, columns: number): string {
  let [shown, used] = ['', 0];
  for (const character of text) {
    used += columnsOfCharacter(character);
    if (used > columns) break;
    shown += character;
  }
  return shown;
}

export const pad = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
export const padStart = (text: string, columns: number): string =>
  ' '.repeat(Math.max(0, columns - columnsOf(text))) + text;

/** One line of a body as rows: between words where there are any, else wherever it must. */
export function wrap(line: string, columns: number): string[] {
  const rows: string[] = [];
  let from = 0;
  // Each character is measured once: a body may be one line of 32 KiB.
  for (;;) {
    const end = endOfRow(line, from, columns);
    const whole = line.slice(from, end);
    if (end === line.length) return [...rows, whole];
    const space = whole.lastIndexOf(' ');
    // A break that leaves most of a row empty is none.
    const cut = line[end] === ' ' || space < whole.length / 2 ? whole.length : space;
    rows.push(whole.slice(0, cut).trimEnd());
    from += cut;
    if (line[from] === ' ') from += 1;
  }
}

/** Where what fits ends; one character fits always. */
function endOfRow(line: string, from: number, columns: number): number {
  let [end, used] = [from, 0];
  while (end < line.length) {
    const character = String.fromCodePoint(line.codePointAt(end) ?? 0);
    used += columnsOfCharacter(character);
    if (used > columns && end > from) break;
    end += character.length;
  }
  return end;
}
