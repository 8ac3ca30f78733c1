import { compilePattern, TEXT_GROUP, type CustomAgent } from '../../army/custom-agent.ts';
import type { Screen } from '../../mux/mux.ts';
import { columnsOf } from '../../terminal/columns.ts';
import type { Composer } from '../agent.ts';
import { cellsOf } from '../cells.ts';

type Described = Pick<CustomAgent, 'ready' | 'busy' | 'dialog'>;

/** What an expression sees of a screen: whatever stands there, it is done soon. */
const MOST_COLUMNS = 500;
const MOST_ROWS = 300;

/**
 * Reads the screens of a program by the expressions of a formation. The screen is hostile: a person's text or
 * a model's may imitate all of it. So a dialog anywhere comes before the composer, the composer is the last row
 * that fits, and where no row fits, or there are more than can be looked at, nothing is known.
 */
export function createScreenReader(described: Described) {
  const [ready, busy, dialog] = [described.ready, described.busy, described.dialog].map((text) =>
    text === undefined ? undefined : compilePattern(text),
  );
  let looks = 0;

  const hasDialog = ({ lines }: Screen): boolean =>
    dialog !== undefined && lines.some((line) => fit(dialog, line) !== null);

  function read(screen: Screen): Composer {
    const { lines } = screen;
    if (lines.length > MOST_ROWS || ready === undefined) return { state: 'unknown' };
    if (hasDialog(screen)) return { state: 'dialog' };
    const box = findBox(lines, ready);
    if (box === undefined) return { state: 'unknown' };
    const shown = readText(lines, box);
    const text = shown === box.inside && isPlaceholder(screen, box) ? '' : shown;
    const sign = busy && lines.findLast((line) => fit(busy, line) !== null);
    if (sign === undefined) return { state: 'ready', text };
    // It is there only while a turn runs, and need not move to be believed: no two looks see the same.
    looks += 1;
    return { state: 'ready', text, busy: `${sign}\n${looks}` };
  }

  return { read, hasDialog };
}

/** The first row of a composer: what stands before and behind its text. */
interface Box {
  /** Among the lines of the screen. */
  at: number;
  before: string;
  inside: string;
  behind: string;
  /** The row goes on beyond what was looked at. */
  cut: boolean;
}

/** Multiplexers cut the white space at the end of a row, and with it that of an empty composer. */
function fit(pattern: RegExp, line: string): RegExpExecArray | null {
  const row = line.trimEnd().slice(0, MOST_COLUMNS);
  return pattern.exec(row) ?? pattern.exec(`${row} `);
}

function findBox(lines: readonly string[], ready: RegExp): Box | undefined {
  const at = lines.findLastIndex((line) => fit(ready, line) !== null);
  const fitted = fit(ready, lines[at] ?? '');
  const [start, end] = fitted?.indices?.groups?.[TEXT_GROUP] ?? [];
  if (fitted === null || start === undefined || end === undefined) return undefined;
  const { input } = fitted;
  const inside = input.slice(start, end).trimEnd();
  const cut = (lines[at] ?? '').trimEnd().length > MOST_COLUMNS;
  return { at, before: input.slice(0, start), inside, behind: input.slice(end).trim(), cut };
}

const BORDER = /[\u2500-\u259f|]/u;

/**
 * The group, and the rows below that are indented as far as it, with the same border to both sides: so composers
 * draw a text of several rows. Cut off, it is no text of ours.
 */
function readText(lines: readonly string[], { at, before, inside, behind, cut }: Box): string {
  const rows = [cut ? `${inside}…` : inside];
  const indent = [...before].map((one) => (BORDER.test(one) ? one : ' ')).join('');
  for (const line of lines.slice(at + 1)) {
    const row = line.trimEnd();
    if (!row.startsWith(indent) || !row.endsWith(behind)) break;
    const rest = row.slice(indent.length, row.length - behind.length).trimEnd();
    if (rest === '') break;
    rows.push(rest);
  }
  return rows.join('\n').trimEnd();
}

/** Dim from end to end, with the cursor at its beginning where it stands in that row at all. */
function isPlaceholder({ styled, lines, cursor }: Screen, { at, before, inside }: Box): boolean {
  if (styled === undefined || inside === '') return false;
  if (cursor?.row === at && cursor.column > columnsOf(before)) return false;
  const cells = cellsOf(styled, at);
  const drawn = cells.map(({ text }) => text).join('');
  if (drawn.trimEnd() !== (lines[at] ?? '').trimEnd()) return false;
  const from = [...before].length;
  const shown = cells
    .slice(from, from + [...inside].length)
    .filter(({ text }) => text.trim() !== '');
  const [first, ...rest] = shown;
  return first !== undefined && (first.dim || first.inverse) && rest.every(({ dim }) => dim);
}
