import { join } from 'node:path';
import type { Role } from '../army/role.ts';
import { withLock } from '../kit/lock.ts';

/** Longer than any typing: two pauses, two looks and what the multiplexer needs for them. */
const LEASE_MS = 10_000;
const WAIT_MS = 2_000;

/**
 * One process at a time types to a role: its own relay, a sender, the deputy and whoever gives the
 * rituals share one composer, and each would take the other's text for a person's draft.
 */
export const typingAlone =
  (relayDir: string) =>
  <T>(role: Role, work: () => Promise<T>): Promise<T> =>
    withLock(
      join(relayDir, 'tmp', `typing-${role}.lock`),
      { leaseMs: LEASE_MS, waitMs: WAIT_MS },
      work,
    );
