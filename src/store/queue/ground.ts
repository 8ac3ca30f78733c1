import type { Clock } from '../../kit/clock.ts';
import type { Disk } from '../../kit/disk.ts';
import type { IdMaker } from '../../kit/id.ts';
import type { LeaseGround } from '../../kit/leased-file.ts';
import type { Journal } from '../store.ts';
import type { QueueLayout } from './layout.ts';

/** What every part of a queue stands on. */
export interface QueueGround {
  at: QueueLayout;
  disk: Disk;
  clock: Clock;
  ids: IdMaker;
  journal: Pick<Journal, 'write'>;
  lease: LeaseGround;
}

/** More than any inbox of ours: what is to be kept for good is in the archive. */
export const INBOX_BYTES = 16 * 1024 * 1024;
