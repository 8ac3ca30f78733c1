import * as z from 'zod/mini';

/** Makes a schema on first use: a relay that only carries messages pays for none of the board's. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The same, for what is ordered: a key that is not known is refused, and not lost without a word. */
export const strict = <T extends z.core.$ZodShape>({ shape }: z.ZodMiniObject<T>) =>
  z.strictObject(shape);

/** `date "+%Y-%m-%dT%H:%M:%S"`: local, to the second, without a zone. */
export const timestampSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/));

/** Names documents and files: nothing that could leave a directory. */
export const documentIdSchema = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,63}$/));

export const words = (limit: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(limit));

export const wordList = (limit = 1_000, most = 100) =>
  z.array(words(limit)).check(z.maxLength(most));

export const idList = () => z.array(documentIdSchema).check(z.maxLength(100));

export const TEXT_CHARACTERS = 16_000;
export const LINE_CHARACTERS = 500;
