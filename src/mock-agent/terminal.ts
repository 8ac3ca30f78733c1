import { columnsOf } from '../terminal/columns.ts';
import { draw, wrapRows, type Size, type View } from './screen.ts';

/** The terminal as far as it is needed: `process.stdout`, or a stand-in. */
export interface Output {
  write(text: string): unknown;
  getWindowSize?(): [number, number];
  on(event: 'resize', call: () => void): unknown;
  on(event: 'error', call: (error: Error) => void): unknown;
}

/** Raw keys, pastes marked as such; rows never wrap by themselves, so that we know where they are. */
const OPEN = '\u001b[?2004h\u001b[?7l';
const CLOSE = '\u001b[?2004l\u001b[?7h\u001b[?25h';
/** With the scrollback, where what was drawn for another width would stay. */
const CLEAR = '\u001b[2J\u001b[3J';
const USUAL: Size = { columns: 80, rows: 24 };

/**
 * Draws as agents do: the transcript goes up into the scrollback, the part that changes is drawn
 * again below it, in one write. A row is overwritten, never blanked first: a program
 * that reads the screen meanwhile must not find an empty composer where there is a draft.
 */
export function openTerminal(output: Output) {
  let view: View | undefined;
  let unsaid: string[] = [];
  const said: string[] = [];
  let top = 0;
  let drawnFor: Size | undefined;
  let closed = false;
  output.on('resize', refresh);
  // The input tells that the terminal is gone; the output only stops drawing.
  output.on('error', () => (closed = true));
  output.write(OPEN);

  /** Zellij starts programs in 0×0 and tells the size a moment later (Z16). */
  function sizeNow(): Size {
    const [columns, rows] = output.getWindowSize?.() ?? [0, 0];
    return columns > 0 && rows > 0 ? { columns, rows } : USUAL;
  }

  function refresh(): void {
    if (closed || view === undefined) return;
    const size = sizeNow();
    const resized = drawnFor?.columns !== size.columns || drawnFor.rows !== size.rows;
    const fresh = (resized ? said : unsaid).flatMap((text) =>
      wrapRows(text, size.columns, 'words'),
    );
    unsaid = [];
    if (resized) top = 0;
    drawnFor = size;
    const drawing = draw(view, size);
    const live = drawing.rows.slice(-size.rows);
    const hidden = drawing.rows.length - live.length;
    const start = `${resized ? CLEAR : ''}\u001b[${top + 1};1H`;
    const rows = [...fresh, ...live].map((row) => `${row}${restOfRow(row, size)}`);
    top = Math.max(0, Math.min(top + fresh.length, size.rows - live.length));
    const at = {
      row: top + Math.max(0, drawing.cursor.row - hidden),
      column: Math.min(drawing.cursor.column, size.columns - 1),
    };
    output.write(`${start}${rows.join('\r\n')}\u001b[J\u001b[${at.row + 1};${at.column + 1}H`);
  }

  return {
    /** A line of the transcript, for good. */
    say(text: string): void {
      said.push(text);
      if (said.length > 1000) said.splice(0, 500);
      unsaid.push(text);
    },
    show(next: View): void {
      view = next;
      refresh();
    },
    close(): void {
      if (closed) return;
      closed = true;
      output.write(`\u001b[${sizeNow().rows};1H\r\n${CLOSE}`);
    },
  };
}

const STYLE = /\u001b\[\d+m/g;

/** A full row has nothing left to erase, and erasing there would take its last cell. */
const restOfRow = (row: string, { columns }: Size): string =>
  columnsOf(row.replaceAll(STYLE, '')) < columns ? '\u001b[K' : '';
