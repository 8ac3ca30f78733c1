import type { Screen } from '../mux/mux.ts';
import type { Composer } from './agent.ts';
import { cellsOf, type Cell } from './cells.ts';

/**
 * Reads the composer of Claude Code, and of the mock agent that imitates it: a row that starts with
 * `❯` and a no-break space, between two full-width rules. Everything above it was written by others
 * and may imitate it, so only the last rule on the screen can be its lower edge, an option row below
 * that is a dialog, and where the cursor is known it must be in the box. In doubt it is not ready:
 * a nudge that waits is safe, one typed into the wrong thing is not.
 */
export function readComposer(screen: Screen): Composer {
  const { lines } = screen;
  const end = lines.findLastIndex((line) => RULE.test(line));
  const top = lines.findLastIndex((line, i) => i < end && NAMED_RULE.test(line));
  const below = lines.slice(end + 1).filter((line) => line.trim() !== '');
  if (below.some((line) => OPTION.test(line))) return { state: 'dialog' };
  const mode = MODE.exec(lines[top + 1] ?? '')?.[1];
  if (top < 0 || mode === undefined) {
    const asks = lines.slice(Math.max(0, top)).some((line) => OPTION.test(line));
    return { state: asks ? 'dialog' : 'unknown' };
  }
  const box = { first: top + 1, end, columns: [...(lines[end] ?? '').trimEnd()].length };
  if (below.length > FOOTER_LINES || !cursorInside(screen, box)) return { state: 'unknown' };
  const spinner = [...lines.slice(Math.max(0, top - SPINNER_LINES), top), ...below];
  const busy = spinner.some((line) => line.includes(INTERRUPTIBLE));
  const ready = { state: 'ready', ...(busy && { busy }) } as const;
  const text = textIn(lines.slice(box.first, box.end));
  // Bash mode and its like: what is typed there is not for the model, so it is never empty (C2).
  if (mode !== PROMPT) return { ...ready, text: `${mode} ${text}` };
  const atStart = screen.cursor === undefined || screen.cursor.column === TEXT_COLUMN;
  if (text === '' && !atStart) return { state: 'unknown' };
  return { ...ready, text: atStart && isPlaceholder(screen, box.first) ? '' : text };
}

/** Whether a composer that reads `shown` holds `text`, or the agent's own sign for having it. */
export function showsText(shown: string, text: string): boolean {
  if (squeeze(shown) === squeeze(text)) return true;
  const newlines = text.match(/\r\n|\r|\n/g)?.length ?? 0;
  if (newlines === 0 && text.length <= LONG_PASTE) return false;
  const pasted = PASTED.exec(squeeze(shown));
  if (pasted !== null) return Number(pasted[1] ?? 0) === newlines;
  // Typed, not pasted, it may be taller than the composer, which then shows its end.
  const end = squeeze(shown);
  return end.length >= LONG_ENOUGH && squeeze(text).endsWith(end);
}

const PROMPT = '❯';
const RULE = /^─{3,}\s*$/;
/** The upper one may carry the name of the session. */
const NAMED_RULE = /^─{3,}.*─\s*$/;
/** A multiplexer that cuts trailing white space takes the no-break space of an empty one with it. */
const MODE = /^([❯!#&])(?:\u00a0|\s*$)/;
/** The pointer of a menu: with a plain space, unlike the composer's. */
const OPTION = /^\s*❯ +\d+\. /;
const TEXT_COLUMN = 2;
const INTERRUPTIBLE = 'esc to interrupt';
const SPINNER_LINES = 4;
/** Hints and a person's own status line; an overlay below an imitation has more. */
const FOOTER_LINES = 8;
/** From here on an agent shows a paste only by its sign. */
const LONG_PASTE = 800;
/** So much of a text is no coincidence. */
const LONG_ENOUGH = 100;
const PASTED = /^\[Pastedtext#\d+(?:\+(\d+)lines)?\]$/;

interface Box {
  /** Its first row, and the lower rule below its last, as lines. */
  first: number;
  end: number;
  columns: number;
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

const textIn = ([first = '', ...rest]: readonly string[]): string =>
  [first.slice(TEXT_COLUMN), ...rest.map((row) => row.replace(/^ {1,2}/, ''))]
    .map((row) => row.trimEnd())
    .join('\n')
    .trimEnd();

/** Lines may be several rows joined (Z13): the cursor's row is only known up to those above. */
function cursorInside({ lines, cursor }: Screen, { first, end, columns }: Box): boolean {
  if (cursor === undefined) return true;
  const joined = lines
    .slice(0, end)
    .reduce((rows, line) => rows + Math.max(0, Math.ceil(mostColumns(line) / columns) - 1), 0);
  return cursor.row >= first && cursor.row < end + joined;
}

const mostColumns = (line: string): number => {
  const text = line.trimEnd();
  const wide = text.match(/[^\u0000-\u10ff\u2500-\u259f]/gu)?.length ?? 0;
  return [...text].length + wide;
};

/** Dim from end to end; only the first cell may be drawn otherwise, as the cursor on it. */
function isPlaceholder({ lines, styled }: Screen, row: number): boolean {
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
