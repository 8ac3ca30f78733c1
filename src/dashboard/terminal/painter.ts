import type { Cursor } from './editor-panel.ts';

/** The terminal as it is written to and read from: a real one, or a test's. */
export interface Tty {
  columns: number;
  rows: number;
  write(text: string): void;
}

const ESC = '\u001b';
/** Its own screen; no line ever wraps into the next; what is pasted says so; nobody sees a cursor. */
const ENTER = `${ESC}[?1049h${ESC}[?7l${ESC}[?2004h${ESC}[?25l${ESC}[2J`;
const LEAVE = `${ESC}[?2004l${ESC}[?7h${ESC}[0m${ESC}[?25h${ESC}[?1049l`;
/** What a terminal knows of these it shows at once; any other ignores them. */
const [BEGIN, END] = [`${ESC}[?2026h`, `${ESC}[?2026l`];

export interface Painter {
  /** Draws what has changed since the last frame, each row at its place, wiped before it is written: in the
   * last column there is no cursor behind the text. */
  paint(rows: readonly string[], cursor: Cursor | undefined): void;
  /** Forgets what is on the screen: somebody else has drawn there, or its size is another. */
  forget(): void;
  enter(): void;
  /** Gives the terminal back as it was. May be called twice. */
  leave(): void;
}

export function openPainter(tty: Tty): Painter {
  let before: readonly string[] = [];
  let inside = false;
  let at: string | undefined;
  return {
    paint(rows, cursor) {
      if (!inside) return;
      const changed = rows.flatMap((row, i) =>
        row === before[i] ? [] : [`${ESC}[${i + 1};1H${ESC}[2K${row}${ESC}[0m`],
      );
      const gone = rows.length < before.length ? [`${ESC}[${rows.length + 1};1H${ESC}[J`] : [];
      const place =
        cursor === undefined
          ? `${ESC}[?25l`
          : `${ESC}[${cursor.row + 1};${cursor.column + 1}H${ESC}[?25h`;
      before = rows;
      // Drawing has moved the cursor; without any it stands where it was.
      if (changed.length === 0 && gone.length === 0 && place === at) return;
      at = place;
      tty.write(`${BEGIN}${changed.join('')}${gone.join('')}${place}${END}`);
    },
    forget() {
      before = [];
      at = undefined;
      if (inside) tty.write(`${ESC}[2J`);
    },
    enter() {
      if (inside) return;
      inside = true;
      before = [];
      at = undefined;
      tty.write(ENTER);
    },
    leave() {
      if (!inside) return;
      inside = false;
      tty.write(LEAVE);
    },
  };
}
