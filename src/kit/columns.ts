/** East Asian Wide and Fullwidth, and emoji; marks that join what is before them take nothing. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const NOTHING = /\p{Mn}|\p{Me}|\p{Cf}/u;

export const columnsOfCharacter = (character: string): number =>
  NOTHING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;

/** How many columns of a terminal a text takes. */
export const columnsOf = (text: string): number =>
  [...text].reduce((columns, character) => columns + columnsOfCharacter(character), 0);

/** Rows of cells as lines: every column as wide as its widest cell. */
export function aligned(rows: readonly (readonly string[])[], gap = '  '): string[] {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(...rows.map((row) => columnsOf(row[i] ?? ''))),
  );
  const pad = (cell: string, i: number): string =>
    cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - columnsOf(cell)));
  return rows.map((row) => row.map(pad).join(gap).trimEnd());
}
