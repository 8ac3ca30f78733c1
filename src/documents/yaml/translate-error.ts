import { toStoreError } from '../../disk-error.ts';
import { OvldError } from '../../errors.ts';
import { LeaseTaken } from '../../kit/leased-file.ts';
import { BOARD_LOCK } from './places.ts';

/** The file system's words as our codes. */
export function translateError(error: unknown, root: string): unknown {
  const cause = { cause: error };
  if (error instanceof LeaseTaken)
    return new OvldError('queue_locked', { path: BOARD_LOCK, holder: error.holder }, cause);
  // A file of the board that is missing says nothing about the army.
  return toStoreError(error, root, 'store_unusable');
}
