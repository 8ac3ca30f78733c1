import type { Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import type { Draft } from '../../message/message.ts';
import { entryOf, type Entry } from './entry.ts';
import type { QueueGround } from './ground.ts';
import { addition, appended } from './inbox.ts';
import type { InboxFiles } from './inbox-files.ts';
import { entryId, LAST_NUMBER } from './layout.ts';

/** Appends one message, named and stamped here; returns when it survives a crash. */
export async function writeEntry(
  { clock }: Pick<QueueGround, 'clock'>,
  files: InboxFiles,
  draft: Draft,
  marked: (role: Role) => Promise<number> = async () => 0,
): Promise<Entry> {
  const { to, ...letter } = draft;
  return files.edit(to, async (inbox) => {
    // Numbers never go back, whatever a person has deleted from the file.
    const last = Math.max(inbox.last, await files.floor(to), await marked(to));
    if (last >= LAST_NUMBER) throw new OvldError('id_exhausted', { attempts: 1 });
    const entry = entryOf(letter, entryId(last + 1), clock.now());
    return {
      text: () => appended(inbox, entry),
      added: addition(inbox, entry),
      value: entry,
      fits: ({ entries }) =>
        entries.length === inbox.entries.length + 1 && entries.at(-1)?.id === entry.id,
    };
  });
}
