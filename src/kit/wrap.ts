import { displayWidth } from './width.ts';

/** What is not parted: a word of narrow characters, one of katakana, any other wide character. */
const PIECE =
  /\s*(?:[\u30a1-\u30fa\u30fc]+|[\u2e80-\u9fff\uff01-\uff60]|[^\s\u2e80-\u9fff\uff01-\uff60]+)/gu;
/** Never first in a line: it stays with what is before it. */
const CLOSING = /^[、。，．）」』】ーっゃゅょッャュョ：；！？]/;
/** Never last in a line. */
const OPENING = /[（「『【]$/;

/** Text in lines of so many columns; Japanese may be broken where it has no spaces. */
export function wrapColumns(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapped(line, columns))
    .join('\n');
}

function wrapped(line: string, columns: number): string {
  const pieces: string[] = [];
  for (const piece of line.match(PIECE) ?? []) {
    const last = pieces.at(-1);
    if (last !== undefined && (CLOSING.test(piece) || OPENING.test(last))) {
      pieces[pieces.length - 1] = last + piece;
    } else pieces.push(piece);
  }
  const lines: string[] = [];
  let current = '';
  for (const piece of pieces) {
    if (current !== '' && displayWidth(current + piece) > columns) {
      lines.push(current);
      current = piece.trimStart();
    } else current += piece;
  }
  return [...lines, current].join('\n');
}
