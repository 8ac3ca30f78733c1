import { columnsOfCharacter } from '../kit/columns.ts';

/** Rows of at most `columns`; a line break starts a new one, control characters are not shown. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => {
    const rows = [''];
    let used = 0;
    for (const character of line.replaceAll(/\p{Cc}/gu, '\ufffd')) {
      const width = columnsOfCharacter(character);
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
