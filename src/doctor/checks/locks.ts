import type { Check } from '../check.ts';
import { finding, notFixed } from '../finding.ts';

/** Locks of dead processes. Every wait for a lock is short, so they only cost time. */
export const locks: Check = {
  name: 'locks',
  look: async (parts) =>
    (await parts.staleLocks()).map((lock) =>
      finding('lock_left', 'warning', { path: lock.path }, async () =>
        (await lock.remove()) ? { done: true } : notFixed('busy'),
      ),
    ),
};
