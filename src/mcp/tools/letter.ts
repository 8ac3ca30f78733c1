import * as z from 'zod/mini';
import type { Role } from '../../army/role.ts';
import { priorities, SUBJECT_CHARACTERS } from '../../relay/message.ts';
import type { Sent } from '../../relay/send.ts';
import type { Texts } from '../../i18n/texts.ts';

/** The arguments send_message and broadcast share. Made when asked for: a start needs no schema. */
export const letterFields = () => ({
  subject: z.string().check(z.meta({ maxLength: SUBJECT_CHARACTERS })),
  body: z
    .string()
    .check(z.meta({ description: 'At most 32 KiB. Paths rather than file contents.' })),
  priority: z._default(z.enum(priorities), 'normal'),
});

/** `wake` as data: what became of it, and the code when the recipient could not be woken. */
export const wakeFields = () => ({
  wake: z.enum(['ringing', 'coalesced', 'typed', 'person', 'failed']),
  code: z.optional(z.string()),
  note: z.optional(z.string()),
});

type Told = Pick<Sent, 'wake' | 'held'> & { to: Role };

export const wakeData = (
  texts: Texts,
  { to, wake, held }: Told,
): { wake: string; code?: string; note?: string } => ({
  ...(typeof wake === 'string' ? { wake } : { wake: 'failed', code: wake.failed }),
  ...(held && { note: texts.exchangeHeld(to) }),
});

export function wakeText(texts: Texts, { to, wake, held }: Told): string {
  const woken =
    typeof wake === 'string'
      ? texts[wake]
      : texts.storedNotWoken(texts.wake[wake.failed], wake.failed);
  return held ? `${woken} ${texts.exchangeHeld(to)}` : woken;
}
