import { join } from 'node:path';
import { nodeDisk } from '../kit/disk.ts';
import { withLock } from '../kit/lock.ts';
import type { ArmyParts } from '../summon/parts.ts';

/** Longer than the slowest start of a session; after it the waiting processes go on all the same. */
const LEASE = { leaseMs: 60_000, waitMs: 45_000 };

/** The lock in the folder of the armies' records: one process of this user starts or ends an army. */
export function openSummoningLock(dir: string): Pick<ArmyParts, 'alone' | 'calm'> {
  let held = 0;
  async function alone<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const made = await nodeDisk.mkdir(dir).then(
      () => true,
      () => false,
    );
    // Where there can be no directory the work itself fails with the better reason.
    if (!made) return work();
    return withLock(join(dir, '.summoning.lock'), { ...LEASE, signal }, async () => {
      held += 1;
      try {
        return await work();
      } finally {
        held -= 1;
      }
    });
  }
  return {
    alone: (work) => alone(work),
    // The holder of the lock would wait for itself.
    calm: async (waiting) => (held > 0 ? undefined : alone(() => Promise.resolve(), waiting)),
  };
}
