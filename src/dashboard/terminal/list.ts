import { lineColumns, span, type Line, type Span } from './line.ts';

/**
 * The rows of a list that are on the screen; the selected one is among them. `part`: such as `3-9/14`;
 * empty where all rows are.
 */
export function visibleRange(length: number, at: number, rows: number) {
  if (length <= rows) return { from: 0, to: length, part: '' };
  const half = Math.floor(rows / 2);
  const from = Math.max(0, Math.min(length - rows, at - half));
  const to = from + Math.max(0, rows);
  return { from, to, part: to === from ? `0/${length}` : `${from + 1}-${to}/${length}` };
}

/** Marks the selected row; in the panel that has the keys it is bold too. */
export function markRow(row: Line, isSelected: boolean, focused: boolean): Line {
  if (!isSelected) return [span('  '), ...row];
  if (!focused) return [span('· ', 'dim'), ...row];
  return [
    span('› ', 'bold'),
    ...row.map((one): Span => ({ ...one, style: ['bold', ...(one.style ?? [])] })),
  ];
}

/** A panel's heading: its name, a rule, and what else there is to say. */
export function headingLine(title: string, focused: boolean, rest: Line, columns: number): Line {
  const name = span(
    `${focused ? '▸' : ' '} ${title} `,
    ...(focused ? (['bold', 'cyan'] as const) : (['bold'] as const)),
  );
  const room = columns - lineColumns([name, ...rest]);
  const rule = span('─'.repeat(Math.max(0, room)), 'dim');
  return [name, rule, ...rest];
}

/** What a heading says beside its name. */
export function noteInHeading(...said: readonly string[]): Line {
  const more = said.filter((one) => one !== '').join(' · ');
  return more === '' ? [] : [span(` ${more} `, 'dim')];
}
