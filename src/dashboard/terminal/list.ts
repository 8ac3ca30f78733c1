import { columnsOf } from '../../kit/columns.ts';
import { span, type Line, type Span } from './line.ts';

interface Window {
  from: number;
  to: number;
  /** Which of them are seen, such as `3-9/14`; nothing where all are. */
  part: string;
}

/** Which rows of a list are seen, so that the one that is meant is among them. */
export function windowOf(length: number, at: number, rows: number): Window {
  if (length <= rows) return { from: 0, to: length, part: '' };
  const half = Math.floor(rows / 2);
  const from = Math.max(0, Math.min(length - rows, at - half));
  const to = from + Math.max(0, rows);
  return { from, to, part: to === from ? `0/${length}` : `${from + 1}-${to}/${length}` };
}

/** The meant row carries a mark, and is set off as a whole in the panel that has the keys. */
export function marked(row: Line, meant: boolean, focused: boolean): Line {
  if (!meant) return [span('  '), ...row];
  if (!focused) return [span('· ', 'dim'), ...row];
  return [
    span('› ', 'bold'),
    ...row.map((one): Span => ({ ...one, style: ['bold', ...(one.style ?? [])] })),
  ];
}

/** A panel's heading: its name, a rule, and what else there is to say. */
export function heading(title: string, focused: boolean, rest: Line, columns: number): Line {
  const name = span(
    `${focused ? '▸' : ' '} ${title} `,
    ...(focused ? (['bold', 'cyan'] as const) : (['bold'] as const)),
  );
  const used = [name, ...rest].reduce((sum, { text }) => sum + columnsOf(text), 0);
  const rule = span('─'.repeat(Math.max(0, columns - used)), 'dim');
  return [name, rule, ...rest];
}

/** What a heading says beside its name, of what there is to say. */
export function aside(...said: readonly string[]): Line {
  const more = said.filter((one) => one !== '').join(' · ');
  return more === '' ? [] : [span(` ${more} `, 'dim')];
}
