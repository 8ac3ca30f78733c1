import * as z from 'zod/mini';
import { alertKinds } from '../army/human.ts';
import { roleSchema } from '../army/role.ts';
import { priorities } from '../message/message.ts';
import type { JournalEvent, JournalRecord } from './store.ts';

type Shapes = Record<JournalEvent['event'], z.ZodMiniType>;

let made: Shapes | undefined;

/** One for every event there is; made when first asked for, which a relay never does. */
const shapes = (): Shapes => (made ??= makeShapes());

function makeShapes(): Shapes {
  const at = z.iso.datetime({ offset: true });
  const to = roleSchema;
  const [word, count] = [z.string(), z.optional(z.int())];
  const about = { at, to, id: word };
  const ring = { at, to, by: word, nonce: word };
  const between = z.optional(z.tuple([roleSchema, roleSchema]));
  return {
    stored: z.object({ ...about, from: roleSchema, priority: z.enum(priorities) }),
    rung: z.object({ ...ring, as: z.enum(['own', 'sender', 'deputy', 'keeper', 'hook']) }),
    ring_failed: z.object({ ...ring, code: word }),
    fetched: z.object({ ...about, incarnation: word, redelivered: count }),
    acknowledged: z.object(about),
    put_back: z.object({ ...about, why: z.enum(['cancelled', 'died', 'left']) }),
    resumed: z.object({ ...about, redelivered: count }),
    quarantined: z.object({ at, file: word, reason: word, to: z.optional(roleSchema) }),
    unreachable: z.object({ at, to, nonce: word, failed: z.array(word) }),
    confirmed: z.object({ ...ring, ms: z.number().check(z.nonnegative()) }),
    held: z.object({ at, to, between, by: z.enum(['person', 'guard']), until: z.optional(at) }),
    released: z.object({ at, to, between }),
    interrupted: z.object({ at, to }),
    restarted: z.object({ at, to, resumed: z.boolean() }),
    reconnected: z.object({ at, to }),
    alerted: z.object({ at, to, why: z.enum(alertKinds), id: z.optional(word), between }),
  };
}

const named = z.object({ event: z.string() });

/** One line of `journal.jsonl` as it was written, or undefined for what is torn or foreign (N3). */
export function parseRecord(line: string): JournalRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const { event } = named.parse(value);
    const known = shapes();
    if (!Object.hasOwn(known, event)) return undefined;
    // Not what the schema makes of it: a record is printed as it is in the file.
    return known[event as keyof Shapes].safeParse(value).success
      ? (value as JournalRecord)
      : undefined;
  } catch {
    return undefined;
  }
}
