import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { errnoOf, isErrno } from '../../kit/errno.ts';
import { sweepLocks } from '../../kit/leased-file.ts';
import type { QueueGround } from './ground.ts';
import { EMPTY } from './inbox.ts';

/** The queue is this machine's; knowledge beside it is meant to be committed. */
const IGNORED = '*\n';
const IGNORED_ABOVE = '/queue/\n/dashboard.md\n';

/** Makes what is missing and leaves the rest. */
export async function prepareQueue(ground: QueueGround, roles: readonly Role[]): Promise<void> {
  const { at, disk } = ground;
  const dirs = [at.queue, at.inboxes, at.bad, at.locks, join(at.queue, 'archive'), at.archives];
  for (const dir of dirs) await makeDir(ground, dir);
  await create(ground, at.ignored, IGNORED);
  await create(ground, at.ignoredAbove, IGNORED_ABOVE);
  for (const role of roles) await create(ground, at.inbox(role), EMPTY);
  await sweepLocks({ disk }, at.locks).catch(() => undefined);
}

async function makeDir({ at, disk }: QueueGround, dir: string): Promise<void> {
  try {
    const there = await disk.stat(dir);
    if (there?.kind === 'dir') return;
    // Nothing is written by way of a link: it may lead out of the project.
    if (there !== undefined) throw new OvldError('store_symlink', { path: dir });
    await disk.mkdir(dir);
  } catch (error) {
    if (error instanceof OvldError) throw error;
    const reason = errnoOf(error) ?? String(error);
    throw new OvldError('store_unusable', { path: at.queue, reason }, { cause: error });
  }
}

async function create({ disk }: QueueGround, path: string, text: string): Promise<void> {
  if ((await disk.stat(path)) !== undefined) return;
  try {
    await disk.writeNew(path, text, { sync: false });
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  }
}
