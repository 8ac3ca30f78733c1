import { namesIn } from '../../kit/disk.ts';
import { join } from 'node:path';
import type { Role } from '../../army/role.ts';
import type { Lease } from '../../kit/leased-file.ts';
import type { Entry } from './entry.ts';
import { INBOX_BYTES, type QueueGround } from './ground.ts';
import { cut, isBroken, readInbox, type Inbox } from './inbox.ts';
import { archiveName, numberOf, parseArchiveName } from './layout.ts';

/** Processed entries an inbox keeps; beyond that the older half goes, so that a file is worth its while. */
export const PROCESSED_KEPT = 100;

/**
 * `queue/archive/inbox/{role}/{first}-{last}.yaml`. Written before the entries leave the inbox: cut off in
 * between they are in both, and the next time only what is not there yet is written.
 */
export function archiveFiles({ at, disk }: Pick<QueueGround, 'at' | 'disk'>) {
  const filesOf = async (role: Role) =>
    (await namesIn(disk, at.archive(role))).flatMap((name) => {
      const range = parseArchiveName(name);
      return range === undefined ? [] : [{ name, ...range }];
    });

  /** One that cannot be read proves nothing: rather twice in the archive than not at all. */
  async function entriesIn(role: Role, name: string): Promise<readonly Entry[]> {
    const text = await disk.read(join(at.archive(role), name), INBOX_BYTES).catch(() => '');
    const inbox = await readInbox(text);
    return isBroken(inbox) ? [] : inbox.entries;
  }

  /** Which of them are in the archive already. */
  async function already(role: Role, ids: ReadonlySet<string>): Promise<Set<string>> {
    const [first, last] = rangeOf(ids);
    const found = new Set<string>();
    for (const file of await filesOf(role)) {
      if (file.last < numberOf(first) || file.first > numberOf(last)) continue;
      for (const { id } of await entriesIn(role, file.name)) if (ids.has(id)) found.add(id);
    }
    return found;
  }

  async function freeName(role: Role, first: string, last: string): Promise<string> {
    const taken = new Set(await namesIn(disk, at.archive(role)));
    const plain = archiveName(first, last);
    for (let n = 1, name = plain; ; n += 1, name = plain.replace(/\.yaml$/, `.${n}.yaml`)) {
      if (!taken.has(name)) return name;
    }
  }

  return {
    /** The greatest number in the archive. */
    async floor(role: Role): Promise<number> {
      return (await filesOf(role)).reduce((most, { last }) => Math.max(most, last), 0);
    },

    async find(role: Role, id: string): Promise<Entry | undefined> {
      const number = numberOf(id);
      for (const { name, first, last } of await filesOf(role)) {
        if (number < first || number > last) continue;
        const entry = (await entriesIn(role, name)).find((one) => one.id === id);
        if (entry !== undefined) return entry;
      }
      return undefined;
    },

    /** The inbox without what is in the archive now. Its newest entry stays: numbers go on from it. */
    async moved(role: Role, inbox: Inbox, lease: Lease): Promise<Inbox> {
      const old = inbox.entries.filter(
        ({ status, id }) => status === 'processed' && numberOf(id) !== inbox.last,
      );
      if (inbox.spans === undefined || old.length <= PROCESSED_KEPT) return inbox;
      const leaving = new Set(old.slice(0, -PROCESSED_KEPT / 2).map(({ id }) => id));
      await disk.mkdir(at.archive(role));
      const there = await already(role, leaving);
      const fresh = new Set([...leaving].filter((id) => !there.has(id)));
      if (fresh.size > 0) {
        const name = await freeName(role, ...rangeOf(fresh));
        const { taken } = cut(inbox, fresh);
        await lease.replace(join(at.archive(role), name), taken);
      }
      const rest = await readInbox(cut(inbox, leaving).rest);
      // Whatever kept it from being cut: an inbox that is too long is still an inbox.
      return isBroken(rest) || rest.entries.length !== inbox.entries.length - leaving.size
        ? inbox
        : rest;
    },
  };
}

/** A person may have put them in another order. */
function rangeOf(ids: Iterable<string>): [first: string, last: string] {
  const sorted = [...ids].toSorted((a, b) => numberOf(a) - numberOf(b));
  return [sorted[0] ?? '', sorted.at(-1) ?? ''];
}
