import { OvldError } from './errors.ts';
import { errnoOf } from './kit/errno.ts';

/**
 * A failure of the file system as one of our codes; any other error as it is. `missing`: what it means there
 * that something is not there, in a store that the army was dismissed.
 */
export function toStoreError(
  error: unknown,
  root: string,
  missing: 'store_gone' | 'store_unusable' = 'store_gone',
): unknown {
  const reason = errnoOf(error);
  if (error instanceof OvldError || reason === undefined) return error;
  const path = error instanceof Error && 'path' in error ? String(error.path) : root;
  const cause = { cause: error };
  switch (reason) {
    case 'ENOENT':
      return missing === 'store_gone'
        ? new OvldError(missing, { path: root }, cause)
        : new OvldError(missing, { path: root, reason }, cause);
    case 'ENOSPC':
    case 'EDQUOT':
      return new OvldError('store_full', { path: root }, cause);
    case 'EMFILE':
    case 'ENFILE':
    case 'EIO':
    case 'EAGAIN':
    case 'ENOMEM':
      return new OvldError('store_busy', { path: root, reason }, cause);
    case 'ELOOP':
    case 'ENOTDIR':
      return new OvldError('store_symlink', { path }, cause);
    default:
      return new OvldError('store_unusable', { path: root, reason }, cause);
  }
}
