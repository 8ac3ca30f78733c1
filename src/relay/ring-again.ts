import type { Role } from '../army/role.ts';
import type { Mail } from '../store/store.ts';

/**
 * Rings for a role's unread mail at once, wherever on the ladder it was: its flag is lowered and raised
 * again, which gives it a nonce that was not rung for yet (R3). False where nothing is unread.
 *
 * No wake can get lost: where this is cut off between the two, or a check_inbox comes between them, what
 * is left is unread mail with its flag down, and a herald raises that (R3); or a flag over an empty
 * inbox, which it lowers (R5).
 */
export async function ringAgain(
  mail: Pick<Mail, 'hasUnread' | 'clearFlag' | 'raiseFlag'>,
  role: Role,
): Promise<boolean> {
  if (!(await mail.hasUnread(role))) return false;
  await mail.clearFlag(role);
  await mail.raiseFlag(role);
  return true;
}
