import fs from 'node:fs';
import { join } from 'node:path';
import type { Tab } from '../../army/formation.ts';
import { gridRows } from '../../army/grid.ts';
import { systemClock } from '../../kit/clock.ts';
import { createIds } from '../../kit/id.ts';
import { CannotType, type Pane, type Panes, type Screen } from '../mux.ts';
import { readUntil, type Act, type Zellij } from './actions.ts';
import { listPanes } from './by-id.ts';
import { pieces, type Direction, type ZellijCommands } from './commands.ts';
import { parseClients, parseDump } from './listing.ts';

const ids = createIds(systemClock);

interface Focus {
  zellij: Zellij;
  commands: ZellijCommands;
  tabs: readonly Tab[];
  dir: string;
  isLive: () => Promise<boolean>;
  /** Panes can be listed: from 0.44 on. */
  lists: boolean;
}

export interface FocusPanes extends Omit<Panes, 'kind'> {
  show(role: string): Promise<void>;
}

/**
 * The oldest way: go to the tab, move the focus to the pane, and type at whatever has the focus. A
 * pane's id is its role. People's focus moves, and with nobody attached everything typed is lost
 * without a word (Z5): that is refused as `no_client`. From 0.44 on it is also checked that the focus
 * has arrived where it should, and a focus that has stayed there is left alone: the pause between
 * going there and typing is then one. Navigation and action are one step for everybody else.
 */
export function focusPanes(focus: Focus): FocusPanes {
  const { zellij, commands, tabs, dir, isLive, lists } = focus;

  const listed = async (act: Act): Promise<Pane[] | undefined> =>
    lists ? listPanes(act, commands, isLive) : undefined;

  const clients = async (act: Act): Promise<Clients> =>
    parseClients(await readUntil(() => act(commands.listClients())));

  let went: string | undefined;
  const at = <T>(role: string, work: (act: Act) => Promise<T>): Promise<T> =>
    zellij.locked(async (act) => {
      const seat = seatOf(tabs, role);
      const known = await listed(act);
      const target = seat && known && seatedAt(known, seat.tab, seat.index);
      if (!seat || (known && !target)) throw new CannotType('no_pane');
      const looking = await clients(act);
      if (looking.size === 0) throw new CannotType('no_client');
      const there = target !== undefined && allAt(looking, target.id);
      if (went !== role || !there) await go(act, seat, target?.id, looking);
      went = role;
      return work(act);
    });

  /**
   * Of several clients Zellij moves the one that was used last, and does not say which that is: it is
   * the one that has moved. Where none has, it is sent elsewhere first, so that one must.
   */
  async function go(
    act: Act,
    seat: Seat,
    target: string | undefined,
    before: Clients,
  ): Promise<void> {
    const steps = navigation(commands, seat);
    for (const command of steps) await act(command);
    if (target === undefined) return;
    let after = await clients(act);
    if (allAt(after, target)) return;
    let moved = movedBetween(before, after);
    if (moved.size === 0) {
      for (const command of elsewhere(commands, tabs, seat)) await act(command);
      const away = await clients(act);
      for (const command of steps) await act(command);
      after = await clients(act);
      moved = movedBetween(away, after);
    }
    if (!allAt(moved, target)) throw new CannotType('ring_failed');
  }

  async function read(act: Act): Promise<Screen> {
    const text = lists
      ? await readUntil(() => act(commands.dumpFocused()))
      : await dumpToFile(join(dir, `screen.${ids.next()}`), act, commands);
    return { ...parseDump(text), copyMode: false };
  }

  return {
    async panes() {
      const known = await zellij.locked(listed);
      if (known === undefined && !(await isLive())) return [];
      return tabs.flatMap((tab) => tab.panes.flatMap((_, i) => seated(known, tab, i)));
    },
    screen: (role) => at(role, read),
    show: (role) => at(role, () => Promise.resolve()),
    paste: (role, text) =>
      at(role, async (act) => {
        for (const piece of pieces(withoutKeys(text))) await act(commands.writeChars(piece));
      }),
    /** One real CR byte; the two characters `\r` would be typed as they are. */
    press: (role, _key, sure, due) =>
      at(role, async (act) => {
        await due;
        const last = sure && { look: () => read(act), sure, harmless: commands.listClients() };
        return zellij.press(commands.writeChars('\r'), last);
      }),
    /** To type at the focused pane is to show its end (Z9). */
    thaw: async () => undefined,
  };
}

interface Seat {
  tab: Tab;
  index: number;
}

function seatOf(tabs: readonly Tab[], role: string): Seat | undefined {
  for (const tab of tabs) {
    const index = tab.panes.findIndex((pane) => pane.role === role);
    if (index >= 0) return { tab, index };
  }
  return undefined;
}

/** To the first pane from wherever the focus is, then forward; in a grid down the first column. */
export function navigation(commands: ZellijCommands, { tab, index }: Seat) {
  const [down, right, rows, columns] = placeIn(tab, index);
  const moves = [
    ...times(rows - 1, 'up'),
    ...times(columns - 1, 'left'),
    ...times(down, 'down'),
    ...times(right, 'right'),
  ];
  return [commands.goToTab(tab.name), ...moves.map((move) => commands.moveFocus(move))];
}

const times = (length: number, move: Direction): Direction[] => Array.from({ length }, () => move);

function placeIn({ split, panes }: Tab, index: number): [number, number, number, number] {
  if (split === 'columns') return [0, index, 1, panes.length];
  if (split === 'rows') return [index, 0, panes.length, 1];
  const rows = gridRows(panes.length);
  const [columns = 1] = rows;
  return [Math.floor(index / columns), index % columns, rows.length, columns];
}

/** Within the tab, so that its focus is all that changes; out of it where it has no other pane. */
function elsewhere(commands: ZellijCommands, tabs: readonly Tab[], { tab, index }: Seat) {
  if (tab.panes.length > 1) return navigation(commands, { tab, index: index === 0 ? 1 : 0 });
  const other = tabs.find(({ name }) => name !== tab.name);
  return other ? [commands.goToTab(other.name)] : [];
}

type Clients = ReadonlyMap<string, string>;

const allAt = (clients: Clients, pane: string): boolean =>
  clients.size > 0 && [...clients.values()].every((seen) => seen === pane);

const movedBetween = (before: Clients, after: Clients): Clients =>
  new Map([...after].filter(([client, pane]) => before.get(client) !== pane));

function seated(known: readonly Pane[] | undefined, tab: Tab, index: number): Pane[] {
  const role = tab.panes[index]?.role ?? '';
  if (known === undefined) return [{ id: role, title: role, role, tab: tab.name, alive: true }];
  const found = seatedAt(known, tab, index);
  return found ? [{ ...found, id: role, role }] : [];
}

/** By its name, or, where somebody has renamed it, by its place. */
function seatedAt(known: readonly Pane[], tab: Tab, index: number): Pane | undefined {
  const role = tab.panes[index]?.role;
  const names = tab.panes.map((pane) => pane.role);
  const inTab = known.filter((pane) => pane.tab === tab.name && !pane.hidden);
  const inPlace = inTab.length === tab.panes.length ? inTab[index] : undefined;
  const renamed = inPlace && !names.includes(inPlace.title) ? inPlace : undefined;
  return known.find((pane) => pane.title === role) ?? renamed;
}

async function dumpToFile(path: string, act: Act, commands: ZellijCommands): Promise<string> {
  try {
    return await readUntil(async () => {
      await act(commands.dumpFocusedTo(path));
      return fs.readFileSync(path, 'utf8');
    });
  } finally {
    fs.rmSync(path, { force: true });
  }
}

/** Without a bracket around it a CR would submit, and most control characters are keys. */
const withoutKeys = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
