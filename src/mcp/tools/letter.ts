import * as z from 'zod/mini';
import { priorities, SUBJECT_CHARACTERS } from '../../relay/message.ts';
import type { Wake } from '../../relay/nudge.ts';
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
  wake: z.enum(['ringing', 'coalesced', 'typed', 'failed']),
  code: z.optional(z.string()),
});

export const wakeData = (wake: Wake): { wake: string; code?: string } =>
  typeof wake === 'string' ? { wake } : { wake: 'failed', code: wake.failed };

export const wakeText = (texts: Texts, wake: Wake): string =>
  typeof wake === 'string'
    ? texts[wake]
    : texts.storedNotWoken(texts.wake[wake.failed], wake.failed);
