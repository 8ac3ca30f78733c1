import type { Argument, ArmyLayout, Command, LayoutPane, LayoutTab, StartHow } from '../mux.ts';
import { currentWindow, literalFormat, programWords, tmux, word, type Server } from './commands.ts';

/** Nobody looks at a headless session, but agents draw for its size. */
export const HEADLESS = { columns: 200, rows: 50 };

export const PRINT_ID = ['-P', '-F', '#{pane_id}'];

/**
 * One command a pane, each addressed by the id of the one before, because a person may count windows
 * and panes from any number. What must hold before the program can exit (`remain-on-exit`, T4) is
 * set in the same breath as the window is made. Names and focus come last.
 */
export function startSteps(server: Server, layout: ArmyLayout, size: StartHow['size']): Command[] {
  const makers = layout.tabs.flatMap((tab, index) => [
    index === 0 ? firstPane(server, layout, tab, size) : firstOfTab(server, layout, tab),
    ...splits(server, tab),
  ]);
  return [...makers, nameAndFocus(server, layout)];
}

function firstPane(
  server: Server,
  { session, env }: ArmyLayout,
  tab: LayoutTab,
  size: StartHow['size'],
): Command {
  const { columns, rows } = size ?? HEADLESS;
  const pane = firstOf(tab.panes);
  const mine = ['set-option', '-t', currentWindow(session)];
  const place = ['-s', session, '-n', tab.name, '-x', String(columns), '-y', String(rows)];
  // The session's own environment: panes made later have it too.
  const variables = Object.entries(env).flatMap(([name, value]) => [
    '-e',
    word(`${name}=${value}`),
  ]);
  const list = [
    ['new-session', '-d', ...PRINT_ID, ...place, ...variables, ...placeAndProgram(pane)],
    // A person may have `destroy-unattached` on for everything: ours lives with nobody looking.
    [...mine, 'destroy-unattached', 'off'],
    [...mine, '@ovld_army', session],
    ...windowOptions(currentWindow(session)),
  ];
  return { ...tmux(server, ...list), makes: pane.role };
}

function firstOfTab(server: Server, { session }: ArmyLayout, tab: LayoutTab): Command {
  const pane = firstOf(tab.panes);
  const made = ['new-window', ...PRINT_ID, '-t', currentWindow(session), '-n', tab.name];
  const list = [[...made, ...placeAndProgram(pane)], ...windowOptions(currentWindow(session))];
  return { ...tmux(server, ...list), makes: pane.role };
}

/** `window`: or a pane of it. */
export const windowOptions = (window: Argument): Argument[][] =>
  [
    ['remain-on-exit', 'on'],
    ['automatic-rename', 'off'],
    ['allow-rename', 'off'],
    // Programs change their titles; the border says who sits there.
    ['pane-border-status', 'top'],
    ['pane-border-format', ' #{@ovld_role} '],
  ].map((option) => ['set-option', '-w', '-t', window, ...option]);

/**
 * Each split takes from the rest of its tab what the panes after it still need. A grid is tiled anew after
 * every one of them: halves of halves would soon leave no space for a pane.
 */
function splits(server: Server, { split, panes }: LayoutTab): Command[] {
  return panes.slice(1).map((pane, index) => {
    const rest = panes.slice(index);
    if (split === 'tiled') {
      const beside = { paneOf: firstOf(rest).role };
      const made = ['split-window', ...PRINT_ID, '-t', beside, ...placeAndProgram(pane)];
      return { ...tmux(server, made, tile(beside)), makes: pane.role };
    }
    const share = Math.round((100 * sizeOf(rest.slice(1))) / sizeOf(rest));
    const across = [split === 'columns' ? '-h' : '-v', '-l', `${share}%`];
    const target = { paneOf: firstOf(rest).role };
    const words = [...across, ...PRINT_ID, '-t', target, ...placeAndProgram(pane)];
    return { ...tmux(server, ['split-window', ...words]), makes: pane.role };
  });
}

/** `pane`: any of the window. */
export const tile = (pane: Argument): Argument[] => ['select-layout', '-t', pane, 'tiled'];

function nameAndFocus(server: Server, { tabs }: ArmyLayout): Command {
  const named = tabs
    .flatMap(({ panes }) => panes)
    .flatMap(({ role }) => [
      ['set-option', '-p', '-t', { paneOf: role }, '@ovld_role', role],
      ['select-pane', '-t', { paneOf: role }, '-T', role],
    ]);
  const selected = tabs.map((tab) => ['select-pane', '-t', { paneOf: focusOf(tab.panes).role }]);
  const shown = { paneOf: focusOf(focusOf(tabs).panes).role };
  return tmux(server, ...named, ...selected, ['select-window', '-t', shown]);
}

const placeAndProgram = ({ cwd, argv }: LayoutPane): string[] => [
  '-c',
  literalFormat(cwd),
  ...programWords(argv),
];

const sizeOf = (panes: readonly LayoutPane[]): number =>
  panes.reduce((sum, { size }) => sum + size, 0);

const focusOf = <T extends { focus: boolean }>(all: readonly T[]): T =>
  all.find(({ focus }) => focus) ?? firstOf(all);

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new RangeError('a layout without panes');
  return first;
}
