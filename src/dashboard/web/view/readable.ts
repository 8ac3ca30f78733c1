import { printable, printableLines } from '../../../kit/log.ts';

/**
 * Foreign text, safe to show: it cannot turn the direction of the text beside it, and invisible characters
 * are made visible. Line breaks and tabs stay.
 */
export const readable = (text: string): string => printableLines(text).join('\n');

/** The same on one line. */
export const readableLine = (text: string): string =>
  printable(text.replaceAll(/\s+/g, ' ').trim());
