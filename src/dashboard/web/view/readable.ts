import { printable } from '../../../kit/log.ts';

/**
 * Foreign text, safe to show: it cannot turn the direction of the text beside it, and invisible characters
 * are made visible. Line breaks and tabs stay.
 */
export const readable = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => printable(line))
    .join('\n');

/** The same on one line. */
export const readableLine = (text: string): string =>
  printable(text.replaceAll(/\s+/g, ' ').trim());
