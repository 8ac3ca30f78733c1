import { printable } from '../../kit/log.ts';

/** The text of a message, indented. All of it is another's: nothing in it is a command of a terminal. */
export const bodyLines = (body: string): string[] =>
  body.split(/\r\n?|\n/).map((line) => `    ${printable(line)}`.trimEnd());
