import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { namesIn, type Disk } from '../../kit/disk.ts';
import { sweepLocks } from '../../kit/leased-file.ts';
import { ignoring, syncDirs, type Ground } from '../files/ground.ts';
import { layout } from '../files/layout.ts';
import type { QueueGround } from './ground.ts';
import type { InboxFiles } from './inbox-files.ts';
import { markName, parseMark } from './layout.ts';
import type { MarkFiles } from './marks.ts';

export interface Keeping {
  files: InboxFiles;
  marks: MarkFiles;
}

export const lockOf = ({ at }: Ground, role: Role): string => join(at.root, 'lock', role);

/** What the queue needs of a relay directory, and the marks of an army that is gone. */
export async function prepareKeeping(
  queue: QueueGround,
  ground: Ground,
  { marks }: Keeping,
  roles: readonly Role[],
): Promise<void> {
  const { disk } = ground;
  await disk.mkdir(join(ground.at.root, 'lock'));
  await sweepLocks({ disk }, join(ground.at.root, 'lock')).catch(() => undefined);
  for (const role of roles) {
    const [from, into] = [queue.at.marks(role), marks.returnedDir(role)];
    await disk.mkdir(into);
    const names = (await namesIn(disk, from)).filter((name) => parseMark(name) !== undefined);
    for (const name of names) await createEmpty(disk, join(into, name));
    if (names.length > 0) await syncDirs(disk, into);
    for (const name of names) await disk.unlink(join(from, name)).catch(() => undefined);
  }
}

/**
 * A relay directory goes, the mail stays: what was handed over and not acknowledged is marked in the project,
 * for the army that comes next. Cut off, it is done again.
 */
export async function carryMarks(
  queue: QueueGround,
  { files }: Pick<Keeping, 'files'>,
  aside: string,
): Promise<void> {
  const { at, disk } = queue;
  const gone = layout(aside);
  for (const role of await namesIn(disk, join(aside, 'collected'))) {
    const found = (await namesIn(disk, join(aside, 'returned', role))).map(parseMark);
    for (const incarnation of await namesIn(disk, gone.collectedBy(role))) {
      for (const name of await namesIn(disk, gone.collected(role, incarnation))) {
        const mark = parseMark(name);
        if (mark) found.push({ ...mark, redelivered: mark.redelivered + 1 });
      }
    }
    const { entries } = await files.read(role);
    const pending = new Set(entries.flatMap(({ id, status }) => (status === 'pending' ? id : [])));
    const kept = found.flatMap((mark) => (mark && pending.has(mark.id) ? markName(mark) : []));
    if (kept.length === 0) continue;
    await disk.mkdir(at.marks(role));
    for (const name of kept) await createEmpty(disk, join(at.marks(role), name));
    await syncDirs(disk, at.marks(role));
  }
}

const createEmpty = (disk: Disk, path: string): Promise<boolean> =>
  ignoring(['EEXIST'], () => disk.writeNew(path, '', { sync: false }));
