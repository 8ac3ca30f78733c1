import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { roleSchema, type Role } from '../../army/role.ts';
import { UnfitFile } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Conversation, Conversations } from '../store.ts';
import { ASIDE } from './cleanup.ts';
import { namesIn, replaceWhole, type Ground } from './ground.ts';
import { isIncarnation, layout, type Layout } from './layout.ts';
import { readFormation } from './outfit.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const conversationSchema = z.object({
  id: z.string().check(z.regex(UUID)),
  transcript: z.string().check(z.startsWith('/'), z.maxLength(4096), z.regex(/^[^\0]*$/)),
});

/**
 * `conversation/{role}`: which conversation its agent is in, written by the agent's own hook at every
 * start. It is another's file, perhaps half written: one that cannot be read is none, and stays.
 */
export const conversationFiles = (ground: Ground): Conversations => ({
  of: (role) => read(ground, ground.at.conversation(role)),
  note: (role, { id, transcript }) =>
    replaceWhole(ground, ground.at.conversation(role), `${JSON.stringify({ id, transcript })}\n`, {
      sync: false,
    }),
});

/** Those of the last army of that folder: still standing here, left aside, or in the history. */
export async function pastConversations(
  ground: Ground,
  history: string,
  folder: string,
): Promise<Map<Role, Conversation>> {
  const found = new Map<Role, Conversation>();
  for (const past of await armiesBefore(ground, history)) {
    const formation = await readFormation({ at: past, disk: ground.disk }).catch(() => undefined);
    if (formation?.folder !== folder) continue;
    for (const name of await namesIn(ground.disk, past.conversations)) {
      const conversation = roleSchema.safeParse(name).success
        ? await read(ground, past.conversation(name))
        : undefined;
      if (conversation !== undefined) found.set(name, conversation);
    }
    break;
  }
  return found;
}

/** Newest first; the one that nobody has cleared away is the newest of all. */
async function armiesBefore({ at, disk, clock }: Ground, history: string): Promise<Layout[]> {
  const beside = dirname(at.root);
  const prefix = `.${basename(at.root)}.`;
  const asides = (await namesIn(disk, beside))
    .filter((name) => name.startsWith(prefix) && name.endsWith(ASIDE))
    .map((name) => ({ stamp: name.slice(prefix.length, -ASIDE.length), path: join(beside, name) }));
  const saved = (await namesIn(disk, history)).map((stamp) => ({
    stamp,
    path: join(history, stamp),
  }));
  const stamped = [...asides, ...saved]
    .filter(({ stamp }) => isIncarnation(stamp, clock.now()))
    .toSorted((a, b) => (a.stamp < b.stamp ? 1 : -1));
  return [at.root, ...stamped.map(({ path }) => path)].map(layout);
}

async function read({ disk }: Ground, path: string): Promise<Conversation | undefined> {
  try {
    return conversationSchema.parse(JSON.parse(await disk.read(path, 65_536)));
  } catch (error) {
    const unfit =
      error instanceof UnfitFile || error instanceof SyntaxError || error instanceof $ZodError;
    if (unfit || isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}
