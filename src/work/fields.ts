import * as z from 'zod/mini';

/*
 * Schemas cost time where they are made, and a relay without a board makes none of these: what tools
 * take is made by a function, and what only documents have is left out of a relay's bundle, because
 * everything it is made of is said to have no side effects.
 */

/** `date "+%Y-%m-%dT%H:%M:%S"`: local, to the second, without a zone. Written by us, from the clock. */
export const timestampSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/));

/** Names documents and files: nothing that could leave a directory. */
export const paperIdSchema = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,63}$/));

/** One line, or a few, of words that say something. */
export const words = /* @__NO_SIDE_EFFECTS__ */ (limit: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(limit));

/** A list of such words; it may be empty. */
export const wordList = /* @__NO_SIDE_EFFECTS__ */ (limit = 1_000, most = 100) =>
  z.array(words(limit)).check(z.maxLength(most));

export const idList = /* @__NO_SIDE_EFFECTS__ */ () =>
  z.array(paperIdSchema).check(z.maxLength(100));

export const TEXT_CHARACTERS = 16_000;
export const LINE_CHARACTERS = 500;
