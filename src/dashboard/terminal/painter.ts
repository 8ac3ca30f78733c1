import type { Cursor } from './editor-panel.ts';

/** The part of a terminal that the painter needs. */
export interface Tty {
  columns: number;
  rows: number;
  write(text: string): void;
}

const ESC = '\u001b';
/** Alternate screen, no automatic wrap, marked pastes, hidden cursor. */
const ENTER = `${ESC}[?1049h${ESC}[?7l${ESC}[?2004h${ESC}[?25l${ESC}[2J`;
const LEAVE = `${ESC}[?2004l${ESC}[?7h${ESC}[0m${ESC}[?25h${ESC}[?1049l`;
/** Synchronized output; a terminal that does not know it ignores it. */
const [BEGIN, END] = [`${ESC}[?2026h`, `${ESC}[?2026l`];

export function openPainter(tty: Tty) {
  let before: readonly string[] = [];
  let inside = false;
  let at: string | undefined;
  return {
    /** Draws the rows that have changed, each wiped before it is written: behind a full row there is no cursor. */
    paint(rows: readonly string[], cursor: Cursor | undefined): void {
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
    /** Clears the screen and draws all rows next time, after another program or a resize. */
    forget(): void {
      before = [];
      at = undefined;
      if (inside) tty.write(`${ESC}[2J`);
    },
    enter(): void {
      if (inside) return;
      inside = true;
      before = [];
      at = undefined;
      tty.write(ENTER);
    },
    /** Gives the terminal back as it was. A second call does nothing. */
    leave(): void {
      if (!inside) return;
      inside = false;
      tty.write(LEAVE);
    },
  };
}
