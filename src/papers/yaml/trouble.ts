import { OvldError } from '../../errors.ts';
import { errnoOf } from '../../kit/errno.ts';
import { LeaseTaken } from '../../kit/leased-file.ts';
import { BOARD_LOCK } from './places.ts';

/** The file system's words as our codes. */
export function translated(error: unknown, root: string): unknown {
  const cause = { cause: error };
  if (error instanceof LeaseTaken)
    return new OvldError('queue_locked', { path: BOARD_LOCK, holder: error.holder }, cause);
  const reason = errnoOf(error);
  if (error instanceof OvldError || reason === undefined) return error;
  switch (reason) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new OvldError('store_full', { path: root }, cause);
    case 'EMFILE':
    case 'ENFILE':
    case 'EIO':
    case 'EAGAIN':
    case 'ENOMEM':
      return new OvldError('store_busy', { path: root, reason }, cause);
    default:
      return new OvldError('store_unusable', { path: root, reason }, cause);
  }
}
