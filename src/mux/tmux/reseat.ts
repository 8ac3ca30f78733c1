import type { Argument, Command, Reseat } from '../mux.ts';
import { currentWindow, literalFormat, programWords, tmux, type Server } from './commands.ts';
import { PRINT_ID, tile, windowOptions } from './start-steps.ts';

/**
 * A pane that is there gets the program in its place: same id, size and `@ovld_role`, but its title goes
 * with the old program (T4). Otherwise a pane is split off another of its tab, or the tab is made anew;
 * a grid is tiled again. Nobody's focus moves.
 */
export function reseatSteps(
  server: Server,
  session: string,
  { role, pane, beside, before = false, tab, argv, cwd }: Reseat,
): Command[] {
  const program = ['-c', literalFormat(cwd), ...programWords(argv)];
  if (pane !== undefined) {
    return [tmux(server, ['respawn-pane', '-k', '-t', pane, ...program], mark(pane, role))];
  }
  const across = [tab.split === 'columns' ? '-h' : '-v', ...(before ? ['-b'] : [])];
  const maker =
    beside === undefined
      ? ['new-window', '-d', ...PRINT_ID, '-t', currentWindow(session), '-n', tab.name]
      : ['split-window', '-d', ...across, ...PRINT_ID, '-t', beside];
  const made = { paneOf: role };
  const tiled = tab.split === 'tiled' ? [tile(made)] : [];
  const options = beside === undefined ? windowOptions(made) : tiled;
  return [
    { ...tmux(server, [...maker, ...program]), makes: role },
    tmux(server, ...options, mark(made, role)),
  ];
}

const mark = (pane: Argument, role: string): Argument[] => [
  'set-option',
  '-p',
  '-t',
  pane,
  '@ovld_role',
  role,
];
