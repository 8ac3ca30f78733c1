import { printable } from '../../../kit/log.ts';

/**
 * What another wrote, as it can be shown: nothing in it can turn the direction of what stands beside it, and what
 * cannot be seen is made visible. Line breaks and tabs stay.
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
