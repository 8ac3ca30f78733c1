import { dirname, join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { systemClock } from '../../kit/clock.ts';
import { UnfitFile, type Stat } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { LeaseTaken, withLease, type Lease } from '../../kit/leased-file.ts';
import { createMutex, type Mutex } from '../../kit/mutex.ts';
import { onceSaved } from '../../kit/once-saved.ts';
import { syncDirs } from '../files/ground.ts';
import { archiveFiles } from './archive.ts';
import { blockEntry } from './entry.ts';
import { INBOX_BYTES, type QueueGround } from './ground.ts';
import { EMPTY, grown, isBroken, readInbox, type BrokenInbox, type Inbox } from './inbox.ts';
import { archiveName, entryId } from './layout.ts';
import { repairInbox } from './repair.ts';

/** A file this young may change again without its time telling. */
const SETTLED_MS = 2_000;
/** So often a file may be saved while we write it, until we say that it cannot be. */
const MEANWHILE = 10;

interface Known {
  key: string;
  settled: boolean;
  inbox: Inbox;
  /** The file as it was: comparing it costs less than reading it again as a text. */
  bytes: Buffer;
  /** How long this file ever was, while it is young: a shorter one is being written. */
  longest: number;
}

/**
 * `queue/inbox/{role}.yaml`. Readers read what is there; writers take the role's lease, read the text anew
 * and replace it whole, so nothing is ever written that was made from an older one.
 */
export function inboxFiles(ground: QueueGround) {
  const { at, disk, ids, journal } = ground;
  const known = new Map<Role, Known>();
  const turns = new Map<Role, Mutex>();
  /** Read by a reader and then again by the repair: what is wrong with it may take long to find. */
  const broken = new Map<Role, { inbox: BrokenInbox; bytes: Buffer }>();
  /** The file that a writer has read, by its key: what it writes replaces that one. */
  const seen = new Map<Role, string | undefined>();
  /** The greatest number that ever was in there: a person may delete it, and it is not given again. */
  const most = new Map<Role, number>();
  const archive = archiveFiles(ground);

  const keyOf = ({ inode, modifiedMs, bytes }: Stat): string => `${inode} ${modifiedMs} ${bytes}`;

  function remember(role: Role, inbox: Inbox, bytes: Buffer, stat: Stat | undefined): void {
    if (stat === undefined) return;
    const settled = systemClock.now() - stat.modifiedMs > SETTLED_MS;
    const key = keyOf(stat);
    const before = known.get(role);
    const isSame = !settled && before !== undefined && inodeOf(before.key) === inodeOf(key);
    const longest = Math.max(isSame ? before.longest : 0, bytes.length);
    most.set(role, Math.max(most.get(role) ?? 0, inbox.last));
    known.set(role, { key, settled, inbox, bytes, longest });
    broken.delete(role);
  }

  /** Never from memory alone: the text as it is now. Undefined where there is none. */
  async function load(role: Role, writing = false): Promise<Inbox | BrokenInbox | undefined> {
    const before = known.get(role);
    const stat = await disk.stat(at.inbox(role));
    if (writing) seen.set(role, stat && keyOf(stat));
    if (stat === undefined) return undefined;
    const { bytes, size } = await disk.readFrom(at.inbox(role), 0, INBOX_BYTES).catch(unlessDenied);
    if (size > INBOX_BYTES) throw new UnfitFile(`larger than ${INBOX_BYTES} bytes`);
    // Half a file must never pass for the whole: what is missing would be written away.
    if (bytes.length !== size)
      throw new OvldError('store_busy', { path: at.queue, reason: 'EAGAIN' });
    if (before?.bytes.equals(bytes) === true) {
      remember(role, before.inbox, bytes, stat);
      return before.inbox;
    }
    const wrong = broken.get(role);
    if (wrong?.bytes.equals(bytes) === true) return wrong.inbox;
    const inbox = await readInbox(decoded(bytes), before?.inbox);
    if (isBroken(inbox)) broken.set(role, { inbox, bytes });
    else remember(role, inbox, bytes, stat);
    return inbox;
  }

  /** A file that we may not read is not broken. */
  function unlessDenied(error: unknown): never {
    if (!(error instanceof UnfitFile) || error.denied === undefined) throw error;
    throw new OvldError('store_unusable', { path: at.queue, reason: error.denied });
  }

  /** A person may throw the queue away under a running army; with the project itself it stays gone. */
  async function remake(): Promise<void> {
    if ((await disk.stat(dirname(dirname(at.queue)))) === undefined) return;
    for (const dir of [at.inboxes, at.locks]) {
      if ((await disk.stat(dir)) === undefined) await disk.mkdir(dir);
    }
  }

  /** A person does not ask for a lease: what was saved while we wrote is read again, and stays. */
  const again =
    <T>(work: (lease: Lease) => Promise<T>) =>
    async (lease: Lease): Promise<T> => {
      for (let times = 1; ; times += 1) {
        try {
          return await work(lease);
        } catch (error) {
          if (!(error instanceof SavedMeanwhile)) throw error;
          if (times === MEANWHILE)
            throw new OvldError('store_busy', { path: at.queue, reason: 'EAGAIN' });
        }
      }
    };

  async function leased<T>(role: Role, work: (lease: Lease) => Promise<T>): Promise<T> {
    const turn = turns.get(role) ?? createMutex();
    turns.set(role, turn);
    await remake();
    try {
      // Those of one process in turn: they would only look for the lease beside each other.
      return await turn.run(() => withLease(ground.lease, at.lock(role), again(work)));
    } catch (error) {
      if (!(error instanceof LeaseTaken)) throw error;
      throw new OvldError('queue_locked', { path: at.inbox(role), holder: error.holder });
    }
  }

  /** What can be read of it, or why not; a file that is no text is broken too. */
  async function lookedAt(role: Role): Promise<Inbox | BrokenInbox | undefined> {
    try {
      return await load(role, true);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined;
      if (!(error instanceof UnfitFile)) throw error;
      return { text: await lossy(role), reason: error.reason };
    }
  }

  /** Read anew only where it has changed; without its text where it is none. */
  async function asItIs(role: Role): Promise<Inbox | BrokenInbox> {
    const before = known.get(role);
    const stat = await disk.stat(at.inbox(role));
    if (stat === undefined) return emptyInbox;
    if (before?.settled === true && before.key === keyOf(stat)) return before.inbox;
    const inbox = await load(role).catch((error: unknown) => {
      if (error instanceof UnfitFile) return { text: '', reason: '' };
      if (isErrno(error, 'ENOENT')) return undefined;
      throw error;
    });
    return inbox ?? emptyInbox;
  }

  /** Whether it may be half of what an editor is about to save: we replace files, whole. */
  function isHalf(role: Role, inbox: Inbox | BrokenInbox): boolean {
    if (isBroken(inbox) || !inbox.text.endsWith('\n')) return true;
    const now = known.get(role);
    return now !== undefined && now.bytes.length < now.longest;
  }

  /** As it is, or what of it is good; the rest is set aside. */
  async function whole(role: Role, lease: Lease): Promise<Inbox> {
    let inbox = await lookedAt(role);
    if (inbox !== undefined && isHalf(role, inbox)) {
      await onceSaved(disk, at.inbox(role));
      inbox = await lookedAt(role);
    }
    if (inbox === undefined) return emptyInbox;
    return isBroken(inbox) ? replaceBroken(role, inbox, lease) : inbox;
  }

  /** Of a file that is no text: whatever of it is. */
  async function lossy(role: Role): Promise<string> {
    try {
      const { bytes, size } = await disk.readFrom(at.inbox(role), 0, INBOX_BYTES);
      return size > INBOX_BYTES ? '' : bytes.toString('utf8');
    } catch (error) {
      // Trouble with the machine says nothing about the file.
      if (error instanceof UnfitFile || isErrno(error, 'ENOENT')) return '';
      throw error;
    }
  }

  async function replaceBroken(role: Role, found: BrokenInbox, lease: Lease): Promise<Inbox> {
    const { text, last } = await repairInbox(found.text);
    const inbox = await readInbox(text);
    if (isBroken(inbox)) throw new OvldError('bug', { message: 'a repaired inbox is broken' });
    await setAside(role, found.reason);
    if (last > inbox.last) {
      // The numbers of what was thrown out are not given again.
      await disk.mkdir(at.archive(role));
      const name = archiveName(entryId(last), entryId(last));
      await lease.replace(join(at.archive(role), name), EMPTY);
    }
    await write(role, inbox, lease);
    return inbox;
  }

  async function isAsSeen(role: Role): Promise<boolean> {
    const now = await disk.stat(at.inbox(role));
    return (now && keyOf(now)) === seen.get(role);
  }

  /** The original, byte for byte, with the reason beside it. It stands in both places for a moment. */
  async function setAside(role: Role, reason: string): Promise<void> {
    const name = `${ids.next()}.${role}.yaml`;
    await disk.mkdir(at.bad);
    if (!(await isAsSeen(role))) throw new SavedMeanwhile();
    const isFile = (await disk.stat(at.inbox(role)))?.kind === 'file';
    await disk[isFile ? 'link' : 'rename'](at.inbox(role), join(at.bad, name));
    if (!isFile) seen.set(role, undefined);
    await syncDirs(disk, at.bad);
    await journal.write([{ event: 'quarantined', file: name, reason, to: role }]);
    await disk
      .writeNew(join(at.bad, `${name}.reason`), `${reason}\n`, { sync: false })
      .catch(() => undefined);
  }

  async function write(
    role: Role,
    inbox: Inbox,
    lease: Lease,
    bytes: Buffer = utf8(inbox.text),
  ): Promise<void> {
    if (bytes.length > INBOX_BYTES) {
      const data = { path: at.inbox(role), bytes: bytes.length, limit: INBOX_BYTES };
      throw new OvldError('document_too_large', data);
    }
    const done = await lease.replace(at.inbox(role), bytes, () => isAsSeen(role));
    if (!done) throw new SavedMeanwhile();
    const stat = await disk.stat(at.inbox(role));
    seen.set(role, stat && keyOf(stat));
    remember(role, inbox, bytes, stat);
  }

  /** Undefined where our words do not fit into the style of the file. */
  async function changed<T>(inbox: Inbox, change: Change<T>) {
    const { text, added, value, fits } = await change(inbox);
    const longer = added === undefined ? undefined : grown(inbox, added);
    if (longer !== undefined && fits(longer)) return { value, fresh: longer, added };
    const anew = text();
    if (anew === inbox.text) return { value };
    const fresh = await readInbox(anew, inbox);
    return isBroken(fresh) || !fits(fresh) ? undefined : { value, fresh };
  }

  /** All of it in our own style. */
  async function plain(role: Role, { entries }: Inbox): Promise<Inbox> {
    await setAside(role, 'in a form that cannot be written to');
    const inbox = await readInbox(entries.map((entry) => blockEntry(entry)).join(''));
    if (isBroken(inbox)) throw new OvldError('bug', { message: inbox.reason });
    return inbox;
  }

  return {
    /** The greatest number that may not be given again, though it is not in the file. */
    floor: async (role: Role): Promise<number> =>
      Math.max(await archive.floor(role), most.get(role) ?? 0),

    /** Where it is not in the inbox any more. */
    archived: (role: Role, id: string) => archive.find(role, id),

    async read(role: Role): Promise<Inbox> {
      const inbox = await asItIs(role);
      return isBroken(inbox) ? leased(role, (lease) => whole(role, lease)) : inbox;
    },

    /** What is good of it; a broken one stays as it is. */
    async glance(role: Role): Promise<Inbox> {
      const inbox = await asItIs(role);
      if (!isBroken(inbox)) return inbox;
      const good = await readInbox((await repairInbox(inbox.text || (await lossy(role)))).text);
      return isBroken(good) ? emptyInbox : good;
    },

    async edit<T>(role: Role, change: Change<T>): Promise<T> {
      return leased(role, async (lease) => {
        const inbox = await whole(role, lease);
        const done =
          (await changed(inbox, change)) ?? (await changed(await plain(role, inbox), change));
        if (done === undefined) throw new OvldError('bug', { message: 'an inbox cannot change' });
        if (done.fresh !== undefined) {
          const moved = await archive.moved(role, done.fresh, lease);
          const before = known.get(role);
          const grew = moved === done.fresh && before?.inbox === inbox ? done.added : undefined;
          const bytes =
            before && grew !== undefined ? Buffer.concat([before.bytes, utf8(grew)]) : undefined;
          await write(role, moved, lease, bytes);
        }
        return done.value;
      });
    },
  };
}

/** May be asked more than once. `fits`: whether the new text says what was meant. */
export type Change<T> = (inbox: Inbox) => Promise<{
  text: () => string;
  /** What the text has at its end, where that is all that differs. */
  added?: string | undefined;
  value: T;
  fits: (fresh: Inbox) => boolean;
}>;

export type InboxFiles = ReturnType<typeof inboxFiles>;

const emptyInbox: Inbox = { text: EMPTY, entries: [], spans: [], last: 0, placed: [] };

/** The file was replaced or changed between our reading and our writing it. */
class SavedMeanwhile extends Error {}

const inodeOf = (key: string): string => key.split(' ', 1)[0] ?? '';

const utf8 = (text: string): Buffer => Buffer.from(text);

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnfitFile('not UTF-8');
  }
}
