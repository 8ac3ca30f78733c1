import { columnsOf } from '../../kit/columns.ts';
import { clip } from './text.ts';

export type Style =
  | 'bold'
  | 'dim'
  | 'inverse'
  | 'underline'
  | 'red'
  | 'green'
  | 'yellow'
  | 'blue'
  | 'magenta'
  | 'cyan';

/** A piece of a row; what it means is said by its text, its colour only says it again. */
export interface Span {
  text: string;
  style?: readonly Style[];
}

export type Line = readonly Span[];

export const span = (text: string, ...style: Style[]): Span => ({ text, style });
export const line = (text: string, ...style: Style[]): Line => [span(text, ...style)];

export const widthOf = (spans: Line): number =>
  spans.reduce((sum, { text }) => sum + columnsOf(text), 0);

/** The row cut to so many columns. */
export function fit(spans: Line, columns: number): Line {
  const fitted: Span[] = [];
  let room = columns;
  for (const one of spans) {
    const text = clip(one.text, room);
    if (text !== '') fitted.push({ ...one, text });
    room -= columnsOf(text);
    if (text !== one.text || room <= 0) break;
  }
  return fitted;
}

/** Two ends of one row. The right one goes where there is no room for both. */
export function ends(left: Line, right: Line, columns: number): Line {
  const room = columns - widthOf(left) - widthOf(right);
  return room >= 1 ? [...left, span(' '.repeat(room)), ...right] : fit(left, columns);
}

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  inverse: [7, 27],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
};

/** The row as a terminal takes it; without colours what is bold, dim or inverse stays so. */
export const painted = (spans: Line, colour: boolean): string =>
  spans
    .map(({ text, style = [] }) => {
      const codes = style.map((one) => CODES[one]).filter(([on]) => colour || on < 30);
      const on = codes.map(([code]) => `\u001b[${code}m`).join('');
      const off = codes
        .map(([, code]) => `\u001b[${code}m`)
        .toReversed()
        .join('');
      return `${on}${text}${off}`;
    })
    .join('');
