import { Terminal as Xterm, type IBufferCell } from '@xterm/headless';
import type { Terminal } from '../../src/dashboard/terminal/terminal.ts';

/** A terminal without a screen: what a program draws there can be read cell by cell. */
export interface Cells {
  terminal: Terminal;
  /** Everything that was written is on the screen. */
  settled(): Promise<void>;
  /** Rows as they look, without spaces at their ends. */
  rows(): string[];
  text(): string;
  /** The column at which a text begins in the first row that has it; -1 where none has. */
  columnOf(text: string): number;
  /** The attributes of the cell at which a text begins. */
  cellOf(text: string): IBufferCell;
  cursor(): { row: number; column: number };
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  hangUp(): void;
  /** A person asks for the terminal; it goes on when `resume` is called. */
  suspend(): void;
  resume(): void;
  isStopped(): boolean;
  /** Everything that was written to it. */
  written(): string;
  isRaw(): boolean;
  isAlternate(): boolean;
}

/** Which characters take two columns: terminals do not agree on emoji. */
const WIDE =
  /[\u1100-\u115e\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4c6\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6]/u;
const EMOJI = /\p{Emoji_Presentation}/u;
const NOTHING = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Of uncertain width: two columns where a terminal is set so, as some are in East Asia. */
const AMBIGUOUS = /[·–—…→↑↓①─-▟●○▸›✉✓✗↻]/u;

export interface Widths {
  emoji?: 1 | 2;
  ambiguous?: 1 | 2;
}

export function openCells(columns: number, rows: number, widths: Widths = {}): Cells {
  const { emoji = 2, ambiguous = 1 } = widths;
  const xterm = new Xterm({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  const wcwidth = (code: number): 0 | 1 | 2 => {
    const character = String.fromCodePoint(code);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || NOTHING.test(character)) return 0;
    if (EMOJI.test(character)) return emoji;
    if (AMBIGUOUS.test(character)) return ambiguous;
    return WIDE.test(character) ? 2 : 1;
  };
  xterm.unicode.register({
    version: 'test',
    wcwidth,
    // Width in bits 1 and 2, and whether it joins what is before it in bit 0.
    charProperties(code, preceding) {
      const width = wcwidth(code);
      const joins = width === 0 && preceding !== 0;
      return ((joins ? (preceding >> 1) & 3 : width) << 1) | (joins ? 1 : 0);
    },
  });
  xterm.unicode.activeVersion = 'test';
  let [written, raw] = ['', false];
  const readers = new Set<(piece: Buffer) => void>();
  const resizers = new Set<() => void>();
  const goners = new Set<() => void>();
  const suspenders = new Set<() => void>();
  const suspend = (): void => suspenders.forEach((suspended) => suspended());
  let resume: (() => void) | undefined;
  const added = <T>(to: Set<T>, one: T): (() => void) => {
    to.add(one);
    return () => void to.delete(one);
  };
  const lineAt = (row: number) => xterm.buffer.active.getLine(row);
  const seen = (): string[] =>
    Array.from({ length: xterm.rows }, (_, i) => lineAt(i)?.translateToString(true) ?? '');
  const find = (text: string): { row: number; column: number } => {
    for (let row = 0; row < xterm.rows; row += 1) {
      for (let column = 0; column < xterm.cols; column += 1) {
        const rest = lineAt(row)?.translateToString(false, column) ?? '';
        if (rest.startsWith(text) && lineAt(row)?.getCell(column)?.getWidth() !== 0) {
          return { row, column };
        }
      }
    }
    return { row: -1, column: -1 };
  };
  return {
    terminal: {
      get columns() {
        return xterm.cols;
      },
      get rows() {
        return xterm.rows;
      },
      write(text) {
        written += text;
        xterm.write(text);
      },
      read(heard) {
        raw = true;
        readers.add(heard);
        return () => {
          raw = false;
          readers.delete(heard);
        };
      },
      onResize: (changed) => added(resizers, changed),
      onGone: (gone) => added(goners, gone),
      onSuspend: (suspended) => added(suspenders, suspended),
      suspend,
      stop: () =>
        new Promise((resolve) => {
          resume = () => {
            resume = undefined;
            resolve();
          };
        }),
    },
    settled: () => new Promise((resolve) => xterm.write('', resolve)),
    rows: seen,
    text: () => seen().join('\n'),
    columnOf: (text) => find(text).column,
    cellOf(text) {
      const { row, column } = find(text);
      const cell = lineAt(row)?.getCell(column);
      if (cell === undefined) throw new Error(`${text} is not on the screen`);
      return cell;
    },
    cursor: () => ({ row: xterm.buffer.active.cursorY, column: xterm.buffer.active.cursorX }),
    type: (keys) => readers.forEach((heard) => heard(Buffer.from(keys))),
    resize(wide, high) {
      xterm.resize(wide, high);
      resizers.forEach((changed) => changed());
    },
    hangUp: () => goners.forEach((gone) => gone()),
    suspend,
    resume: () => resume?.(),
    isStopped: () => resume !== undefined,
    written: () => written,
    isRaw: () => raw,
    isAlternate: () => xterm.buffer.active.type === 'alternate',
  };
}
