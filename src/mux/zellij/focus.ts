import fs from 'node:fs';
import { join } from 'node:path';
import type { Tab } from '../../army/formation.ts';
import { gridRows } from '../../army/grid.ts';
import { systemClock } from '../../kit/clock.ts';
import { createIds } from '../../kit/id.ts';
import { CannotType, type Pane, type Panes, type Screen } from '../mux.ts';
import { KEY_BYTES } from '../keys.ts';
import { readUntil, type Act, type Zellij } from './actions.ts';
import { pieces, type Direction, type ZellijCommands } from './commands.ts';
import { parseClients, parseDump } from './listing.ts';

const ids = createIds(systemClock);

interface Focus {
  zellij: Zellij;
  commands: ZellijCommands;
  tabs: readonly Tab[];
  dir: string;
  isLive: () => Promise<boolean>;
  /** Undefined where panes cannot be listed: before 0.44. */
  list: ((act: Act) => Promise<Pane[]>) | undefined;
}

export interface FocusPanes extends Omit<Panes, 'kind'> {
  show(role: string): Promise<void>;
}

/**
 * The oldest way: go to the tab, move the focus to the pane, and type at whatever has the focus. A
 * pane's id is its role. People's focus moves, and without an attached terminal everything typed is lost
 * silently (Z5): that is refused as `no_client`. From 0.44 on it is also checked that the focus has
 * arrived where it should, and a focus that has stayed there is not moved again. Navigation and action
 * are one step under the lock.
 */
export function focusPanes(focus: Focus): FocusPanes {
  const { zellij, commands, tabs, dir, isLive, list } = focus;

  const clients = async (act: Act): Promise<Clients> =>
    parseClients(await readUntil(() => act(commands.listClients())));

  let went: string | undefined;
  const at = <T>(role: string, work: (act: Act) => Promise<T>): Promise<T> =>
    zellij.locked(async (act) => {
      const place = findPlace(tabs, role);
      const known = await list?.(act);
      const target = place && known && findPaneAt(known, place.tab, place.index);
      if (!place || (known && !target)) throw new CannotType('no_pane');
      const looking = await clients(act);
      if (looking.size === 0) throw new CannotType('no_client');
      const there = target !== undefined && areAllAt(looking, target.id);
      if (went !== role || !there) await goTo(act, place, target?.id, looking);
      went = role;
      return work(act);
    });

  /**
   * Of several clients Zellij moves the one that was used last, and does not say which: it is the one that
   * has moved. Where none has, the focus is sent elsewhere first, so that one must.
   */
  async function goTo(
    act: Act,
    place: PanePlace,
    target: string | undefined,
    before: Clients,
  ): Promise<void> {
    const steps = planNavigation(commands, place);
    for (const command of steps) await act(command);
    if (target === undefined) return;
    let after = await clients(act);
    if (areAllAt(after, target)) return;
    let moved = findMoved(before, after);
    if (moved.size === 0) {
      for (const command of planDetour(commands, tabs, place)) await act(command);
      const away = await clients(act);
      for (const command of steps) await act(command);
      after = await clients(act);
      moved = findMoved(away, after);
    }
    if (!areAllAt(moved, target)) throw new CannotType('ring_failed');
  }

  async function read(act: Act): Promise<Screen> {
    const text = list
      ? await readUntil(() => act(commands.dumpFocused()))
      : await dumpToFile(join(dir, `screen.${ids.next()}`), act, commands);
    return { ...parseDump(text), copyMode: false };
  }

  return {
    async panes() {
      const known = list && (await zellij.locked(list));
      if (known === undefined && !(await isLive())) return [];
      return tabs.flatMap((tab) => tab.panes.flatMap((_, i) => describePane(known, tab, i)));
    },
    screen: (role) => at(role, read),
    show: (role) => at(role, () => Promise.resolve()),
    paste: (role, text) =>
      at(role, async (act) => {
        for (const piece of pieces(withoutKeys(text))) await act(commands.writeChars(piece));
      }),
    /** One real byte; the two characters `\r` would be typed as they are. */
    press: (role, key, sure, due) =>
      at(role, async (act) => {
        await due;
        const last = sure && { look: () => read(act), sure, harmless: commands.listClients() };
        return zellij.press(commands.writeChars(KEY_BYTES[key]), last);
      }),
    /** To type at the focused pane is to show its end (Z9). */
    thaw: async () => undefined,
  };
}

interface PanePlace {
  tab: Tab;
  index: number;
}

function findPlace(tabs: readonly Tab[], role: string): PanePlace | undefined {
  for (const tab of tabs) {
    const index = tab.panes.findIndex((pane) => pane.role === role);
    if (index >= 0) return { tab, index };
  }
  return undefined;
}

/** To the first pane from wherever the focus is, then forward; in a grid down the first column. */
export function planNavigation(commands: ZellijCommands, { tab, index }: PanePlace) {
  const [down, right, rows, columns] = locateInTab(tab, index);
  const moves = [
    ...repeatMove(rows - 1, 'up'),
    ...repeatMove(columns - 1, 'left'),
    ...repeatMove(down, 'down'),
    ...repeatMove(right, 'right'),
  ];
  return [commands.goToTab(tab.name), ...moves.map((move) => commands.moveFocus(move))];
}

const repeatMove = (length: number, move: Direction): Direction[] =>
  Array.from({ length }, () => move);

function locateInTab({ split, panes }: Tab, index: number): [number, number, number, number] {
  if (split === 'columns') return [0, index, 1, panes.length];
  if (split === 'rows') return [index, 0, panes.length, 1];
  const rows = gridRows(panes.length);
  const [columns = 1] = rows;
  return [Math.floor(index / columns), index % columns, rows.length, columns];
}

/** Within the tab, so that its focus is all that changes; out of it where it has no other pane. */
function planDetour(commands: ZellijCommands, tabs: readonly Tab[], { tab, index }: PanePlace) {
  if (tab.panes.length > 1) return planNavigation(commands, { tab, index: index === 0 ? 1 : 0 });
  const other = tabs.find(({ name }) => name !== tab.name);
  return other ? [commands.goToTab(other.name)] : [];
}

type Clients = ReadonlyMap<string, string>;

const areAllAt = (clients: Clients, pane: string): boolean =>
  clients.size > 0 && [...clients.values()].every((seen) => seen === pane);

const findMoved = (before: Clients, after: Clients): Clients =>
  new Map([...after].filter(([client, pane]) => before.get(client) !== pane));

function describePane(known: readonly Pane[] | undefined, tab: Tab, index: number): Pane[] {
  const role = tab.panes[index]?.role ?? '';
  if (known === undefined) return [{ id: role, title: role, role, tab: tab.name, alive: true }];
  const found = findPaneAt(known, tab, index);
  return found ? [{ ...found, id: role, role }] : [];
}

/** By its name, or, where a person has renamed it, by its place. */
function findPaneAt(known: readonly Pane[], tab: Tab, index: number): Pane | undefined {
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
