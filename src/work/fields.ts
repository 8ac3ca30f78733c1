import * as z from 'zod/mini';

/**
 * A schema costs time where it is made, and a relay that only carries messages needs none of the
 * board's: each is made when it is first asked for.
 */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** `date "+%Y-%m-%dT%H:%M:%S"`: local, to the second, without a zone. Written by us, from the clock. */
export const timestampSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/));

/** Names documents and files: nothing that could leave a directory. */
export const paperIdSchema = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,63}$/));

/** One line, or a few, of words that say something. */
export const words = (limit: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(limit));

/** A list of such words; it may be empty. */
export const wordList = (limit = 1_000, most = 100) =>
  z.array(words(limit)).check(z.maxLength(most));

export const idList = () => z.array(paperIdSchema).check(z.maxLength(100));

export const TEXT_CHARACTERS = 16_000;
export const LINE_CHARACTERS = 500;
