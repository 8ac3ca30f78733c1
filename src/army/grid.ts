/**
 * How many panes each row of a tiled tab has, from the top; the last row may have fewer, and wider ones.
 * As tmux tiles: so an army looks the same in every multiplexer, also after a person has tiled it anew.
 */
export function gridRows(panes: number): number[] {
  let [rows, columns] = [1, 1];
  while (rows * columns < panes) {
    rows += 1;
    if (rows * columns < panes) columns += 1;
  }
  const full = Math.floor(panes / columns);
  const rest = panes - full * columns;
  return [...Array<number>(full).fill(columns), ...(rest > 0 ? [rest] : [])];
}

/** The same, with the panes themselves. */
export function inRows<T>(panes: readonly T[]): T[][] {
  let from = 0;
  return gridRows(panes.length).map((length) => panes.slice(from, (from += length)));
}
