import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { createBreather } from '../../kit/breathe.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { namesIn } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Draft, Handed, Message } from '../../message/message.ts';
import { fetchedEvents, filedEvents, storedEvent } from '../mail-events.ts';
import type { Journal, Page } from '../store.ts';
import { admitForeign, isForeign, PASSING } from './foreign.ts';
import { createWhole, quarantine, syncDirs, type Ground } from './ground.ts';
import { isMessageName, messageName, parseMessageName } from './layout.ts';
import { readMessage, reasonOf } from './message-file.ts';

/** Ids that were taken, one after the other. */
const ATTEMPTS = 5;

interface Sighting {
  name: string;
  message?: Handed;
}

/** `inbox/{role}/`: one file a message, visible only when complete. */
export function inboxDir(ground: Ground, journal: Journal) {
  const { at, disk, clock, ids } = ground;
  /** Which unread files are urgent, so that paging through many reads each of them only twice. */
  const urgency = new Map<Role, Map<string, boolean>>();
  /** The sender of each unread file, so that asking again reads only what is new. */
  const known = new Map<Role, Map<string, Role>>();

  /** Files are moved out of here: never by way of a link. */
  async function assertInbox(role: Role): Promise<void> {
    (await disk.openDir(at.inbox(role))).close();
  }

  /** One after the other (N7), and never by way of a link. */
  async function admitAll(role: Role): Promise<void> {
    const foreign = (await disk.names(at.inbox(role))).filter(isForeign);
    if (foreign.length === 0 || (await disk.stat(at.inbox(role)))?.kind !== 'dir') return;
    for (const name of foreign) {
      await admitForeign(ground, journal, role, name);
    }
  }

  async function read(role: Role, name: string): Promise<Handed | 'gone' | 'later'> {
    const path = join(at.inbox(role), name);
    try {
      return await readMessage(disk, path, role);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return 'gone';
      if (isErrno(error, ...PASSING)) return 'later';
      // What cannot be moved away is counted as left, or its reader would be rung for it at once.
      return (await quarantine(ground, journal, path, reasonOf(error), role)) ? 'gone' : 'later';
    }
  }

  /** What is unread now, in the order it will be handed over; foreign files are moved away. */
  async function sightings(role: Role): Promise<{ seen: Sighting[]; unreadable: number }> {
    const breather = createBreather();
    const [urgent, normal]: [Sighting[], Sighting[]] = [[], []];
    let unreadable = 0;
    let kept = 0;
    await assertInbox(role);
    await admitAll(role);
    const before = urgency.get(role) ?? new Map<string, boolean>();
    const now = new Map<string, boolean>();
    for (const name of (await disk.names(at.inbox(role))).sort()) {
      await breather.pause();
      if (isForeign(name)) continue;
      if (!isMessageName(name)) {
        await quarantine(ground, journal, join(at.inbox(role), name), 'not a message file', role);
        continue;
      }
      const remembered = before.get(name);
      const message = remembered === undefined ? await read(role, name) : undefined;
      if (message === 'later') unreadable += 1;
      if (typeof message === 'string') continue;
      const pressing = remembered ?? message?.priority === 'urgent';
      now.set(name, pressing);
      // A few of what was read now are kept in hand; the rest is read again when its page comes.
      kept += message?.body.length ?? 0;
      const inHand = message !== undefined && kept < 1_000_000 ? { message } : {};
      (pressing ? urgent : normal).push({ name, ...inHand });
    }
    urgency.set(role, now);
    return { seen: [...urgent, ...normal], unreadable };
  }

  async function place(draft: Draft): Promise<Message> {
    const dir = at.inbox(draft.to);
    // Opened first: a process out of descriptors must fail while nothing is visible yet.
    const opened = await disk.openDir(dir);
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { from, to, subject, body, priority, type } = draft;
        const named = { id: ids.next(), from, to, subject, body, priority };
        const timestamp = rfc3339(clock.now());
        const message: Message = { ...named, ...(type && { type }), timestamp };
        const file = join(dir, messageName({ id: message.id, redelivered: 0 }));
        const text = `${JSON.stringify(message)}\n`;
        if (!(await createWhole(ground, file, text, { sync: true }))) continue;
        await opened.sync().catch((error: unknown) => withdraw(file, error));
        return message;
      }
    } finally {
      opened.close();
    }
    throw new OvldError('id_exhausted', { attempts: ATTEMPTS });
  }

  return {
    async deliver(draft: Draft): Promise<Message> {
      const message = await place(draft);
      await journal.write([storedEvent(message)]);
      return message;
    },

    async hasUnread(role: Role): Promise<boolean> {
      await admitAll(role);
      return disk.some(at.inbox(role), isMessageName);
    },

    async findOldestSender(role: Role): Promise<Role | undefined> {
      await assertInbox(role);
      const name = oldestOf(await namesIn(disk, at.inbox(role)));
      const message = name === undefined ? 'gone' : await read(role, name);
      return typeof message === 'string' ? undefined : message.from;
    },

    async listSenders(role: Role): Promise<ReadonlySet<Role | undefined>> {
      await assertInbox(role);
      const breather = createBreather();
      const before = known.get(role);
      const now = new Map<string, Role>();
      let untold = false;
      for (const name of (await disk.names(at.inbox(role))).filter(isMessageName)) {
        await breather.pause();
        const remembered = before?.get(name);
        const message = remembered === undefined ? await read(role, name) : { from: remembered };
        if (message === 'later') untold = true;
        if (typeof message === 'object') now.set(name, message.from);
      }
      known.set(role, now);
      return new Set([...now.values(), ...(untold ? [undefined] : [])]);
    },

    async countUnread(role: Role): Promise<{ count: number; oldestAgeMs: number | undefined }> {
      const names = (await namesIn(disk, at.inbox(role))).filter(isMessageName);
      const oldest = oldestOf(names);
      const stat = oldest === undefined ? undefined : await disk.stat(join(at.inbox(role), oldest));
      const oldestAgeMs = stat && Math.max(0, clock.now() - stat.modifiedMs);
      return { count: names.length, oldestAgeMs };
    },

    async collect(
      role: Role,
      incarnation: string,
      fits: (message: Handed) => boolean,
    ): Promise<Page> {
      const { seen, unreadable } = await sightings(role);
      const from = at.inbox(role);
      const into = at.collected(role, incarnation);
      const taken: { name: string; message: Handed }[] = [];
      const breather = createBreather();
      let remaining = unreadable + seen.length;
      try {
        for (const { name, message: fresh } of seen) {
          await breather.pause();
          const message = fresh ?? (await read(role, name));
          if (message === 'later') continue;
          if (message !== 'gone') {
            if (!fits(message)) break;
            if (await take(join(from, name), join(into, name))) taken.push({ name, message });
          }
          remaining -= 1;
        }
        // Both names must be down before the reply: else a crash could hand a message over unmarked.
        if (taken.length > 0) await syncDirs(disk, into, from);
      } catch (error) {
        // They were not handed over: back, and not marked.
        for (const { name } of taken) {
          await disk.rename(join(into, name), join(from, name)).catch(() => undefined);
        }
        throw error;
      }
      const messages = taken.map(({ message }) => message);
      await journal.write(fetchedEvents(role, incarnation, messages));
      return { messages, remaining };
    },

    async listUnread(role: Role): Promise<Handed[]> {
      await assertInbox(role);
      const breather = createBreather();
      const [urgent, normal]: [Handed[], Handed[]] = [[], []];
      for (const name of (await disk.names(at.inbox(role))).filter(isMessageName).sort()) {
        await breather.pause();
        const message = await readMessage(disk, join(at.inbox(role), name), role).catch(
          () => undefined,
        );
        if (message !== undefined) (message.priority === 'urgent' ? urgent : normal).push(message);
      }
      return [...urgent, ...normal];
    },

    fileAsRead,
  };

  /** One rename: it is in no relay's keeping in between. */
  async function fileAsRead(role: Role, wanted: readonly string[]): Promise<string[]> {
    await assertInbox(role);
    const filed: string[] = [];
    for (const name of (await disk.names(at.inbox(role))).sort()) {
      const { id } = parseMessageName(name) ?? {};
      if (id === undefined || !wanted.includes(id)) continue;
      if (await take(join(at.inbox(role), name), join(at.archive(role), name))) filed.push(id);
    }
    await journal.write(filedEvents(role, filed));
    return filed;
  }

  /** The directory could not be made durable: take the message out again, unless it was read. */
  async function withdraw(file: string, error: unknown): Promise<void> {
    try {
      await disk.unlink(file);
    } catch (failure) {
      if (isErrno(failure, 'ENOENT')) return;
    }
    throw error;
  }

  /** One caller wins the rename; the others find it gone. */
  async function take(from: string, to: string): Promise<boolean> {
    try {
      await disk.rename(from, to);
      return true;
    } catch (error) {
      const lost =
        isErrno(error, 'ENOENT') &&
        (await disk.stat(to.slice(0, to.lastIndexOf('/')))) !== undefined;
      if (lost) return false;
      throw error;
    }
  }
}

function oldestOf(names: readonly string[]): string | undefined {
  let oldest: string | undefined;
  for (const name of names) {
    if (isMessageName(name) && (oldest === undefined || name < oldest)) oldest = name;
  }
  return oldest;
}
