import { columnsOf } from '../terminal/columns.ts';
import type { Screen } from '../mux/mux.ts';
import type { Composer } from './agent.ts';
import { cellsOf, type Cell } from './cells.ts';

/** How an agent draws its composer between two full-width rules. */
export interface BoxLook {
  /** How its first row begins; the first character is the mode. */
  mode: RegExp;
  /** The modes in which what is typed is for the model. */
  prompts: string;
  /** A row of a dialog. */
  asks: RegExp;
  /** A row near it that says that a turn is running. */
  spinner: RegExp;
  hint: RegExp;
  isPlaceholder(screen: Screen, row: number): boolean;
}

const CLAUDE: BoxLook = {
  // A multiplexer that cuts trailing white space takes the no-break space of an empty one with it.
  mode: /^[❯!#&](?:\u00a0|\s*$)/,
  prompts: '❯',
  // The pointer of a menu, with a plain space unlike the composer's; or the hint below one, wrapped or not.
  asks: /^\s*❯ +\d+\. |^\s*Enter to (?:confirm|select|stay)\b.*·/,
  // The hint gives way to others in Claude's footer; the spinner does not.
  spinner: /^[*·✢✳✶✻✽] \S+…/,
  hint: /esc to interrupt/,
  isPlaceholder: isDim,
};

/**
 * Reads the composer of Claude Code, and of the mock agent that imitates it: a row that starts with
 * `❯` and a no-break space, between two full-width rules.
 */
export const readComposer = (screen: Screen): Composer =>
  readBox(screen, findWholeBox(screen.lines, CLAUDE) ?? findCutBox(screen), CLAUDE);

/** As `readComposer`, for an agent whose composer never falls off the lower end of the screen. */
export const readWholeBox = (screen: Screen, look: BoxLook): Composer =>
  readBox(screen, findWholeBox(screen.lines, look), look);

/**
 * Everything above a composer was written by others
 * and may imitate it, so only the last rule on the screen can be its lower edge, an option row below
 * that is a dialog, and where the cursor is known it must be in the box. In doubt it is not ready:
 * a nudge that waits is safe, one typed into the wrong thing is not.
 */
function readBox(screen: Screen, box: Box | undefined, look: BoxLook): Composer {
  const { lines } = screen;
  const below = lines.slice(box?.below ?? 0);
  if (below.some((line) => look.asks.test(line))) return { state: 'dialog' };
  if (box === undefined || !isCursorInside(screen, box)) return { state: 'unknown' };
  if (below.filter((line) => line.trim() !== '').length > FOOTER_LINES) return { state: 'unknown' };
  const above = lines.slice(Math.max(0, box.first - SPINNER_LINES), box.first);
  const signs = [...above, ...below].filter(
    (line) => look.hint.test(line) || look.spinner.test(line),
  );
  const busy = (signs.length > 0 ? signs : findSpinner(lines, box, look)).join('\n');
  const ready = { state: 'ready', ...(busy !== '' && { busy }) } as const;
  const text = readText(lines.slice(box.first, box.end)) + markUnseen(screen, box);
  // Bash mode and its like: what is typed there is not for the model, so it is never empty (C2).
  const mode = lines[box.first]?.charAt(0) ?? '';
  if (!look.prompts.includes(mode)) return { ...ready, text: `${mode} ${text}` };
  const atStart = screen.cursor === undefined || screen.cursor.column === TEXT_COLUMN;
  if (text === '' && !atStart) return { state: 'unknown' };
  return { ...ready, text: atStart && look.isPlaceholder(screen, box.first) ? '' : text };
}

/** Tips and tasks stand below the spinner, indented; in a narrow pane there are many rows of them. */
function findSpinner(lines: readonly string[], { first }: Box, { spinner }: BoxLook): string[] {
  const last = lines.slice(0, first - 1).findLast((line) => /^\S/.test(line)) ?? '';
  return spinner.test(last) ? [last] : [];
}

/** Between the last rule on the screen and the one before it. */
function findWholeBox(lines: readonly string[], { mode }: BoxLook): Box | undefined {
  const end = lines.findLastIndex((line) => NAMED_RULE.test(line));
  const top = lines.findLastIndex((line, i) => i < end && NAMED_RULE.test(line));
  if (top < 0 || !RULE.test(lines[end] ?? '') || !mode.test(lines[top + 1] ?? '')) return undefined;
  return { first: top + 1, end, below: end + 1, columns: columnsOf((lines[end] ?? '').trimEnd()) };
}

/**
 * In a pane of few rows Claude shows the beginning of its composer and lets the lower rule fall off
 * the screen. Believed only where the cursor stands in it, it fills the screen, and all of it is
 * indented as a composer's rows are.
 */
function findCutBox({ lines, cursor }: Screen): Box | undefined {
  const top = lines.findLastIndex((line) => NAMED_RULE.test(line));
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const [prompt = '', ...rest] = lines.slice(top + 1, end);
  const full = (rest.at(-1) ?? prompt).trim() !== '';
  const indented = rest.every((row) => INDENTED.test(row) && !CLAUDE.asks.test(row));
  if (top < 0 || cursor === undefined || !full || !indented || !CLAUDE.mode.test(prompt))
    return undefined;
  return { first: top + 1, end, below: end, columns: columnsOf((lines[top] ?? '').trimEnd()) };
}

/** `…` for text that goes on below the screen: there the cursor is not at the end of the visible text. */
function markUnseen({ lines, cursor }: Screen, { end, below }: Box): '' | '…' {
  const last = (lines[end - 1] ?? '').trimEnd();
  const cut = end === below && !MODE_ALONE.test(last);
  return cut && cursor?.column !== columnsOf(last) ? '…' : '';
}

/** Whether a composer that reads `shown` holds `text`, or the agent's own placeholder for it. */
export function showsText(shown: string, text: string): boolean {
  if (squeeze(shown) === squeeze(text)) return true;
  const newlines = text.match(/\r\n|\r|\n/g)?.length ?? 0;
  if (newlines === 0 && text.length <= LONG_PASTE) return false;
  const pasted = PASTED.exec(squeeze(shown));
  if (pasted !== null) return Number(pasted[1] ?? 0) === newlines;
  // Typed, not pasted, it may be taller than the composer, which then shows its end, marked or not.
  const end = squeeze(shown).replace(/^…/, '');
  return end.length >= LONG_ENOUGH && squeeze(text).endsWith(end);
}

const RULE = /^─{3,}\s*$/;
/** The upper one may carry the name of the session, wherever in it. */
const NAMED_RULE = /^─.*──/;
const MODE_ALONE = /^[❯!#&]\s*$/;
const INDENTED = /^ {2}|^\s*$/;
const TEXT_COLUMN = 2;
const SPINNER_LINES = 8;
/** Hints and a person's own status line; an overlay below an imitation has more. */
const FOOTER_LINES = 8;
/** A longer paste is shown only as a placeholder. */
const LONG_PASTE = 800;
/** So many equal characters are no coincidence. */
const LONG_ENOUGH = 100;
const PASTED = /^\[Pastedtext#\d+(?:\+(\d+)lines)?\]$/;

interface Box {
  /** As lines: its first row, the one after its last, and where what stands below it begins. */
  first: number;
  end: number;
  below: number;
  columns: number;
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

const readText = ([first = '', ...rest]: readonly string[]): string =>
  [first.slice(TEXT_COLUMN), ...rest.map((row) => row.replace(/^ {1,2}/, ''))]
    .map((row) => row.trimEnd())
    .join('\n')
    .trimEnd();

/** Lines may be several rows joined (Z13): the cursor's row is only known up to those above. */
function isCursorInside({ lines, cursor }: Screen, { first, end, columns }: Box): boolean {
  if (cursor === undefined) return true;
  const joined = lines
    .slice(0, end)
    .reduce(
      (rows, line) => rows + Math.max(0, Math.ceil(columnsOf(line.trimEnd()) / columns) - 1),
      0,
    );
  return cursor.row >= first && cursor.row < end + joined;
}

/** Dim from end to end; only the first cell may be drawn otherwise, as the cursor on it. */
export function isDim({ lines, styled }: Screen, row: number): boolean {
  if (styled === undefined) return false;
  const cells = cellsOf(styled, row);
  const same =
    cells
      .map(({ text }) => text)
      .join('')
      .trimEnd() === (lines[row] ?? '').trimEnd();
  const [first, ...rest] = cells.slice(TEXT_COLUMN).filter(({ text }) => text.trim() !== '');
  if (!same || first === undefined || rest.length === 0) return false;
  return (first.dim || first.inverse) && rest.every(({ dim }: Cell) => dim);
}
