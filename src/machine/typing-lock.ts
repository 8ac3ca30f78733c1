import { join } from 'node:path';
import type { Pauses } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { withLock } from '../kit/lock.ts';

/** What typing takes beside its pauses: the looks, and the multiplexer's time for them. */
const WORK_MS = 8_000;
const WAIT_MS = 2_000;

/**
 * One process at a time types to a role: its own relay, a sender, the deputy and `ovld inject` share
 * one composer, and each would take the other's text for a person's draft.
 */
export const lockTyping =
  (relayDir: string, { before, enter }: Pauses) =>
  <T>(role: Role, work: () => Promise<T>): Promise<T> =>
    withLock(
      join(relayDir, 'tmp', `typing-${role}.lock`),
      { leaseMs: WORK_MS + before + 2 * enter, waitMs: WAIT_MS },
      work,
    );
