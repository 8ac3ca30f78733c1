import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sessionSchema } from '../../army/role.ts';
import { systemClock, type Clock } from '../../kit/clock.ts';
import { namesIn, nodeDisk, type Disk } from '../../kit/disk.ts';
import { timeOf } from '../../kit/id.ts';
import { withStoreErrors } from '../store-errors.ts';
import type { History, PastArmy, PastMessage } from '../store.ts';
import { FILE_BYTES, parseMessage } from './message-file.ts';
import { isIncarnation, layout, parseMessageName } from './layout.ts';
import { readFormation } from './outfit.ts';
import { dirsIn, mailIn } from './past.ts';

/** Set aside first: what is half removed must not pass for an army. */
const GOING = '.going';

/** `{root}/{session}/{stamp}/`: what clean-ups saved. */
export function historyFiles(
  root: string,
  { disk = nodeDisk, clock = systemClock }: { disk?: Disk; clock?: Pick<Clock, 'now'> } = {},
): History {
  async function army(session: string, stamp: string): Promise<PastArmy> {
    const path = join(root, session, stamp);
    const at = layout(path);
    const formation = await readFormation({ at, disk }).catch(() => undefined);
    const mail = await mailIn(disk, path);
    return {
      session,
      stamp,
      path,
      dismissedAt: timeOf(stamp),
      formation,
      messages: mail.length,
      unread: mail.filter(({ state }) => state !== 'acknowledged').length,
      conversations: (await namesIn(disk, at.conversations)).length,
    };
  }

  return withStoreErrors<History>(root, {
    async listArmies() {
      const found: PastArmy[] = [];
      for (const session of await dirsIn(disk, root)) {
        if (!sessionSchema.safeParse(session).success) continue;
        for (const stamp of await dirsIn(disk, join(root, session))) {
          if (isIncarnation(stamp, clock.now())) found.push(await army(session, stamp));
        }
      }
      return found.toSorted((a, b) => (a.stamp < b.stamp ? 1 : -1));
    },

    async readMessages({ path }) {
      const messages: PastMessage[] = [];
      let unreadable = 0;
      for (const { file, state } of await mailIn(disk, path)) {
        const { id, redelivered } = parseMessageName(basename(file)) ?? { id: '', redelivered: 0 };
        const message = await disk
          .read(file, FILE_BYTES)
          .then((text) => parseMessage(text, id))
          .catch(() => 'unfit');
        if (typeof message !== 'object') unreadable += 1;
        else {
          messages.push({ ...message, state, ...(redelivered > 0 && { redelivered }) });
        }
      }
      return { messages: messages.toSorted(byTime), unreadable };
    },

    async remove({ path }) {
      const session = dirname(path);
      const isArmy =
        dirname(session) === root &&
        (await dirsIn(disk, root)).includes(basename(session)) &&
        (await dirsIn(disk, session)).includes(basename(path));
      if (!isArmy) return;
      const going = join(session, `.${basename(path)}${GOING}`);
      await disk.rename(path, going);
      for (const name of await namesIn(disk, session)) {
        if (name.startsWith('.') && name.endsWith(GOING)) {
          await fs.promises.rm(join(session, name), { recursive: true, force: true });
        }
      }
      // The last of a session takes its directory with it; any other keeps it.
      await disk.rmdir(session).catch(() => undefined);
    },
  });
}

const byTime = (a: PastMessage, b: PastMessage): number =>
  Date.parse(a.timestamp) - Date.parse(b.timestamp) || (a.id < b.id ? -1 : 1);
