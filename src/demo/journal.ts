import * as z from 'zod/mini';
import { roleSchema, type Role } from '../army/role.ts';
import { priorities } from '../relay/message.ts';

const stamped = { at: z.iso.datetime() };
const about = { ...stamped, id: z.string(), to: roleSchema };

/** The events of `journal.jsonl` that figures are made of; others are nobody's business here. */
const recordSchema = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('stored'),
    ...about,
    from: roleSchema,
    priority: z.enum(priorities),
  }),
  z.object({ event: z.literal('rung'), ...stamped, to: roleSchema }),
  z.object({ event: z.literal('fetched'), ...about, redelivered: z._default(z.int(), 0) }),
  z.object({ event: z.literal('acknowledged'), ...about }),
  z.object({ event: z.literal('put_back'), ...about, why: z.string() }),
]);

export type JournalRecord = z.infer<typeof recordSchema>;

/** In the order they were appended; what a killed relay tore is skipped (N3). */
export function parseJournal(text: string): JournalRecord[] {
  return text.split('\n').flatMap((line) => {
    try {
      const record = recordSchema.safeParse(JSON.parse(line));
      return record.success ? [record.data] : [];
    } catch {
      return [];
    }
  });
}

/** What became of one message. */
export interface Journey {
  id: string;
  from: Role;
  to: Role;
  priority: (typeof priorities)[number];
  /** From stored to the first ring for it; none when it shared the ring of earlier mail. */
  rungMs: number | undefined;
  fetchedMs: number | undefined;
  handedOver: number;
  redelivered: number;
  acknowledged: boolean;
}

/** The journal is one sequence: its order, not the clock, says which ring was for which message. */
export function journeysOf(records: readonly JournalRecord[]): Journey[] {
  const journeys = new Map<string, Journey>();
  const storedAt = new Map<string, number>();
  const since = (id: string, at: string): number => Date.parse(at) - (storedAt.get(id) ?? 0);

  for (const record of records) {
    if (record.event === 'stored') {
      const { id, from, to, priority, at } = record;
      storedAt.set(id, Date.parse(at));
      journeys.set(id, { id, from, to, priority, ...notYet });
    } else if (record.event === 'rung') {
      for (const journey of journeys.values()) {
        const waiting = journey.to === record.to && journey.fetchedMs === undefined;
        if (waiting) journey.rungMs ??= since(journey.id, record.at);
      }
    } else {
      const journey = journeys.get(record.id);
      if (journey === undefined) continue;
      if (record.event === 'fetched') {
        journey.fetchedMs ??= since(record.id, record.at);
        journey.handedOver += 1;
        journey.redelivered = Math.max(journey.redelivered, record.redelivered);
      }
      if (record.event === 'acknowledged') journey.acknowledged = true;
    }
  }
  return [...journeys.values()];
}

const notYet = {
  rungMs: undefined,
  fetchedMs: undefined,
  handedOver: 0,
  redelivered: 0,
  acknowledged: false,
};
