import type { LetterSight, Picture } from '../../../lookout/picture.ts';
import { listOwnMail, filterUnread } from '../view/own-mail.ts';
import type { Inbox } from '../wire.ts';
import type { Context } from './context.ts';

/**
 * The person's mail, also what has left the picture unread. The server is asked only where the picture has
 * less unread mail than there is, once for each count of it, and never twice at once.
 */
export function openOwnInbox({ link, tell, texts }: Context, changed: () => void) {
  let inbox: readonly LetterSight[] = [];
  let asked: number | undefined;
  let asking = false;

  async function ask(): Promise<void> {
    asking = true;
    try {
      inbox = (await link.look<Inbox>('/inbox', {})).letters;
    } catch (error) {
      tell(error instanceof Error ? error.message : texts.failed, true);
    } finally {
      asking = false;
      changed();
    }
  }

  return {
    /** All that is for the person, as far as it is known by now. */
    letters({ person: { unread }, letters }: Picture): readonly LetterSight[] {
      if (unread <= filterUnread(letters).length) [inbox, asked] = [[], undefined];
      else if (asked !== unread && !asking) {
        asked = unread;
        void ask();
      }
      return listOwnMail(letters, inbox);
    },
    /** What it knows may be wrong: it asks again. */
    doubt: (): void => void (asked = undefined),
  };
}
