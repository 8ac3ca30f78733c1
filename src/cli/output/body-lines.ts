import { printableLines } from '../../kit/log.ts';

/** The text of a message, indented. All of it is another's: nothing in it is a command of a terminal. */
export const bodyLines = (body: string): string[] =>
  printableLines(body).map((line) => `    ${line}`.trimEnd());
