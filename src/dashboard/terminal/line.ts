import { paints } from '../../kit/paint.ts';
import { clipColumns, columnsOf } from '../../terminal/columns.ts';

const COLOURS = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;
export type Style = 'bold' | 'dim' | 'inverse' | 'underline' | (typeof COLOURS)[number];

/** A piece of a row. Its text says everything; its colour only says it again. */
export interface Span {
  text: string;
  style?: readonly Style[];
}

export type Line = readonly Span[];

export const span = (text: string, ...style: Style[]): Span => ({ text, style });
export const line = (text: string, ...style: Style[]): Line => [span(text, ...style)];

export const lineColumns = (spans: Line): number =>
  spans.reduce((sum, { text }) => sum + columnsOf(text), 0);

/** The row cut to so many columns. */
export function fitLine(spans: Line, columns: number): Line {
  const fitted: Span[] = [];
  let room = columns;
  for (const one of spans) {
    const text = clipColumns(one.text, room);
    if (text !== '') fitted.push({ ...one, text });
    room -= columnsOf(text);
    if (text !== one.text || room <= 0) break;
  }
  return fitted;
}

/** Two ends of one row. The right one goes where there is no room for both. */
export function justifyLine(left: Line, right: Line, columns: number): Line {
  const room = columns - lineColumns(left) - lineColumns(right);
  return room >= 1 ? [...left, span(' '.repeat(room)), ...right] : fitLine(left, columns);
}

const isColour = (style: Style): boolean => COLOURS.some((colour) => colour === style);
const paint = paints(true);

/** The row as a terminal takes it. Without colours what is bold, dim or inverse stays so. */
export const paintLine = (spans: Line, coloured: boolean): string =>
  spans
    .map(({ text, style = [] }) => {
      const styles = style.filter((one) => coloured || !isColour(one));
      return styles.length === 0 ? text : paint(styles, text);
    })
    .join('');
