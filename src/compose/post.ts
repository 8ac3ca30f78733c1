import { join } from 'node:path';
import { rolesOf, type Formation } from '../army/formation.ts';
import type { Post } from '../documents/yaml/send.ts';
import { OvldError } from '../errors.ts';
import { postNote } from '../relay/post.ts';
import { openQueue } from '../store/open-queue.ts';
import type { Store } from '../store/store.ts';
import { PROJECT_DIR } from '../config/places.ts';
import { composeReach } from './reach.ts';

/** Sends the board's messages to an army; the active relays ring for them. */
export function postThrough(store: Store, formation: Formation): Post {
  const reach = composeReach(store, formation);
  return (note) => postNote(reach, formation, note);
}

/** Without an army mail waits in the queue of the project, or where there is none, until there is an army. */
export const postWithoutArmy =
  (formation: Formation, folder: string): Post =>
  async ({ from, to, type, subject, body }) => {
    if (formation.store !== 'queue') throw new OvldError('army_none', { folder });
    const queue = await openQueue(join(folder, PROJECT_DIR), { roles: rolesOf(formation) });
    return queue.write(to, `${subject}\n${body}`, type, from);
  };
