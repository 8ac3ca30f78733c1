import * as z from 'zod/mini';
import { roleSchema, type Role } from '../../army/role.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { localSeconds } from '../../kit/local-time.ts';
import {
  checkContent,
  messageTypes,
  priorities,
  type Draft,
  type Message,
} from '../../message/message.ts';
import { plainOrQuoted, quoted } from '../../yaml/yaml-write.ts';
import { isEntryId } from './layout.ts';

export const entryStatuses = ['pending', 'processed'] as const;

/** As the seed writes it; a zone may follow where a person put one. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;
const isTime = (text: string): boolean => TIME.test(text) && !Number.isNaN(Date.parse(text));

/** One message of an inbox, in the seed's own words. */
export const entrySchema = z.object({
  id: z.string().check(z.refine(isEntryId, 'not msg_ and a number')),
  timestamp: z.string().check(z.refine(isTime, 'not a time such as 2026-02-08T10:00:00')),
  from: roleSchema,
  type: z._default(z.enum(messageTypes), 'wake_up'),
  subject: z._default(z.string(), ''),
  priority: z._default(z.enum(priorities), 'normal'),
  message: z.string(),
  status: z._default(z.enum(entryStatuses), 'pending'),
});

export type Entry = z.infer<typeof entrySchema>;

/** Throws where it is none; what it holds besides is its writer's own business. */
export function parseEntry(value: unknown): Entry {
  const entry = entrySchema.parse(value);
  checkContent({ subject: entry.subject, body: entry.message });
  return entry;
}

export const entryOf = (draft: Omit<Draft, 'to'>, id: string, now: number): Entry => ({
  id,
  timestamp: localSeconds(now),
  from: draft.from,
  type: draft.type ?? 'wake_up',
  subject: draft.subject,
  priority: draft.priority,
  message: draft.body,
  status: 'pending',
});

export const messageOf = (entry: Entry, to: Role): Message => ({
  id: entry.id,
  from: entry.from,
  to,
  subject: entry.subject,
  body: entry.message,
  priority: entry.priority,
  type: entry.type,
  timestamp: rfc3339(Date.parse(entry.timestamp)),
});

const pairsOf = (entry: Entry): string[] => [
  `id: ${entry.id}`,
  `timestamp: ${quoted(entry.timestamp)}`,
  `from: ${plainOrQuoted(entry.from)}`,
  `type: ${entry.type}`,
  ...(entry.subject === '' ? [] : [`subject: ${quoted(entry.subject)}`]),
  ...(entry.priority === 'normal' ? [] : [`priority: ${entry.priority}`]),
  `message: ${quoted(entry.message)}`,
  `status: ${entry.status}`,
];

/** An item of a block list, exactly in the seed's form. */
export const blockEntry = (entry: Entry, indent = '', eol = '\n'): string =>
  `${indent}- ${pairsOf(entry).join(`${eol}${indent}  `)}${eol}`;

/** An item of a list in brackets. */
export const flowEntry = (entry: Entry): string => `{ ${pairsOf(entry).join(', ')} }`;
