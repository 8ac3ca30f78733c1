import { join } from 'node:path';
import type { LeftLock } from '../doctor/parts.ts';
import { nodeDisk } from '../kit/disk.ts';
import { clearLeftLease, isLeftLease } from '../kit/leased-file.ts';
import { breakStaleLock, stateOfLock } from '../kit/lock.ts';
import { namesIn } from '../kit/survey.ts';
import { LOCKS } from '../papers/yaml/places.ts';

/** As long as the longest lease of these: what is over for it is over for its owner. */
const LEASE = { leaseMs: 60_000 };

interface Where {
  own: string | undefined;
  project: string;
  relayDirs: readonly string[];
}

/** Every lock there can be, of which those are told that nobody holds any more. */
export async function leftLocks({ own, project, relayDirs }: Where): Promise<LeftLock[]> {
  const files = [
    ...(own === undefined ? [] : [join(own, 'armies', '.summoning.lock')]),
    ...relayDirs.flatMap((dir) => [
      join(dir, 'zellij.lock'),
      ...namesIn(join(dir, 'tmp'))
        .filter((name) => /^typing-[a-z0-9_-]+\.lock$/.test(name))
        .map((name) => join(dir, 'tmp', name)),
    ]),
  ];
  const leases = [...relayDirs.map((dir) => join(dir, 'lock')), join(project, LOCKS)].flatMap(
    (dir) => namesIn(dir).flatMap((name) => (name.includes('.') ? [] : [join(dir, name)])),
  );
  const left: LeftLock[] = files
    .filter((path) => stateOfLock(path, LEASE) === 'stale')
    .map((path) => ({ path, remove: async () => breakStaleLock(path, LEASE) }));
  for (const path of leases) {
    if (!(await isLeftLease({ disk: nodeDisk }, path).catch(() => false))) continue;
    left.push({ path, remove: () => clearLeftLease({ disk: nodeDisk }, path) });
  }
  return left;
}
