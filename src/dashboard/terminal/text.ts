import { printable } from '../../kit/log.ts';

/**
 * A text of others as cells that every terminal counts alike. Joined emoji, flags and variants are counted
 * by each terminal in its own way: of a cluster its first character is shown, of a flag its two letters.
 */
export function legible(text: string): string {
  return printable(text.normalize('NFC').replaceAll(/[\t\n\r\u2028\u2029]+/g, ' '))
    .replaceAll(FLAG, (flag) => [...flag].map(letterOf).join(''))
    .replaceAll(JOINED, '')
    .replaceAll(UNSURE, '\ufffd')
    .replaceAll(MANY_MARKS, '$1');
}

/** The lines of a text, each of them legible. */
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
