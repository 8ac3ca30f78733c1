import fs from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { keyOf } from './figures.ts';

/** The second witness beside the journal: what its agents say was sent and read, by `keyOf`. */
export interface Witness {
  sent: Set<string>;
  read: Set<string>;
}

/** What the demo reads of a mock agent's record. */
const entrySchema = z.object({
  sent: z._default(z.array(z.object({ to: z.string(), id: z.string() })), []),
  read: z._default(z.array(z.object({ id: z.string() })), []),
});
const RECORD = /^([a-z][a-z0-9_-]{0,31})\.jsonl$/;

/** Adds what the records in `dir` say to what the person has sent and read. */
export function askAgents(dir: string, person: Witness): Witness {
  const witness = { sent: new Set(person.sent), read: new Set(person.read) };
  for (const name of fs.readdirSync(dir)) {
    const [, role] = RECORD.exec(name) ?? [];
    if (role === undefined) continue;
    for (const line of fs.readFileSync(join(dir, name), 'utf8').split('\n')) {
      const { sent = [], read = [] } = entryIn(line) ?? {};
      for (const one of sent) witness.sent.add(keyOf(one));
      for (const { id } of read) witness.read.add(keyOf({ to: role, id }));
    }
  }
  return witness;
}

/** Undefined for a line that is empty, torn or about something else. */
function entryIn(line: string): z.infer<typeof entrySchema> | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
