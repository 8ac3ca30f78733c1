import type { Screen } from '../../mux/mux.ts';
import type { Composer } from '../agent.ts';
import { cellsOf } from '../cells.ts';

/**
 * Reads the composer of Gemini CLI (0.61.0). Below a full-width rule of its own stand a row or more of hints, then the
 * prompt, between two edges of half blocks, of rules, or, where the terminal has not all colours, of empty rows in
 * another colour; then the footer. What was said before stands above the rule, and a line of the person's looks
 * there as a composer does, edges and all; a dialog takes the place of all of it.
 */
export function readComposer(screen: Screen): Composer {
  const { lines } = screen;
  const first = lines.findLastIndex((line) => PROMPT.test(line));
  const rule = findRule(lines, first);
  const end = endOfText(lines, first);
  const below = lines.slice(rule < 0 ? 0 : end);
  if (below.some((line) => ASKS.test(line))) return { state: 'dialog' };
  const foot = below.filter((line) => line.trim() !== '' && !EDGE.test(line));
  if (rule < 0 || foot.length > FOOTER_LINES || foot.some((line) => !FOOTER.test(line)))
    return { state: 'unknown' };
  const rows = lines.slice(first, end);
  if (!hasCursor(screen, first)) return { state: 'unknown' };
  const busy = findTurn(lines, rule);
  const ready = { state: 'ready', ...(busy !== '' && { busy }) } as const;
  const text = [
    rows[0]?.slice(TEXT_COLUMN) ?? '',
    ...rows.slice(1).map((row) => row.slice(TEXT_COLUMN)),
  ]
    .map((row) => row.trimEnd())
    .join('\n')
    .trimEnd();
  // The shell's, or a search in what was said: what is typed there is not for the model.
  const mode = lines[first]?.[1] ?? '';
  if (mode !== '>' && mode !== '*') return { ...ready, text: `${mode} ${text}` };
  return { ...ready, text: PLACEHOLDERS.has(text) ? '' : text };
}

/** `*`: nothing is asked for before it is done. `!`: a shell's. */
const PROMPT = /^ (?:[>*!]|\(r:\))(?: |$)/;
const TEXT_COLUMN = 3;
/** The cursor stands on the first of their spaces. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  '  Type your message or @path/to/file',
  "  Press 'Esc' for NORMAL mode.",
  "  Press 'i' for INSERT mode.",
]);

const RULE = /^─{3,}\s*$/;
const EDGE = /^(?:▄{3,}|▀{3,}|─{3,})\s*$/;
/** Between the rule and the prompt: hints, wrapped in a narrow pane, and the upper edge. */
const HINT_LINES = 6;
const HINT = /^ *$|^ {1,2}\S/;

function findRule(lines: readonly string[], first: number): number {
  if (first < 1) return -1;
  // The upper edge may be a rule as well.
  for (let i = first - 2; i >= Math.max(0, first - HINT_LINES); i -= 1) {
    const line = lines[i] ?? '';
    if (RULE.test(line)) return i;
    if (!HINT.test(line) && !EDGE.test(line)) return -1;
  }
  return -1;
}

const CONTINUED = /^ {3}|^\s*$/;

/** The first row that is not its own any more. */
function endOfRows(lines: readonly string[], first: number): number {
  const after = lines.findIndex((line, i) => i > first && !CONTINUED.test(line));
  return after < 0 ? lines.length : after;
}

/** The row after the last of its text, which may have empty rows in it. */
function endOfText(lines: readonly string[], first: number): number {
  const rows = lines.slice(0, endOfRows(lines, first));
  const last = rows.findLastIndex((line) => line.trim() !== '');
  return Math.max(first, last) + 1;
}

/** A footer's, or a suggestion's: no frame of a dialog, and nothing that was said. */
const FOOTER = /^ {1,2}[^\s│╭╰]/;
const FOOTER_LINES = 12;
const ASKS = /^[\s│]*● \d+\. /;

/** It is drawn as a cell in reverse, unless all is without colour; the terminal's own is hidden, and stands there. */
function hasCursor({ lines, styled, cursor }: Screen, first: number): boolean {
  if (styled === undefined) return true;
  // It may be in an empty row, after a line that was ended by Enter.
  const end = endOfRows(lines, first);
  if (cursor !== undefined && cursor.row >= first && cursor.row < end) return true;
  for (let row = first; row < end; row += 1) {
    if (cellsOf(styled, row).some(({ inverse }) => inverse)) return true;
  }
  return false;
}

/** It turns, and its seconds count, as long as a turn runs; a hook or a hint may stand there at other times. */
const SPINNER = /^ ?[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] |\(esc to cancel/;
const STATUS_LINES = 6;

const findTurn = (lines: readonly string[], rule: number): string =>
  lines
    .slice(Math.max(0, rule - STATUS_LINES), rule)
    .filter((line) => SPINNER.test(line))
    .join('\n');

/** Whether a composer that reads `shown` holds `text`, or the placeholder that stands for a long paste. */
export function showsText(shown: string, text: string): boolean {
  if (squeeze(shown) === squeeze(text)) return true;
  const [, count, unit] = PASTED.exec(squeeze(shown)) ?? [];
  if (count === undefined) return false;
  const lines = text.split(/\r\n|\r|\n/).length;
  return Number(count) === (unit === 'lines' ? lines : text.length);
}

const PASTED = /^\[PastedText:(\d+)(lines|chars)(?:#\d+)?\]$/;

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');
