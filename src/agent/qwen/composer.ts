import type { Screen } from '../../mux/mux.ts';
import type { Composer } from '../agent.ts';
import { cellsOf } from '../cells.ts';
import { readWholeBox, showsText, type BoxLook } from '../composer.ts';

/**
 * Qwen Code's composer: `>`, in yolo mode `*`, between two full-width rules; `!` is its shell mode. Its words
 * are in the person's language, so it is read by its marks alone (0.24.4).
 */
const QWEN: BoxLook = {
  mode: /^[>*!](?: |$)/,
  prompts: '>*',
  // The pointer of a menu, in a frame or not.
  asks: /^[\s│]*[›❯] \S/,
  // In tmux two frames of dots, elsewhere braille: before the phrase of a turn, and before a tool that runs.
  spinner: /^ {2}(?:\. |\.\.|[\u2801-\u28ff]) ?\S/,
  // In a pane of less than 80 columns the seconds of a turn have a row of their own.
  hint: /^ {2}\((?:\d+[dhms] ?)+[ ·)]/,
  isPlaceholder,
};

export function readComposer(screen: Screen): Composer {
  const lines = screen.lines.map(withoutMarks);
  return hidesTurn(lines) ? { state: 'unknown' } : readWholeBox({ ...screen, lines }, QWEN);
}

/** In a pane so narrow the sign of a turn does not move: whether one runs cannot be told from what others print. */
function hidesTurn(lines: readonly string[]): boolean {
  const end = lines.findLastIndex((line) => RULE.test(line));
  const above = lines.slice(0, end).findLastIndex((line) => RULE.test(line));
  const isNarrow = (lines[end] ?? '').trimEnd().length <= NARROW;
  const near = lines.slice(Math.max(0, above - SIGN_ROWS), Math.max(0, above));
  return isNarrow && near.some((line) => /^ {2}\(.+\)$/.test(line));
}

const RULE = /^─.*──\s*$/;
const NARROW = 30;
/** Behind it at most three messages that wait, and a hint. */
const SIGN_ROWS = 8;

/** Whether a composer that reads `shown` holds `text`, or Qwen Code's placeholder for a long paste. */
export function showsPasted(shown: string, text: string): boolean {
  const [, characters] = /^\[Pasted Content (\d+) chars\]$/.exec(shown.trim()) ?? [];
  if (characters === undefined) return showsText(shown, text);
  const pasted = text.replaceAll(/\r\n/g, '\n');
  const isLong = pasted.length > LONG_PASTE || pasted.split(/[\n\r]/).length > LONG_PASTE_LINES;
  return isLong && [...pasted].length === Number(characters);
}

const LONG_PASTE = 1_000;
const LONG_PASTE_LINES = 10;

/** Where the cursor is drawn behind a text, a character without a width stands. */
const withoutMarks = (line: string): string => line.replaceAll('\u200b', '');

const PLACEHOLDER = /^ {2}(?:Type your message or @path\/to\/file|Press 'i' for INSERT mode .*)$/;

/**
 * It begins with two spaces. The first is the cursor; from the second on all of it has one colour, which a text
 * of a person's has not. Where there are no colours only its words tell.
 */
function isPlaceholder({ lines, styled }: Screen, row: number): boolean {
  const shown = (lines[row] ?? '').slice(2).trimEnd();
  if (PLACEHOLDER.test(shown)) return true;
  const cells = cellsOf(styled ?? [], row).slice(2);
  const [first, second, ...rest] = cells.slice(0, [...shown].length);
  return (
    first?.text === ' ' &&
    second?.text === ' ' &&
    second.colour !== first.colour &&
    rest.length > 0 &&
    rest.every(({ colour }) => colour === second.colour) &&
    cells
      .map(({ text }) => text)
      .join('')
      .trimEnd() === shown
  );
}
