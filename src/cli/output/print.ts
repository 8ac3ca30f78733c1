import { stripVTControlCharacters } from 'node:util';
import { columnsOf } from '../../terminal/columns.ts';
import { NARROWEST, wrapBehind } from '../../terminal/wrap.ts';

/** For people: everything a command says on stdout. A row that is too long for the terminal ends between words. */
export const print = (text: string): void =>
  void process.stdout.write(`${fitted(text, process.stdout.columns)}\n`);

/** For programs: one document, never broken. */
export const printJson = (document: object, indent?: number): void =>
  void process.stdout.write(`${JSON.stringify(document, null, indent)}\n`);

/** The JSON document where it was asked for, else lines. */
export function printEither(
  json: boolean | undefined,
  document: object,
  lines: readonly string[],
): void {
  if (json) printJson(document);
  else print(lines.join('\n'));
}

/** `columns` is undefined where there is no terminal, as another program wants whole lines; some terminals say 0. */
export function fitted(text: string, columns: number | undefined): string {
  if (!columns) return text;
  const rows = text.split('\n').map((line) => {
    const beginning = beginningOf(line, columns);
    return wrapBehind(beginning, line.slice(beginning.length), columns);
  });
  return rows.join('\n');
}

/** The cells of a table's row before its last one. */
const CELLS = /^ *(?:\S+(?: \S+)* {2,}){3,}/;

/** What the further rows of a line leave free: the cells before the last where that leaves room, else the indent. */
function beginningOf(line: string, columns: number): string {
  const [cells] = CELLS.exec(line) ?? [];
  if (cells !== undefined && columnsOf(stripVTControlCharacters(cells)) <= columns - NARROWEST)
    return cells;
  return /^ *(?:[→!✓✗·] )?/.exec(line)?.[0] ?? '';
}
