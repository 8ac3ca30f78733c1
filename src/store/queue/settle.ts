import type { Role } from '../../army/role.ts';
import { processed } from './inbox.ts';
import type { InboxFiles } from './inbox-files.ts';

/** Sets the pending ones of these entries to `processed`, one word each; the ids it was done to. */
export const settleEntries = (
  files: Pick<InboxFiles, 'edit'>,
  role: Role,
  isWanted: (id: string) => boolean,
): Promise<string[]> =>
  files.edit(role, async (inbox) => {
    const mine = inbox.entries.flatMap(({ id, status }) =>
      status === 'pending' && isWanted(id) ? id : [],
    );
    const ids = new Set(mine);
    return {
      text: () => processed(inbox, ids),
      value: mine,
      fits: ({ entries }) =>
        entries.length === inbox.entries.length &&
        entries.every(({ id, status }) => status === 'processed' || !ids.has(id)),
    };
  });
