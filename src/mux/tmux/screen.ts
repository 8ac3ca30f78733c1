import type { Screen } from '../mux.ts';

export const SCREEN_FORMAT = '#{pane_id}\t#{cursor_x}\t#{cursor_y}';

const HEADER = /^(%\d+)\t(\d+)\t(\d+)$/;

/**
 * What `readScreen` printed. Undefined where it is of another pane: tmux answers for some other pane
 * when the wanted one is gone. The session's name is not checked: where a person has grouped another
 * session with ours, tmux answers with either name.
 *
 * Copy mode does not matter here: `capture-pane` shows the program's screen and cursor, not what the
 * person scrolled to, and what we type reaches the program (see typing.ts).
 */
export function parseScreen(stdout: string, pane: string): Screen | undefined {
  const [header = '', ...rows] = stdout.replace(/\n$/, '').split('\n');
  const [, id, column, row] = HEADER.exec(header) ?? [];
  if (id !== pane) return undefined;
  return {
    lines: rows.map(plain),
    styled: repeatAttributes(rows),
    cursor: { row: Number(row), column: Number(column) },
    copyMode: false,
  };
}

/** CSI and OSC sequences (colours, links), and the two bytes that switch to line drawing and back. */
const SEQUENCES =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u000e\u000f]/g;

const plain = (row: string): string => row.replaceAll(SEQUENCES, '').trimEnd();

const SGR = /\u001b\[([\d;:]*)m/g;

/** Repeats at the start of a row the attributes that the row above has left on: tmux does not. */
export function repeatAttributes(rows: readonly string[]): string[] {
  let open = '';
  return rows.map((row) => {
    const whole = open + row;
    for (const [sequence, codes = ''] of row.matchAll(SGR)) {
      open = /^0*(;|$)/.test(codes) ? '' : open;
      if (!/^0*$/.test(codes)) open += sequence;
    }
    return whole;
  });
}
