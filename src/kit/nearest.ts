/** How many letters have to be typed, left out, exchanged or swapped with their neighbour. */
function countMistakes(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (same ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  }
  return at(one.length, other.length);
}

const LONGEST = 64;
/** Of the letters of the longer one, as the parser of the command line has it. */
const MOST = 0.4;

/** The name that was probably meant; undefined where none is like it. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  if (given.length > LONGEST) return undefined;
  const typed = given.toLowerCase();
  const found = names
    .map((name) => ({ name, count: countMistakes(typed, name.toLowerCase()) }))
    .filter(({ name, count }) => count <= 3 && count <= MOST * Math.max(name.length, typed.length))
    .toSorted((a, b) => a.count - b.count);
  return found[0]?.name;
}
