import { columnsOf, cutColumns } from '../../terminal/columns.ts';
import type { Screen } from '../../mux/mux.ts';
import type { Composer, Question } from '../agent.ts';
import { showsText } from '../composer.ts';

/**
 * Reads the composer of opencode: rows that begin with `┃`, above an edge `╹▀▀▀` of their width. The last of these
 * rows names its agent and model, the first is empty, the text is between. Other rows that begin so are
 * messages above it, or a question below them in its place: nothing but a footer may stand below the edge. What is
 * laid over the screen leaves the composer visible and has the cursor, or the word `esc` at the end of its title.
 */
export function readScreen(screen: Screen): Composer {
  const { lines, cursor } = screen;
  const box = findBox(lines);
  if (findPrompt(screen) !== undefined || lines.some((line) => OVERLAY.test(line))) {
    return { state: 'dialog' };
  }
  if (box === undefined) return { state: 'unknown' };
  const { first, end, edge, column, rows } = box;
  const [start, ...rest] = rows;
  const below = lines.slice(edge + 1).filter((line) => line.trim() !== '');
  if (start === undefined || below.length > FOOTER_ROWS) return { state: 'unknown' };
  const text = [start, ...rest].join('\n').trimEnd();
  const isInside = cursor === undefined || (cursor.row >= first && cursor.row < end);
  const atStart = cursor === undefined || (cursor.row === first && cursor.column === column);
  if (!isInside || (text === '' && !atStart)) return { state: 'unknown' };
  const ready = { state: 'ready', ...(isTurn(lines, edge) && { busy: true as const }) } as const;
  // What is typed in shell mode is not for the model, so it is never empty.
  if (box.isShell) return { ...ready, text: `! ${text}` };
  return { ...ready, text: atStart && PLACEHOLDER.test(text.replaceAll('\n', ' ')) ? '' : text };
}

/** Whether a composer that reads `shown` holds `text`, or opencode's own placeholder for it. */
export function showsPrompt(shown: string, text: string): boolean {
  if (showsText(shown, text)) return true;
  const lines = text.trimEnd().split(/\r\n|\r|\n/).length;
  const [, pasted] = PASTED.exec(shown.replaceAll(/\s+/g, ' ').trim()) ?? [];
  return (lines >= 3 || text.length > LONG_PASTE) && pasted === String(lines);
}

/** The first Escape in a turn asks for a second, within five seconds, below the composer. */
export function wantsAnother({ lines }: Screen): boolean {
  const box = findBox(lines);
  const below = lines.slice((box?.edge ?? lines.length) + 1).map((line) => line.slice(0, 34));
  return SPINNER.test(below[0] ?? '') && /\bagain\b/.test(below.join(' '));
}

/** What it asks a person, in the place of the composer. */
export function findPrompt({ lines }: Screen): Question | undefined {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const bottom = lines.slice(Math.max(0, end - ROWS), end);
  if (bottom.some((line) => LOGIN.test(line))) return 'login';
  const from = bottom.findLastIndex((line) => EDGE.test(line)) + 1;
  const asked = bottom
    .slice(from)
    .filter((line) => /^\s*┃/.test(line))
    .map((line) => line.replace(/^\s*┃ */, ''))
    .join('\n');
  if (PERMISSION.test(asked)) return 'permission';
  return CHOICE.test(asked) ? 'choice' : undefined;
}

const EDGE = /^\s*╹▀{6,}/;
const BAR = '┃';
/** The bar and two spaces. */
const INDENT = 3;
const FOOTER_ROWS = 12;
const ROWS = 40;
/** At the end of a title row, and of nothing else: the bar below a composer has a word after it. */
const OVERLAY = /\S {3,}esc(?:\/enter)?(?: {2,}|$)/;
const PLACEHOLDER = /^Ask anything… "[^"]*"$/;
const PASTED = /^\[Pasted ~(\d+) lines\]$/;
/** A longer paste is shown only as a placeholder. */
const LONG_PASTE = 150;
const LOGIN = /^\s*(?:┃\s+)?Connect a provider\s+esc\s*$/;
const PERMISSION = /^(?:△|⚠) +(?:Permission required|Always allow|Reject permission)/m;
const CHOICE = /\besc\b[^]*\bdismiss\b|^↑↓/m;

interface Box {
  /** The rows of the text, as lines, and the one after the last. */
  first: number;
  end: number;
  edge: number;
  /** Where the text begins. */
  column: number;
  rows: readonly string[];
  isShell: boolean;
}

function findBox(lines: readonly string[]): Box | undefined {
  const edge = lines.findLastIndex((line) => EDGE.test(line));
  const [, indent = ''] = /^(\s*)/.exec(lines[edge] ?? '') ?? [];
  const bar = `${indent}${BAR}`;
  // Beside it, in a wide pane, stands something else.
  const width = columnsOf(/^\s*╹▀+/.exec(lines[edge] ?? '')?.[0] ?? '');
  if (edge < 0 || lines.slice(edge + 1).some((line) => line.trimStart().startsWith(BAR))) {
    return undefined;
  }
  let top = edge;
  while (top > 0 && lines[top - 1]?.startsWith(bar) === true) top -= 1;
  const inner = lines
    .slice(top, edge)
    .map((line) => cutColumns(line, width).slice(bar.length))
    .map((row) => row.trimEnd());
  // The list of commands above it, of what is typed, has a bar at its end too.
  if (inner.length < 4 || inner.some((row) => row.endsWith(BAR))) return undefined;
  const named = inner.at(-1)?.trim() ?? '';
  if (inner[0] !== '' || inner.at(-2) !== '' || named === '') return undefined;
  const rows = inner.slice(1, -2);
  if (rows.some((row) => row !== '' && !row.startsWith('  '))) return undefined;
  return {
    first: top + 1,
    end: edge - 2,
    edge,
    column: indent.length + INDENT,
    rows: rows.map((row) => row.slice(2)),
    isShell: named === 'Shell',
  };
}

const SPINNER = /^\s*[■⬝]{8}(?: |$)/;
const HINT = /^\s*\[⋯\]|\besc (?:again to )?interrupt\b/;

/** Only opencode draws below the edge. The bar stands still for more than a second, and where animations are off. */
function isTurn(lines: readonly string[], edge: number): boolean {
  const below = lines.slice(edge + 1).filter((line) => line.trim() !== '');
  return SPINNER.test(below[0] ?? '') || below.some((line) => HINT.test(line));
}
