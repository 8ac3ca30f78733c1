import { namesIn } from '../../kit/disk.ts';
import * as z from 'zod/mini';
import { agentKindOf } from '../../army/formation.ts';
import { roleSchema, type Role } from '../../army/role.ts';
import type { Conversation, Conversations, PastConversation } from '../store.ts';
import { readDocument, replaceDocument } from './document.ts';
import { ignoring, type Ground } from './ground.ts';
import { readFormation } from './outfit.ts';
import { findOfFolder, listPast } from './past.ts';

/** A UUID, or one of opencode's. */
const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|ses_[0-9A-Za-z]{1,60})$/;

const conversationSchema = z.lazy(() =>
  z.object({
    id: z.string().check(z.regex(ID)),
    transcript: z.string().check(z.maxLength(4096), z.regex(/^(?:\/[^\0]*)?$/)),
  }),
);

/**
 * `conversation/{role}`: which conversation its agent is in, written by the agent's own hook at every
 * start. It is another's file, perhaps half written: one that cannot be read is none, and stays.
 */
export const conversationFiles = (ground: Ground): Conversations => ({
  read: (role) => read(ground, ground.at.conversation(role)),
  note: (role, { id, transcript }) =>
    replaceDocument(ground, ground.at.conversation(role), { id, transcript }),
  async forget(role) {
    await ignoring(['ENOENT'], () => ground.disk.unlink(ground.at.conversation(role)));
  },
});

/** Those of the last army of that folder: still standing here, left aside, or in the history. */
export async function readPastConversations(
  ground: Ground,
  history: string,
  folder: string,
): Promise<Map<Role, PastConversation>> {
  const found = new Map<Role, PastConversation>();
  // One that still stands here is the newest of all.
  const armies = [ground.at, ...(await listPast(ground, history))];
  const past = await findOfFolder(ground, armies, folder);
  if (past === undefined) return found;
  const formation = await readFormation({ at: past, disk: ground.disk });
  for (const name of await namesIn(ground.disk, past.conversations)) {
    const conversation = roleSchema.safeParse(name).success
      ? await read(ground, past.conversation(name))
      : undefined;
    if (conversation === undefined || formation === undefined) continue;
    found.set(name, { ...conversation, agent: agentKindOf(formation, name) });
  }
  return found;
}

async function read({ disk }: Ground, path: string): Promise<Conversation | undefined> {
  const found = await readDocument(disk, path, conversationSchema);
  return found === 'unfit' ? undefined : found;
}
