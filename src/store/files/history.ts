import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { roleSchema, sessionSchema } from '../../army/role.ts';
import { systemClock, type Clock } from '../../kit/clock.ts';
import { nodeDisk, type Disk } from '../../kit/disk.ts';
import { timeOf } from '../../kit/id.ts';
import { messageSchema, type Message } from '../../relay/message.ts';
import type { History, PastArmy, PastMessage } from '../store.ts';
import { namesIn, storeCall } from './ground.ts';
import { FILE_BYTES } from './inbox.ts';
import { isIncarnation, layout, parseMessageName } from './layout.ts';
import { readFormation } from './outfit.ts';

type State = PastMessage['state'];

/** Set aside first: what is half removed must not pass for an army. */
const GOING = '.going';

/** `{root}/{session}/{stamp}/`: what clean-ups saved. Links are passed over, as anywhere in a store. */
export function historyFiles(
  root: string,
  { disk = nodeDisk, clock = systemClock }: { disk?: Disk; clock?: Pick<Clock, 'now'> } = {},
): History {
  const isDir = async (path: string): Promise<boolean> => (await disk.stat(path))?.kind === 'dir';
  const call = <T>(work: () => Promise<T>): Promise<T> => storeCall({ at: { root } }, work);

  async function dirsIn(dir: string): Promise<string[]> {
    const found: string[] = [];
    for (const name of (await namesIn(disk, dir)).toSorted()) {
      if (await isDir(join(dir, name))) found.push(name);
    }
    return found;
  }

  /** Every file of mail, by where it lies. */
  async function mailIn(path: string): Promise<{ file: string; state: State }[]> {
    const at = layout(path);
    const found: { file: string; state: State }[] = [];
    const take = async (dir: string, state: State): Promise<void> => {
      for (const name of await namesIn(disk, dir)) {
        if (parseMessageName(name) !== undefined) found.push({ file: join(dir, name), state });
      }
    };
    for (const [shelf, state] of [
      ['inbox', 'unread'],
      ['archive', 'acknowledged'],
      ['collected', 'handed_over'],
    ] as const) {
      for (const role of await dirsIn(join(path, shelf))) {
        if (!roleSchema.safeParse(role).success) continue;
        if (shelf !== 'collected') await take(join(path, shelf, role), state);
        else {
          for (const by of await dirsIn(at.collectedBy(role))) {
            await take(at.collected(role, by), state);
          }
        }
      }
    }
    return found;
  }

  async function army(session: string, stamp: string): Promise<PastArmy> {
    const path = join(root, session, stamp);
    const at = layout(path);
    const formation = await readFormation({ at, disk }).catch(() => undefined);
    const mail = await mailIn(path);
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

  return {
    armies: () =>
      call(async () => {
        const found: PastArmy[] = [];
        for (const session of await dirsIn(root)) {
          if (!sessionSchema.safeParse(session).success) continue;
          for (const stamp of await dirsIn(join(root, session))) {
            if (isIncarnation(stamp, clock.now())) found.push(await army(session, stamp));
          }
        }
        return found.toSorted((a, b) => (a.stamp < b.stamp ? 1 : -1));
      }),

    messages: ({ path }) =>
      call(async () => {
        const messages: PastMessage[] = [];
        let unreadable = 0;
        for (const { file, state } of await mailIn(path)) {
          const text = await disk.read(file, FILE_BYTES).catch(() => undefined);
          const message = text === undefined ? undefined : parse(text);
          if (message === undefined) unreadable += 1;
          else {
            const redelivered = parseMessageName(basename(file))?.redelivered ?? 0;
            messages.push({ ...message, state, ...(redelivered > 0 && { redelivered }) });
          }
        }
        return { messages: messages.toSorted(byTime), unreadable };
      }),

    remove: ({ path }) =>
      call(async () => {
        const session = dirname(path);
        if (dirname(session) !== root || !(await isDir(session)) || !(await isDir(path))) return;
        const going = join(session, `.${basename(path)}${GOING}`);
        await disk.rename(path, going);
        for (const name of await namesIn(disk, session)) {
          if (name.startsWith('.') && name.endsWith(GOING)) {
            await fs.promises.rm(join(session, name), { recursive: true, force: true });
          }
        }
        // The last of a session takes its directory with it; any other keeps it.
        await disk.rmdir(session).catch(() => undefined);
      }),
  };
}

function parse(text: string): Message | undefined {
  try {
    return messageSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const byTime = (a: PastMessage, b: PastMessage): number =>
  Date.parse(a.timestamp) - Date.parse(b.timestamp) || (a.id < b.id ? -1 : 1);
