import * as z from 'zod/mini';
import type { Role } from '../../army/role.ts';
import { priorities } from '../../message/message.ts';
import { SUBJECT_CHARACTERS } from '../../message/subject.ts';
import type { Sent } from '../../relay/send.ts';
import type { Texts } from '../../i18n/texts.ts';

/** The arguments send_message and broadcast share. Made when asked for: a start needs no schema. */
export const letterFields = () => ({
  subject: z.string().check(z.meta({ maxLength: SUBJECT_CHARACTERS })),
  body: z.string(),
  priority: z._default(z.enum(priorities), 'normal'),
});

/** `wake` as data: what became of it, and the code when the recipient could not be woken. */
export const wakeFields = () => ({
  wake: z.enum(['ringing', 'coalesced', 'typed', 'person', 'failed']),
  code: z.optional(z.string()),
  note: z.optional(z.string()),
});

type SentTo = Pick<Sent, 'wake' | 'heldMs'> & { to: Role };

/** Where the recipient is not woken, `note` says why and what that means: a code alone says neither. */
export const wakeData = (
  texts: Texts,
  sent: SentTo,
): { wake: string; code?: string; note?: string } => {
  const { to, wake, heldMs } = sent;
  if (typeof wake === 'object') {
    return { wake: 'failed', code: wake.failed, note: wakeText(texts, sent) };
  }
  return { wake, ...(heldMs !== undefined && { note: texts.exchangeHeld(to, heldMs) }) };
};

export function wakeText(texts: Texts, { to, wake, heldMs }: SentTo): string {
  const woken =
    typeof wake === 'string'
      ? texts[wake]
      : texts.storedNotWoken(texts.wake[wake.failed], wake.failed);
  return heldMs === undefined ? woken : `${woken} ${texts.exchangeHeld(to, heldMs)}`;
}
