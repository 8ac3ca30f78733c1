import { dirname, join } from 'node:path';
import type { Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { systemClock } from '../../kit/clock.ts';
import { UnfitFile, type Stat } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { LeaseTaken, withLease, type Lease } from '../../kit/leased-file.ts';
import { createMutex, type Mutex } from '../../kit/mutex.ts';
import { archiveFiles } from './archive.ts';
import { blockEntry } from './entry.ts';
import { INBOX_BYTES, type QueueGround } from './ground.ts';
import { EMPTY, grown, isBroken, readInbox, type BrokenInbox, type Inbox } from './inbox.ts';
import { archiveName, entryId } from './layout.ts';
import { mend } from './mend.ts';

/** A file this young may change again without its time telling. */
const SETTLED_MS = 2_000;

interface Known {
  key: string;
  settled: boolean;
  inbox: Inbox;
  /** The file as it was: comparing it costs less than reading it again as a text. */
  bytes: Buffer;
}

/**
 * `queue/inbox/{role}.yaml`. Readers read what is there; writers take the role's lease, read the text anew
 * and replace it whole, so nothing is ever written that was made from an older one.
 */
export function inboxFiles(ground: QueueGround) {
  const { at, disk, ids, journal } = ground;
  const known = new Map<Role, Known>();
  const turns = new Map<Role, Mutex>();
  const archive = archiveFiles(ground);

  const keyOf = ({ inode, modifiedMs, bytes }: Stat): string => `${inode} ${modifiedMs} ${bytes}`;

  function remember(role: Role, inbox: Inbox, bytes: Buffer, stat: Stat | undefined): void {
    if (stat === undefined) return;
    const settled = systemClock.now() - stat.modifiedMs > SETTLED_MS;
    known.set(role, { key: keyOf(stat), settled, inbox, bytes });
  }

  /** Never from memory alone: the text as it is now. Undefined where there is none. */
  async function load(role: Role): Promise<Inbox | BrokenInbox | undefined> {
    const before = known.get(role);
    const stat = await disk.stat(at.inbox(role));
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
    const inbox = await readInbox(decoded(bytes), before?.inbox);
    if (!isBroken(inbox)) remember(role, inbox, bytes, stat);
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

  async function leased<T>(role: Role, work: (lease: Lease) => Promise<T>): Promise<T> {
    const turn = turns.get(role) ?? createMutex();
    turns.set(role, turn);
    await remake();
    try {
      // Those of one process in turn: they would only look for the lease beside each other.
      return await turn.run(() => withLease(ground.lease, at.lock(role), work));
    } catch (error) {
      if (!(error instanceof LeaseTaken)) throw error;
      throw new OvldError('queue_locked', { path: at.inbox(role), holder: error.holder });
    }
  }

  /** As it is, or what of it is good; the rest is set aside. */
  async function whole(role: Role, lease: Lease): Promise<Inbox> {
    try {
      const inbox = (await load(role)) ?? emptyInbox;
      return isBroken(inbox) ? await replaceBroken(role, inbox, lease) : inbox;
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return emptyInbox;
      if (!(error instanceof UnfitFile)) throw error;
      const text = await lossy(role);
      return replaceBroken(role, { text, reason: error.reason }, lease);
    }
  }

  /** Of a file that is no text: whatever of it is. */
  async function lossy(role: Role): Promise<string> {
    try {
      const { bytes, size } = await disk.readFrom(at.inbox(role), 0, INBOX_BYTES);
      return size > INBOX_BYTES ? '' : bytes.toString('utf8');
    } catch {
      return '';
    }
  }

  async function replaceBroken(role: Role, broken: BrokenInbox, lease: Lease): Promise<Inbox> {
    const { text, last } = await mend(broken.text);
    const inbox = await readInbox(text);
    if (isBroken(inbox)) throw new OvldError('bug', { message: 'a mended inbox is broken' });
    await setAside(role, broken.reason);
    if (last > inbox.last) {
      // The numbers of what was thrown out are not given again.
      await disk.mkdir(at.archive(role));
      const name = archiveName(entryId(last), entryId(last));
      await lease.replace(join(at.archive(role), name), EMPTY);
    }
    await write(role, inbox, lease);
    return inbox;
  }

  /** The original, byte for byte, with the reason beside it. It stands in both places for a moment. */
  async function setAside(role: Role, reason: string): Promise<void> {
    const name = `${ids.next()}.${role}.yaml`;
    await disk.mkdir(at.bad);
    const isFile = (await disk.stat(at.inbox(role)))?.kind === 'file';
    await disk[isFile ? 'link' : 'rename'](at.inbox(role), join(at.bad, name));
    const dir = await disk.openDir(at.bad);
    await dir.sync().finally(() => dir.close());
    await journal.write([{ event: 'quarantined', file: name, reason }]);
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
      throw new OvldError('paper_too_large', data);
    }
    await lease.replace(at.inbox(role), bytes);
    remember(role, inbox, bytes, await disk.stat(at.inbox(role)));
  }

  /** Undefined where our words do not fit into somebody else's style. */
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
    floor: (role: Role): Promise<number> => archive.floor(role),

    async read(role: Role): Promise<Inbox> {
      const before = known.get(role);
      const stat = await disk.stat(at.inbox(role));
      if (stat === undefined) return emptyInbox;
      if (before?.settled === true && before.key === keyOf(stat)) return before.inbox;
      const inbox = await load(role).catch((error: unknown) => {
        if (error instanceof UnfitFile) return { text: '', reason: '' };
        if (isErrno(error, 'ENOENT')) return undefined;
        throw error;
      });
      if (inbox === undefined) return emptyInbox;
      return isBroken(inbox) ? leased(role, (lease) => whole(role, lease)) : inbox;
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

const utf8 = (text: string): Buffer => Buffer.from(text);

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnfitFile('not UTF-8');
  }
}
