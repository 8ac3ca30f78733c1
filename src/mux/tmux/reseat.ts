import type { Command, Reseat } from '../mux.ts';
import { currentWindow, tmux, type Server } from './commands.ts';
import { placeAndProgram, PRINT_ID, setRole, tile, windowOptions } from './start-steps.ts';

/**
 * Starts the program in the role's pane: same id, size and `@ovld_role`, but its title goes with the old
 * program (T4). Without one, splits a pane off another of its tab, or makes the tab anew; a grid is tiled
 * again. No focus moves.
 */
export function reseatSteps(
  server: Server,
  session: string,
  { role, pane, beside, before = false, tab, argv, cwd }: Reseat,
): Command[] {
  const program = placeAndProgram({ cwd, argv });
  if (pane !== undefined) {
    return [tmux(server, ['respawn-pane', '-k', '-t', pane, ...program], setRole(pane, role))];
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
    tmux(server, ...options, setRole(made, role)),
  ];
}
