/** East Asian Wide and Fullwidth, and emoji; marks that join what is before them take nothing. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const NOTHING = /\p{Mn}|\p{Me}|\p{Cf}/u;

const widthOf = (character: string): number =>
  NOTHING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;

export const columnsOf = (text: string): number =>
  [...text].reduce((columns, character) => columns + widthOf(character), 0);

/** Rows of at most `columns`; a line break starts a new one, control characters are not shown. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => {
    const rows = [''];
    let used = 0;
    for (const character of line.replaceAll(/\p{Cc}/gu, '\ufffd')) {
      const width = widthOf(character);
      if (used + width > columns && used > 0) {
        rows.push('');
        used = 0;
      }
      rows[rows.length - 1] += character;
      used += width;
    }
    return rows;
  });
}

export const cut = (text: string, columns: number): string => wrap(text, columns)[0] ?? '';
