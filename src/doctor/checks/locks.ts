import type { Check } from '../check.ts';
import type { Finding, Mended } from '../finding.ts';

/** Locks of the dead. Nobody waits for one long, so they cost time, and no more. */
export const locks: Check = {
  name: 'locks',
  look: async (parts) =>
    (await parts.locks()).map((lock): Finding => ({
      code: 'lock_left',
      severity: 'warning',
      data: { path: lock.path },
      mend: async (): Promise<Mended> =>
        (await lock.remove()) ? { done: true } : { done: false, why: 'busy' },
    })),
};
