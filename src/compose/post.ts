import type { Note } from '../papers/papers.ts';
import type { Store } from '../store/store.ts';

/** Stores a message of the board and has it announced: its id. It throws where it could not be stored. */
export type Post = (note: Note) => Promise<string | undefined>;

/** As every send: durable first, then the flag; whoever is on duty for the recipient rings. */
export const postThrough =
  ({ mail, journal }: Store): Post =>
  async ({ from, to, type, subject, body }) => {
    const { id, priority } = await mail.deliver({
      from,
      to,
      type,
      subject,
      body,
      priority: 'normal',
    });
    // From here on nothing may fail it: a flag that is missing is found by the next look.
    await journal.write([{ event: 'stored', id, from, to, priority }]).catch(() => undefined);
    await mail.raise(to).catch(() => false);
    return id;
  };

/** Opened once, when it is first needed; what failed is tried again. */
export function onFirstUse<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
