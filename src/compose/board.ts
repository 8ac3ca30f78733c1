import type { Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import type { Note } from '../papers/papers.ts';
import type { Store } from '../store/store.ts';
import type { Work } from '../work/work.ts';

/** Stores a message of the board and has it announced: its id. It throws where it could not be stored. */
export type Post = (note: Note) => Promise<string | undefined>;

export interface WorkPlace {
  formation: Formation;
  /** The project: its `.ovld/` holds the documents. */
  folder: string;
  session: string;
  post: Post;
}

/** The board and the knowledge of one project, wired. */
export async function composeWork({ session }: WorkPlace): Promise<Work> {
  // Until the papers, the board and the index are here to be opened.
  throw new OvldError('board_off', { session });
}

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
