import { roleSchema, type Role } from '../../army/role.ts';
import { OvldError } from '../../errors.ts';
import { createBreather } from '../../kit/breathe.ts';
import { LeaseTaken, withLease, type Lease } from '../../kit/leased-file.ts';
import type { Draft, Handed, Message } from '../../message/message.ts';
import { fetchedEvents, filedEvents, storedEvent } from '../mail-events.ts';
import type { Journal, JournalEvent, Mail, Page, PutBack, Seats } from '../store.ts';
import { putBackDead } from '../files/keeping.ts';
import type { Ground } from '../files/ground.ts';
import { messageOf, type Entry } from './entry.ts';
import type { QueueGround } from './ground.ts';
import { inboxFiles } from './inbox-files.ts';
import { numberOf } from './layout.ts';
import { lockOf } from './keeping.ts';
import { markFiles, type Returned } from './marks.ts';
import { settleEntries } from './settle.ts';
import { writeEntry } from './write.ts';

type QueueMail = Omit<Mail, 'raiseFlag' | 'readFlag' | 'clearFlag'>;

/**
 * Mail in the project's YAML. An entry stays `pending` until it is acknowledged; which relay has it meanwhile,
 * and how often it came back, is in the relay directory (`marks.ts`). Unread is what is pending and in no
 * relay's keeping.
 */
export function queueMail(queue: QueueGround, ground: Ground, journal: Journal, seats: Seats) {
  const { disk, clock } = queue;
  const files = inboxFiles(queue);
  const marks = markFiles(ground);

  /** A role of this army, and the army is still there: its mail is in the project either way. */
  async function assertRole(role: Role): Promise<void> {
    if (!roleSchema.safeParse(role).success)
      throw new OvldError('unknown_role', { role, roles: [] });
    (await disk.openDir(ground.at.inbox(role))).close();
  }

  /** Marks before text: an acknowledgement writes the text first, and lets go of the mark then. */
  async function unreadOf(
    role: Role,
    how: 'read' | 'glance' = 'read',
  ): Promise<{ entries: Entry[]; back: Map<string, Returned> }> {
    const held = await marks.held(role);
    const back = await marks.returned(role);
    const { entries } = await files[how](role);
    const waiting = entries.filter(({ id, status }) => status === 'pending' && !held.has(id));
    return { entries: waiting, back };
  }

  /** Numbers of what is in a relay's keeping, though a person may have deleted it. */
  async function marked(role: Role): Promise<number> {
    const names = [...(await marks.held(role)), ...(await marks.returned(role)).keys()];
    return names.reduce((most, id) => Math.max(most, numberOf(id)), 0);
  }

  async function putBack(
    role: Role,
    by: string,
    why: PutBack,
    ids?: readonly string[],
  ): Promise<number> {
    const wanted = ids && new Set(ids);
    const held = (await marks.heldBy(role, by)).filter(({ id }) => wanted?.has(id) !== false);
    if (held.length === 0) return 0;
    const { entries } = await files.read(role);
    const over = new Set(entries.flatMap(({ id, status }) => (status === 'pending' ? [] : id)));
    const done: JournalEvent[] = [];
    for (const { name, ...mark } of held) {
      // Acknowledged already, by one that died before it could let go of it.
      if (over.has(mark.id)) await marks.drop(role, by, name);
      else if (await marks.putBack(role, by, name, mark))
        done.push({ event: 'put_back', id: mark.id, to: role, why });
    }
    await journal.write(done);
    return done.length;
  }

  async function collectLeased(
    role: Role,
    incarnation: string,
    fits: (message: Handed) => boolean,
    lease: Lease,
  ): Promise<Page> {
    (await disk.openDir(ground.at.collected(role, incarnation))).close();
    const { entries, back } = await unreadOf(role);
    const taken: Handed[] = [];
    const breather = createBreather();
    let remaining = entries.length;
    try {
      for (const entry of urgentFirst(entries)) {
        await breather.pause();
        const before = back.get(entry.id);
        const message = handed(entry, role, before);
        if (!fits(message)) break;
        if (await marks.take(role, incarnation, entry.id, before, lease)) taken.push(message);
        remaining -= 1;
      }
      // Both names must be down before the reply: else a crash could hand a message over unmarked.
      if (taken.length > 0) await marks.sync(role, incarnation);
    } catch (error) {
      for (const { id } of taken) await marks.untake(role, incarnation, id, back.get(id));
      throw error;
    }
    return { messages: taken, remaining };
  }

  const mail: QueueMail = {
    async deliver(draft: Draft): Promise<Message> {
      await assertRole(draft.to);
      const message = messageOf(await writeEntry(queue, files, draft, marked), draft.to);
      await journal.write([storedEvent(message)]);
      return message;
    },

    async hasUnread(role) {
      await assertRole(role);
      return (await unreadOf(role)).entries.length > 0;
    },

    async countUnread(role) {
      const [oldest, ...others] = (await unreadOf(role)).entries;
      if (oldest === undefined) return { count: 0, oldestAgeMs: undefined };
      const oldestAgeMs = Math.max(0, clock.now() - Date.parse(oldest.timestamp));
      return { count: others.length + 1, oldestAgeMs };
    },

    async findOldestSender(role) {
      await assertRole(role);
      return (await unreadOf(role)).entries[0]?.from;
    },

    async listSenders(role) {
      await assertRole(role);
      return new Set((await unreadOf(role)).entries.map(({ from }) => from));
    },

    async collect(role, incarnation, fits) {
      await assertRole(role);
      const lock = lockOf(ground, role);
      const page = await withLease(queue.lease, lock, (lease) =>
        collectLeased(role, incarnation, fits, lease),
      ).catch((error: unknown) => {
        if (!(error instanceof LeaseTaken)) throw error;
        throw new OvldError('queue_locked', { path: lock, holder: error.holder });
      });
      await journal.write(fetchedEvents(role, incarnation, page.messages));
      return page;
    },

    async acknowledge(role, incarnation, ids) {
      const wanted = new Set(ids);
      const held = (await marks.heldBy(role, incarnation)).filter(({ id }) => wanted.has(id));
      if (held.length === 0) return;
      const mine = new Set(held.map(({ id }) => id));
      await settleEntries(files, role, (id) => mine.has(id));
      for (const { name } of held) await marks.drop(role, incarnation, name);
      await journal.write([...mine].map((id) => ({ event: 'acknowledged', id, to: role })));
    },

    putBack,

    putBackDead: (role) => putBackDead(ground, seats, role, putBack),

    async listUnread(role) {
      await assertRole(role);
      const { entries, back } = await unreadOf(role, 'glance');
      return urgentFirst(entries).map((entry) => handed(entry, role, back.get(entry.id)));
    },

    async findMessage(role, id) {
      await assertRole(role);
      // An entry goes into the archive before it goes out of the inbox: looking in this order finds it.
      const { entries } = await files.glance(role);
      const entry = entries.find((one) => one.id === id) ?? (await files.archived(role, id));
      const held = (await marks.holding(role)).find((mark) => mark.id === id);
      return entry && handed(entry, role, held ?? (await marks.returned(role)).get(id));
    },

    async fileAsRead(role, ids) {
      await assertRole(role);
      const held = await marks.held(role);
      const filed = await settleEntries(files, role, (id) => ids.includes(id) && !held.has(id));
      await journal.write(filedEvents(role, filed));
      return filed;
    },
  };
  return { mail, files, marks, unreadOf };
}

const handed = (entry: Entry, role: Role, mark: Pick<Returned, 'redelivered'> | undefined) => {
  const { redelivered = 0 } = mark ?? {};
  return { ...messageOf(entry, role), ...(redelivered > 0 && { redelivered }) };
};

const urgentFirst = (entries: readonly Entry[]): Entry[] => [
  ...entries.filter(({ priority }) => priority === 'urgent'),
  ...entries.filter(({ priority }) => priority !== 'urgent'),
];
