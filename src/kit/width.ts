/** East Asian Wide and Fullwidth, as far as our own texts go; everything else is one column. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/;

/** Columns a text takes in a terminal. */
export const displayWidth = (text: string): number =>
  [...text].reduce((columns, character) => columns + (WIDE.test(character) ? 2 : 1), 0);

export const padColumns = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
