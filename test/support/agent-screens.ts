import { readdirSync, readFileSync } from 'node:fs';
import type { Screen } from '../../src/mux/mux.ts';

const SGR = /\u001b\[[\d;]*m/g;

/**
 * Screens of an agent as tmux showed them, with their colours, and the cursor in the last line. The name of the
 * file says what it is, after the dash which one.
 */
export function agentScreens(folder: URL): { name: string; screen: Screen }[] {
  return readdirSync(folder).map((file) => {
    const rows = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
    const [, column, row] = /^cursor: (\d+),(\d+)$/.exec(rows.pop() ?? '') ?? [];
    const screen: Screen = {
      lines: rows.map((line) => line.replaceAll(SGR, '').trimEnd()),
      styled: rows,
      cursor: { row: Number(row), column: Number(column) },
      copyMode: false,
    };
    return { name: file.replace('.txt', ''), screen };
  });
}
