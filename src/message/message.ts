import * as z from 'zod/mini';
import { roleSchema } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { SUBJECT_CHARACTERS } from './subject.ts';

/** Given by the store. Nothing that could leave a directory. */
export const MESSAGE_ID = /^[0-9a-z][0-9a-z_-]{0,99}$/;

export const BODY_BYTES = 32 * 1024;
/**
 * A body of nothing but quotes or control characters grows on the wire. This second bound keeps any
 * single message below the size of one reply, whatever it is made of (R9).
 */
export const BODY_ENCODED_BYTES = 44 * 1024;

export const priorities = ['normal', 'urgent'] as const;

/** What a message is about: the board says it of its own, a sender may; in a queue `wake_up` unless one did. */
export const messageTypes = ['task_assigned', 'report_received', 'wake_up'] as const;

export const messageSchema = z.object({
  id: z.string().check(z.regex(MESSAGE_ID)),
  from: roleSchema,
  to: roleSchema,
  subject: z.string().check(z.maxLength(SUBJECT_CHARACTERS * 2)),
  body: z.string(),
  priority: z._default(z.enum(priorities), 'normal'),
  type: z.optional(z.enum(messageTypes)),
  timestamp: z.iso.datetime({ offset: true }),
});

export type Message = z.infer<typeof messageSchema>;

/** A message before the store has named and stamped it. */
export type Draft = Omit<Message, 'id' | 'timestamp'>;

/** A message as its receiver gets it: `redelivered` counts the earlier times it was handed over. */
export type Handed = Message & { redelivered?: number };

const utf8 = new TextEncoder();
const bytes = (text: string): number => utf8.encode(text).length;

/** Refuses what is too large to store, or what would not fit a reply. */
export function checkContent({ subject, body }: { subject: string; body: string }): void {
  const characters = [...subject].length;
  if (characters > SUBJECT_CHARACTERS) {
    throw new OvldError('subject_too_long', { characters, limit: SUBJECT_CHARACTERS });
  }
  const raw = bytes(body);
  if (raw > BODY_BYTES) throw new OvldError('body_too_long', { bytes: raw, limit: BODY_BYTES });
  const encoded = bytes(JSON.stringify(body));
  if (encoded > BODY_ENCODED_BYTES) {
    throw new OvldError('body_encoded_too_long', { bytes: encoded, limit: BODY_ENCODED_BYTES });
  }
}
