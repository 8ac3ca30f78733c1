import { join } from 'node:path';
import type { StaleLock } from '../doctor/parts.ts';
import { nodeDisk } from '../kit/disk.ts';
import { clearLeftLease, isLeftLease } from '../kit/leased-file.ts';
import { breakStaleLock, readLockState } from '../kit/lock.ts';
import { namesIn } from '../kit/survey.ts';

/** The longest lease of these locks: a lock this old is stale for its owner too. */
const LEASE = { leaseMs: 60_000 };

/** Every lock whose holder is gone. `own`: `~/.config/ovld`; `projectLocks`: the project's folder of leases. */
export async function findStaleLocks(
  own: string | undefined,
  relayDirs: readonly string[],
  projectLocks: string,
): Promise<StaleLock[]> {
  const files = [
    ...(own === undefined ? [] : [join(own, 'armies', '.summoning.lock')]),
    ...relayDirs.flatMap((dir) => [
      join(dir, 'zellij.lock'),
      ...namesIn(join(dir, 'tmp'))
        .filter((name) => /^typing-[a-z0-9_-]+\.lock$/.test(name))
        .map((name) => join(dir, 'tmp', name)),
    ]),
  ];
  const leases = [...relayDirs.map((dir) => join(dir, 'lock')), projectLocks].flatMap((dir) =>
    namesIn(dir).flatMap((name) => (name.includes('.') ? [] : [join(dir, name)])),
  );
  const stale: StaleLock[] = files
    .filter((path) => readLockState(path, LEASE) === 'stale')
    .map((path) => ({ path, remove: async () => breakStaleLock(path, LEASE) }));
  for (const path of leases) {
    if (!(await isLeftLease({ disk: nodeDisk }, path).catch(() => false))) continue;
    stale.push({ path, remove: () => clearLeftLease({ disk: nodeDisk }, path) });
  }
  return stale;
}
