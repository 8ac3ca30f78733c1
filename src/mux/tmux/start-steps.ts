import type { Argument, ArmyLayout, Command, LayoutPane, LayoutTab, StartHow } from '../mux.ts';
import { currentWindow, literalFormat, programWords, tmux, word, type Server } from './commands.ts';

/** Agents draw for this size while no terminal is attached. */
export const HEADLESS = { columns: 200, rows: 50 };

export const PRINT_ID = ['-P', '-F', '#{pane_id}'];

/**
 * One command for each pane, addressed by the id of the one before, because a person may count windows
 * and panes from any number. Options that must hold before the program can exit (`remain-on-exit`, T4)
 * are set in the same command list as the window is made. Names and focus come last.
 */
export function startSteps(
  server: Server,
  layout: ArmyLayout,
  size: StartHow['size'],
  mark: string,
): Command[] {
  const makers = layout.tabs.flatMap((tab, index) => [
    index === 0 ? firstPane(server, layout, tab, size, mark) : firstOfTab(server, layout, tab),
    ...splits(server, tab),
  ]);
  return [...makers, nameAndFocus(server, layout, size === undefined)];
}

function firstPane(
  server: Server,
  { session, env }: ArmyLayout,
  tab: LayoutTab,
  size: StartHow['size'],
  mark: string,
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
    // A person may have `destroy-unattached` on globally: our session lives without a terminal.
    [...mine, 'destroy-unattached', 'off'],
    [...mine, '@ovld_army', session],
    [...mine, '@ovld_mark', word(mark)],
    ...windowOptions(currentWindow(session)),
  ];
  return { ...tmux(server, ...list), makes: pane.role };
}

function firstOfTab(server: Server, { session }: ArmyLayout, tab: LayoutTab): Command {
  const pane = firstOf(tab.panes);
  const made = ['new-window', ...PRINT_ID, '-t', currentWindow(session), '-n', tab.name];
  const options = windowOptions(currentWindow(session), pane.closes);
  const list = [[...made, ...placeAndProgram(pane)], ...options];
  return { ...tmux(server, ...list), makes: pane.role };
}

/** `window`: or a pane of it. */
export const windowOptions = (window: Argument, closes = false): Argument[][] =>
  [
    ['remain-on-exit', closes ? 'off' : 'on'],
    ['automatic-rename', 'off'],
    ['allow-rename', 'off'],
    // Programs change their titles; the border names the role.
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
    const share = Math.round((100 * sizeOf(rest.slice(1))) / sizeOf(rest));
    const tiled = split === 'tiled';
    const how = tiled ? [] : [split === 'columns' ? '-h' : '-v', '-l', `${share}%`];
    const beside = { paneOf: firstOf(rest).role };
    const made = ['split-window', ...how, ...PRINT_ID, '-t', beside, ...placeAndProgram(pane)];
    return { ...tmux(server, made, ...(tiled ? [tile(beside)] : [])), makes: pane.role };
  });
}

/** `pane`: any of the window. */
export const tile = (pane: Argument): Argument[] => ['select-layout', '-t', pane, 'tiled'];

function nameAndFocus(server: Server, { tabs }: ArmyLayout, isHeadless: boolean): Command {
  const named = tabs
    .flatMap(({ panes }) => panes)
    .flatMap(({ role }) => [
      setRole({ paneOf: role }, role),
      ['select-pane', '-t', { paneOf: role }, '-T', role],
    ]);
  const selected = tabs.map((tab) => ['select-pane', '-t', { paneOf: focusOf(tab.panes).role }]);
  const shown = { paneOf: focusOf(focusOf(tabs).panes).role };
  const kept = isHeadless ? keepShares(tabs) : [];
  return tmux(server, ...named, ...kept, ...selected, ['select-window', '-t', shown]);
}

/**
 * A window that becomes smaller takes as many columns from a narrow pane as from a wide one: 35 % of 200
 * would be 9 of 80. So each pane gets its share again when the first terminal comes, and never after that:
 * then its size is the person's. The hook runs before tmux has resized the window, hence `resize-window`.
 */
function keepShares(tabs: ArmyLayout['tabs']): Argument[][] {
  const split = tabs.filter((tab) => tab.split !== 'tiled' && tab.panes.length > 1);
  const hook = (role: string, within: (id: string) => string): Argument[] => [
    'set-hook',
    '-a',
    '-t',
    { paneOf: role },
    'client-session-changed',
    { paneOf: role, within },
  ];
  const shares = split.flatMap((tab) =>
    tab.panes.slice(0, -1).map(({ role, size }) => {
      const side = tab.split === 'columns' ? '-x' : '-y';
      return hook(role, (id) =>
        [
          `resize-window -A -t ${id}`,
          `resize-pane -t ${id} ${side} ${size}%`,
          `set-option -wu -t ${id} window-size`,
        ].join(' ; '),
      );
    }),
  );
  const [first] = split.flatMap(({ panes }) => panes);
  if (first === undefined) return [];
  const once = hook(first.role, (id) => `set-hook -u -t ${id} client-session-changed`);
  return [...shares, once];
}

export const setRole = (pane: Argument, role: string): Argument[] => [
  'set-option',
  '-p',
  '-t',
  pane,
  '@ovld_role',
  role,
];

export const placeAndProgram = ({ cwd, argv }: Pick<LayoutPane, 'cwd' | 'argv'>): string[] => [
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
