import { OvldError, type ErrorCode } from '../../errors.ts';
import type { Lease } from '../../kit/leased-file.ts';
import type { Note, SentNote } from '../papers.ts';
import { setAside, type Ground } from './aside.ts';

export type Post = (note: Note) => Promise<string | undefined>;

/** No second try will go better. */
const FOR_GOOD: ReadonlySet<ErrorCode> = new Set([
  'unknown_role',
  'body_too_long',
  'body_encoded_too_long',
  'subject_too_long',
] as const);

/** One after the other. What fails is kept for later; what can never be sent is set aside, and said. */
export async function sendAll(
  ground: Ground,
  post: Post,
  notes: readonly Note[],
  lease: Pick<Lease, 'renew'>,
): Promise<{ sent: SentNote[]; unsent: Note[] }> {
  const sent: SentNote[] = [];
  const unsent: Note[] = [];
  for (const note of notes) {
    // An inbox may be somebody's for a while. Whoever lost the board to another must not send as well.
    await lease.renew();
    const id = await post(note).catch(async (error: unknown) => {
      if (error instanceof OvldError && FOR_GOOD.has(error.code))
        await setAside(ground, `note-to-${note.to}.json`, error.code, JSON.stringify(note));
      else unsent.push(note);
      return undefined;
    });
    sent.push({ note, id });
  }
  return { sent, unsent };
}
