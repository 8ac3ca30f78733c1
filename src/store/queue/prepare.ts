import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { sweepLocks } from '../../kit/leased-file.ts';
import { ignoring } from '../files/ground.ts';
import { makeDir } from '../files/initialise.ts';
import type { QueueGround } from './ground.ts';
import { EMPTY } from './inbox.ts';

/** The queue is this machine's; knowledge beside it is meant to be committed. */
const IGNORED = '*\n';
const IGNORED_ABOVE = '/queue/\n/dashboard.md\n';

/** Makes what is missing and leaves the rest. */
export async function prepareQueue(ground: QueueGround, roles: readonly Role[]): Promise<void> {
  const { at, disk } = ground;
  const dirs = [at.queue, at.inboxes, at.bad, at.locks, join(at.queue, 'archive'), at.archives];
  for (const dir of dirs) await makeDir(disk, dir, { blame: at.queue });
  await create(ground, at.ignored, IGNORED);
  await create(ground, at.ignoredAbove, IGNORED_ABOVE);
  for (const role of roles) await create(ground, at.inbox(role), EMPTY);
  await sweepLocks({ disk }, at.locks).catch(() => undefined);
}

async function create({ disk }: QueueGround, path: string, text: string): Promise<void> {
  if ((await disk.stat(path)) !== undefined) return;
  await ignoring(['EEXIST'], () => disk.writeNew(path, text, { sync: false }));
}
