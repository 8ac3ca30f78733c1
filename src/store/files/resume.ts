import { dirname, join } from 'node:path';
import { HUMAN } from '../../army/human.ts';
import type { Role } from '../../army/role.ts';
import { namesIn, UnfitFile } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { resumedEvent } from '../mail-events.ts';
import type { Journal, JournalEvent, Mail } from '../store.ts';
import { saveAside } from './cleanup.ts';
import { createWhole, ignoring, syncDirs, type Ground } from './ground.ts';
import { FILE_BYTES } from './message-file.ts';
import { messageName, parseMessageName } from './layout.ts';
import { findOfFolder, listPast } from './past.ts';

/**
 * Unread mail of the newest dismissed army, back into this store. One rename moves a message and
 * marks it, so whatever cuts this off, each is in one place; the next call goes on. What was read,
 * and what is addressed to no role here, stays in history.
 */
export async function resumeMail(
  ground: Ground,
  journal: Journal,
  flags: Pick<Mail, 'raiseFlag'>,
  history: string,
  folder: string | undefined,
): Promise<number> {
  const { at, disk } = ground;
  await saveAside(ground, history);
  const past = await findOfFolder(ground, await listPast(ground, history), folder);
  if (past === undefined) return 0;
  let count = 0;
  for (const role of await namesIn(disk, at.inboxes)) {
    const back = await takeBack(ground, past.inbox(role), role, 0);
    for (const holder of await namesIn(disk, past.collectedBy(role))) {
      back.push(...(await takeBack(ground, past.collected(role, holder), role, 1)));
    }
    if (back.length === 0) continue;
    await journal.write(back);
    // Mail without a flag is found by its herald's first look; a person is not rung for.
    if (role !== HUMAN) await flags.raiseFlag(role).catch(() => false);
    count += back.length;
  }
  return count;
}

async function takeBack(
  ground: Ground,
  from: string,
  role: Role,
  handedOver: 0 | 1,
): Promise<JournalEvent[]> {
  const { at, disk } = ground;
  const back: JournalEvent[] = [];
  for (const name of (await namesIn(disk, from)).toSorted()) {
    const named = parseMessageName(name);
    if (named === undefined) continue;
    const { id } = named;
    const redelivered = named.redelivered + handedOver;
    const to = join(at.inbox(role), messageName({ id, redelivered }));
    if (!(await move(ground, join(from, name), to))) continue;
    back.push(resumedEvent(role, id, redelivered));
  }
  if (back.length > 0) await syncDirs(disk, at.inbox(role), from);
  return back;
}

/** False where it was nothing to move; it stays where it is. */
async function move(ground: Ground, from: string, to: string): Promise<boolean> {
  const { disk } = ground;
  try {
    await disk.rename(from, to);
  } catch (error) {
    if (!isErrno(error, 'EXDEV')) throw error;
    const text = await disk.read(from, FILE_BYTES).catch(unlessUnfit);
    if (text === undefined) return false;
    // Another file system: there first, then gone here. Cut off in between, the copy is found again.
    await createWhole(ground, to, text, { sync: true });
    await syncDirs(disk, dirname(to));
    await ignoring(['ENOENT'], () => disk.unlink(from));
  }
  return true;
}

function unlessUnfit(error: unknown): undefined {
  if (!(error instanceof UnfitFile)) throw error;
}
