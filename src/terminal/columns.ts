/** East Asian Wide and Fullwidth, and emoji, as `string-width` counts them; a test compares the two. */
const isWide = (character: string): boolean =>
  /[\u1100-\u115e\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18df2}\u{1aff0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u.test(
    character,
  );
/** Marks that join the character before them, and what is never seen. */
const isNothing = (character: string): boolean =>
  /\p{Mn}|\p{Me}|\p{Cf}|\p{Cc}|\p{Default_Ignorable_Code_Point}/u.test(character);

export const columnsOfCharacter = (character: string): number =>
  isNothing(character) ? 0 : isWide(character) ? 2 : 1;

/** How many columns of a terminal a text takes. */
export const columnsOf = (text: string): number =>
  [...text].reduce((columns, character) => columns + columnsOfCharacter(character), 0);

export const widestOf = (texts: readonly string[]): number => Math.max(0, ...texts.map(columnsOf));

export const padColumns = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
export const padColumnsStart = (text: string, columns: number): string =>
  ' '.repeat(Math.max(0, columns - columnsOf(text))) + text;

/** The beginning of a text that fits, never half a wide character. */
export function cutColumns(text: string, columns: number): string {
  let [fitting, used] = ['', 0];
  for (const character of text) {
    used += columnsOfCharacter(character);
    if (used > columns) break;
    fitting += character;
  }
  return fitting;
}

/** Cut to so many columns, with an ellipsis for what is missing. */
export function clipColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  if (columns <= 1) return columns === 1 ? '…' : '';
  return `${cutColumns(text, columns - 1)}…`;
}

/** Rows of cells as lines: every column as wide as its widest cell. */
export function alignColumns(rows: readonly (readonly string[])[], gap = '  '): string[] {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, i) => widestOf(rows.map((row) => row[i] ?? '')));
  const pad = (cell: string, i: number): string => padColumns(cell, widths[i] ?? 0);
  return rows.map((row) => row.map(pad).join(gap).trimEnd());
}
