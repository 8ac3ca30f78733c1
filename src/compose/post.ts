import fs from 'node:fs';
import { join } from 'node:path';
import { rolesOf, type Formation } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import { INTENT, UNSENT } from '../papers/yaml/places.ts';
import type { Note } from '../papers/papers.ts';
import { openQueue } from '../store/open-queue.ts';
import type { Store } from '../store/store.ts';
import { PROJECT_DIR } from './store.ts';

/** Stores a message of the board and has it announced: its id. What it throws is tried again later. */
export type Post = (note: Note) => Promise<string>;

/** As every send: durable first, then the flag; whoever is on duty for the recipient rings. */
export const postThrough =
  ({ mail, journal }: Store): Post =>
  async ({ from, to, type, subject, body }) => {
    const { id } = await mail.deliver({ from, to, type, subject, body, priority: 'normal' });
    await journal
      .write([{ event: 'stored', id, from, to, priority: 'normal' }])
      .catch(() => undefined);
    // A flag that could not be raised costs no message: its relay finds it on its next look.
    await mail.raise(to).catch(() => false);
    return id;
  };

/** Nobody is summoned: mail waits in the queue of the project; without one, until there is an army. */
export const postWithoutArmy =
  (formation: Formation, folder: string): Post =>
  async ({ from, to, type, subject, body }) => {
    if (formation.store !== 'queue') throw new OvldError('army_none', { folder });
    const queue = await openQueue(join(folder, PROJECT_DIR), { roles: rolesOf(formation) });
    return queue.write(to, `${subject}\n${body}`, type, from);
  };

/** Whether somebody died in the middle of a change of the board, or could not send what belongs to it. */
export const isUnfinished = (folder: string, sinceMs = 0): boolean =>
  [INTENT, UNSENT].some((name) => {
    const age = ageOf(join(folder, PROJECT_DIR, name));
    return age !== undefined && age >= sinceMs;
  });

/** Either way round: a clock that went back must not keep it for ever. */
function ageOf(path: string): number | undefined {
  try {
    return Math.abs(Date.now() - fs.statSync(path).mtimeMs);
  } catch {
    return undefined;
  }
}

/** Opened once, when it is first needed; what failed is tried again. */
export function onFirstUse<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
