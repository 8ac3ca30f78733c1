import { OvldError, type ErrorCode } from '../../errors.ts';
import type { Lease } from '../../kit/leased-file.ts';
import type { Note, SentNote } from '../documents.ts';
import { setAside, type ProjectFolder } from './aside.ts';

export type Post = (note: Note) => Promise<string | undefined>;

/** A second try would fail as well. */
const FOR_GOOD: ReadonlySet<ErrorCode> = new Set([
  'unknown_role',
  'body_too_long',
  'body_encoded_too_long',
  'subject_too_long',
] as const);

/** Sends one after the other. What fails is kept for later; what can never be sent is set aside. */
export async function sendAll(
  folder: ProjectFolder,
  post: Post,
  notes: readonly Note[],
  lease: Pick<Lease, 'renew'>,
): Promise<{ sent: SentNote[]; unsent: Note[] }> {
  const sent: SentNote[] = [];
  const unsent: Note[] = [];
  for (const note of notes) {
    // Storing a message may take long. A process that lost the lease meanwhile must not send as well.
    await lease.renew();
    const id = await post(note).catch(async (error: unknown) => {
      if (error instanceof OvldError && FOR_GOOD.has(error.code))
        await setAside(folder, `note-to-${note.to}.json`, error.code, JSON.stringify(note));
      else unsent.push(note);
      return undefined;
    });
    sent.push({ note, id });
  }
  return { sent, unsent };
}
