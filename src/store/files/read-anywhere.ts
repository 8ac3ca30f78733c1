import { namesIn } from '../../kit/disk.ts';
import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Handed } from '../../message/message.ts';
import { type Ground } from './ground.ts';
import { PASSING } from './foreign.ts';
import { readMessage } from './message-file.ts';
import { isMessageName, messageName, parseMessageName } from './layout.ts';

/**
 * A message goes from inbox to collected to archive, and back to the inbox where it is put back: looking in
 * this order, and then once more, meets it.
 */
export async function readAnywhere(
  ground: Ground,
  role: Role,
  id: string,
): Promise<Handed | undefined> {
  if (!isMessageName(messageName({ id, redelivered: 0 }))) return undefined;
  return (await once(ground, role, id)) ?? once(ground, role, id);
}

async function once(ground: Ground, role: Role, id: string): Promise<Handed | undefined> {
  const { at, disk } = ground;
  const unread = await inDir(ground, at.inbox(role), role, id);
  if (unread !== undefined) return unread;
  for (const holder of await namesIn(disk, at.collectedBy(role))) {
    const held = await inDir(ground, at.collected(role, holder), role, id);
    if (held !== undefined) return held;
  }
  return inDir(ground, at.archive(role), role, id);
}

async function inDir(
  { disk }: Ground,
  dir: string,
  role: Role,
  id: string,
): Promise<Handed | undefined> {
  // Hardly any was ever put back, and an archive may be long: its first name is tried before all names.
  const first = messageName({ id, redelivered: 0 });
  const name =
    (await disk.stat(join(dir, first))) === undefined
      ? (await namesIn(disk, dir)).find((one) => parseMessageName(one)?.id === id)
      : first;
  if (name === undefined) return undefined;
  try {
    return await readMessage(disk, join(dir, name), role);
  } catch (error) {
    if (isErrno(error, ...PASSING)) throw error;
    // It has moved on, or is no message, which `collect` deals with.
    return undefined;
  }
}
