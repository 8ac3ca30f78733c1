import type { Formation, Tab } from '../army/formation.ts';
import { gridRows } from '../army/grid.ts';
import type { Role } from '../army/role.ts';
import { WATCHING, type ArmyLayout, type LayoutPane } from '../mux/mux.ts';

interface SeatProgram {
  argv: readonly string[];
  cwd: string;
}

/** The army as panes: every tab of the formation, every seat with its program. */
export function layoutOf(
  session: string,
  formation: Formation,
  env: Readonly<Record<string, string>>,
  seated: (role: Role) => SeatProgram,
): ArmyLayout {
  const first = formation.tabs.findIndex(({ focus }) => focus);
  const tabs = formation.tabs.map((tab, i) => ({
    ...tab,
    focus: i === Math.max(0, first),
    panes: withSizes(tab).map((pane): LayoutPane => ({ ...pane, ...seated(pane.role) })),
  }));
  return { session, env, tabs };
}

/** Adds a last tab in which a person watches the army. No tab of a formation begins with a capital. */
export function addDashboardTab(layout: ArmyLayout, { argv, cwd }: SeatProgram): ArmyLayout {
  const taken = layout.tabs.some(({ name }) => name === WATCHING.toLowerCase());
  const name = taken ? WATCHING : WATCHING.toLowerCase();
  const pane = { role: WATCHING, size: 100, focus: true, argv, cwd, closes: true };
  const tab = { name, focus: false, split: 'columns' as const, panes: [pane] };
  return { ...layout, tabs: [...layout.tabs, tab] };
}

/** Per cent of each pane; what is not said is shared out evenly, the last one taking the rest. */
function withSizes({ panes }: Tab) {
  const said = panes.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const open = panes.filter(({ size }) => size === undefined).length;
  const share = open === 0 ? 0 : Math.floor((100 - said) / open);
  const rest = 100 - said - open * share;
  return panes.map((pane, i) => {
    const size = pane.size ?? share;
    return { ...pane, size: i === panes.length - 1 ? size + rest : size };
  });
}

/**
 * A composer, its rules and a line of answer inside a frame; less cannot be worked with. Where a nudge
 * does not fit into one line the composer grows, and a nudge that is not seen whole is never sent off.
 */
const PANE = { columns: 20, columnsInGrid: 32, rows: 6, rowsWhenNarrow: 9 };
const NUDGE_COLUMNS = 76;
/** Tab bar and status bar. */
const BARS = 3;

interface Size {
  columns: number;
  rows: number;
}

/**
 * Whether a ritual can be typed into a pane of that size, its frame included: the line that stands for
 * the pasted text must be seen whole. Measured with Claude Code 2.1.325, its welcome above the composer.
 */
export const takesRitual = ({ columns, rows }: Size): boolean =>
  (columns >= 32 && rows >= 8) || (columns >= 25 && rows >= 12);

/** The roles whose pane in a grid is too small to type a ritual into, in a session of that size. */
export function findCramped(room: Size, tabs: Formation['tabs']): ReadonlySet<Role> {
  const cramped = tabs.filter(({ split, panes }) => {
    const grid = gridRows(panes.length);
    const columns = Math.floor(room.columns / Math.max(...grid));
    const rows = Math.floor((room.rows - BARS) / grid.length);
    return split === 'tiled' && !takesRitual({ columns, rows });
  });
  return new Set(cramped.flatMap(({ panes }) => panes.map(({ role }) => role)));
}

/** The smallest terminal, of about this width, in which every pane of the layout can still be used. */
export function smallestTerminal({ tabs }: Pick<ArmyLayout, 'tabs'>, width: number): Size {
  const rowsAt = (cells: number): number =>
    cells < NUDGE_COLUMNS ? PANE.rowsWhenNarrow : PANE.rows;
  const paneRows = rowsAt(width);
  let [columns, rows] = [PANE.columns, paneRows];
  for (const { split, panes } of tabs) {
    if (split === 'tiled') {
      const grid = gridRows(panes.length);
      const across = Math.max(...grid);
      columns = Math.max(columns, across * PANE.columnsInGrid);
      rows = Math.max(rows, grid.length * rowsAt(Math.floor(width / across)));
      continue;
    }
    const smallest = Math.min(...panes.map(({ size }) => size)) / 100;
    if (split === 'columns') columns = Math.max(columns, Math.ceil(PANE.columns / smallest));
    else rows = Math.max(rows, Math.ceil(paneRows / smallest));
  }
  return { columns, rows: rows + BARS };
}
