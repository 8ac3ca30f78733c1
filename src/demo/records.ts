import fs from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Role } from '../army/role.ts';
import { nodeDisk, type DirWatch } from '../kit/disk.ts';
import type { Ledger } from './figures.ts';
import { keyOf } from './journal.ts';

const text = z.optional(z.string());
const readSchema = z.object({
  id: z.string(),
  from: z.string(),
  subject: z._default(z.string(), ''),
  redelivered: z._default(z.number(), 0),
});
const commandSchema = z.object({ id: z.string(), status: text, purpose: text });

/** What an agent wrote down of itself, as far as the demo looks into it. */
const entrySchema = z.object({
  at: z.string(),
  event: z.string(),
  name: text,
  sent: z._default(z.array(z.object({ to: z.string(), id: z.string() })), []),
  to: text,
  subject: text,
  priority: text,
  assigned_to: text,
  objective: text,
  task: text,
  status: text,
  command: z.optional(commandSchema),
  read: z._default(z.array(readSchema), []),
  pid: z.optional(z.number()),
  error: text,
});

export type Entry = z.infer<typeof entrySchema>;
/** `role`: whose record it is in. */
export interface Seen extends Entry {
  role: Role;
}

export const recordFile = (dir: string, role: Role): string => join(dir, `${role}.jsonl`);
const RECORD = /^([a-z][a-z0-9_-]{0,31})\.jsonl$/;

interface RecordsWatch extends DirWatch {
  /** Now, and not only when a change is heard. */
  look(): void;
}

/** Tells every entry of every record once, those of one look in the order of their time. */
export function watchRecords(dir: string, tell: (seen: Seen) => void): RecordsWatch {
  const places = new Map<string, number>();

  function fresh(name: string, role: Role): Seen[] {
    const path = join(dir, name);
    const from = places.get(name) ?? 0;
    const bytes = fs.readFileSync(path).subarray(from);
    // An entry begins with a line break: the last one may still be on its way.
    const lines = bytes.toString('utf8').split('\n');
    const last = lines.at(-1) ?? '';
    if (entryIn(last) === undefined) lines.pop();
    places.set(name, from + Buffer.byteLength(lines.join('\n')));
    return lines.flatMap((line) => {
      const entry = entryIn(line);
      return entry === undefined ? [] : [{ ...entry, role }];
    });
  }

  function look(): void {
    const seen = fs.readdirSync(dir).flatMap((name) => {
      const role = RECORD.exec(name)?.[1];
      return role === undefined ? [] : fresh(name, role);
    });
    for (const one of seen.toSorted((a, b) => a.at.localeCompare(b.at))) tell(one);
  }

  const safely = (): void => {
    try {
      look();
    } catch {
      // The camp is being struck, or a file was just made: the next change tells of it.
    }
  };
  const watch = nodeDisk.watch(dir, safely);
  // A change may go unheard (N2).
  const beat = setInterval(safely, BEAT_MS);
  safely();
  return {
    look: safely,
    close() {
      clearInterval(beat);
      watch.close();
    },
  };
}

const BEAT_MS = 500;

function entryIn(line: string): Entry | undefined {
  if (line === '') return undefined;
  try {
    return entrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The second witness: what was sent, and what was read, by those who did it. */
export function noteIn(ledger: Ledger, { role, sent, read }: Seen): void {
  for (const one of sent) ledger.sent.add(keyOf(one));
  for (const { id } of read) ledger.read.add(keyOf({ to: role, id }));
}
