import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { UnfitFile } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { onceSaved } from '../../kit/once-saved.ts';
import { checkContent, type Message } from '../../message/message.ts';
import { storedEvent } from '../mail-events.ts';
import type { Journal } from '../store.ts';
import { quarantine, type Ground } from './ground.ts';
import { isMessageName, messageName } from './layout.ts';
import { FILE_BYTES, ownIdOf, parseMessage, reasonOf } from './message-file.ts';

/** Trouble of the machine, not of the file: the file stays where it is and is tried again. */
export const PASSING = ['EMFILE', 'ENFILE', 'EIO', 'EAGAIN', 'ENOMEM', 'EBUSY'];

/** Names under which programs write what they will rename: theirs until then. */
const DRAFT = /^\.|~$|\.(?:tmp|swp|part)$/;
/** An empty file this young is about to be written. */
const EMPTY_MS = 60_000;

/** A file in an inbox under another name than a message's, of which something can be said now. */
export const isForeign = (name: string): boolean => !isMessageName(name) && !DRAFT.test(name);

/**
 * What others put into an inbox: a message gets a message's name, by a move that one process alone can make;
 * anything else is set aside. What cannot be read just now stays, and the next look tries again (N7).
 */
export async function admitForeign(
  ground: Ground,
  journal: Journal,
  role: Role,
  name: string,
): Promise<void> {
  const { at, disk, clock } = ground;
  const path = join(at.inbox(role), name);
  const stat = await disk.stat(path);
  if (stat === undefined) return;
  const isEmpty = stat.kind === 'file' && stat.bytes === 0;
  if (isEmpty && Math.abs(clock.now() - stat.modifiedMs) < EMPTY_MS) return;
  try {
    const { message, isOwnId } = await readForeign(ground, path, role);
    const target = join(at.inbox(role), messageName({ id: message.id, redelivered: 0 }));
    if (isOwnId) await moveToOwnName(ground, path, target);
    else await disk.rename(path, target);
    await journal.write([storedEvent(message)]);
  } catch (error) {
    if (isErrno(error, 'ENOENT', ...PASSING)) return;
    await quarantine(ground, journal, path, `not a message file: ${reasonOf(error)}`, role);
  }
}

interface Found {
  message: Message;
  /** Its file brought an id that can be a name; else it is given one. */
  isOwnId: boolean;
}

async function readForeign({ disk, ids }: Ground, path: string, role: Role): Promise<Found> {
  const read = async (): Promise<Found> => {
    const text = await disk.read(path, FILE_BYTES);
    const own = ownIdOf(JSON.parse(text));
    const message = parseMessage(text, own ?? ids.next());
    if (message.to !== role) throw new UnfitFile('addressed to another role');
    checkContent(message);
    return { message, isOwnId: own !== undefined };
  };
  return read().catch(async () => {
    // It may be half of what is about to be saved.
    await onceSaved(disk, path);
    return read();
  });
}

/** Never over another message: an id that is taken by another file is refused. */
async function moveToOwnName({ disk }: Ground, path: string, target: string): Promise<void> {
  try {
    await disk.link(path, target);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    const [here, there] = [await disk.stat(path), await disk.stat(target)];
    if (here !== undefined && here.inode !== there?.inode) throw new UnfitFile('its id is taken');
  }
  await disk.unlink(path);
}
