import { wrapLine } from '../../terminal/wrap.ts';
import { legibleLines } from './text.ts';
import { line, span, type Line } from './line.ts';
import { columnsOf, padColumns } from '../../terminal/columns.ts';
import type { Page } from './state.ts';

/** The last layout of a page: it is drawn again for every key, and whenever something else has changed. */
const laid = new WeakMap<Page['rows'], { columns: number; lines: readonly Line[] }>();

/** A page as rows of so many columns. Labels stand before their text, or above a long one. */
export function layOutPage({ rows }: Page, columns: number): readonly Line[] {
  const before = laid.get(rows);
  if (before?.columns === columns) return before.lines;
  const lines = layOutRows(rows, columns);
  laid.set(rows, { columns, lines });
  return lines;
}

function layOutRows(rows: Page['rows'], columns: number): readonly Line[] {
  const labels = Math.max(0, ...rows.map(({ label = '' }) => columnsOf(label)));
  return rows.flatMap(({ label, text }): Line[] => {
    const room = Math.max(8, label === undefined ? columns : columns - labels - 2);
    const wrapped = legibleLines(text).flatMap((one) => wrapLine(one, room, 'words'));
    if (label === undefined) return wrapped.map((one) => line(one));
    return wrapped.map((one, i) => [
      span(`${padColumns(i === 0 ? label : '', labels)}  `, 'bold'),
      span(one),
    ]);
  });
}
