import { roleSchema, type Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { systemClock, type Clock } from '../kit/clock.ts';
import { namesIn, nodeDisk, type Disk } from '../kit/disk.ts';
import { createIds } from '../kit/id.ts';
import type { LeaseGround } from '../kit/leased-file.ts';
import { checkContent, messageTypes } from '../message/message.ts';
import type { Entry } from './queue/entry.ts';
import { inboxFiles } from './queue/inbox-files.ts';
import { queueLayout } from './queue/layout.ts';
import { prepareQueue } from './queue/prepare.ts';
import { settleEntries } from './queue/settle.ts';
import { writeEntry } from './queue/write.ts';
import { withStoreErrors } from './store-errors.ts';

export type { Entry } from './queue/entry.ts';

/** The seed's mailbox, without an army: the role's relay wakes the reader, or a program that watches the files. */
export interface Queue {
  /** Appends to `queue/inbox/{target}.yaml`, durably; the id of the entry. */
  write(target: Role, message: string, type: Entry['type'], from: Role): Promise<string>;
  /** Everything in an inbox, oldest first, processed or not. */
  read(target: Role): Promise<Entry[]>;
  /**
   * Sets these entries to `processed`, also one that a relay has handed over; the ids of those that were
   * pending. An id that was never in this inbox is refused, and nothing is changed.
   */
  acknowledge(target: Role, ids: readonly string[]): Promise<string[]>;
  /** Every role that has an inbox. */
  targets(): Promise<Role[]>;
}

export interface QueueOptions extends Pick<LeaseGround, 'leaseMs' | 'waitMs' | 'isAlive'> {
  /** The roles that get an inbox where there is no queue yet. */
  roles?: readonly Role[];
  /** Where there is no queue yet, none is made, and `queue_missing` thrown. */
  mustExist?: boolean;
  clock?: Clock;
  disk?: Disk;
}

const ROLES = ['envoy', 'marshall', ...[1, 2, 3, 4].map((n) => `specialist_${n}`)];

/** `dir` holds `queue/`, or will: a project's `.ovld`, or any folder. */
export async function openQueue(dir: string, options: QueueOptions = {}): Promise<Queue> {
  const {
    roles = ROLES,
    mustExist = false,
    clock = systemClock,
    disk = nodeDisk,
    ...lease
  } = options;
  const at = queueLayout(dir);
  const ids = createIds(clock);
  const journal = { write: async () => undefined };
  const ground = { at, disk, clock, ids, journal, lease: { disk, ids, ...lease } };
  const files = inboxFiles(ground);

  const targets = async (): Promise<Role[]> =>
    (await namesIn(disk, at.inboxes))
      .flatMap((name) => (name.endsWith('.yaml') ? name.slice(0, -'.yaml'.length) : []))
      .filter((name) => roleSchema.safeParse(name).success)
      .toSorted();

  /** A name that has no inbox is a mistake, not a new inbox; and no name leads out of the folder. */
  async function assertTarget(role: Role): Promise<void> {
    const known = await targets();
    if (!known.includes(role)) throw new OvldError('unknown_role', { role, roles: known });
  }

  for (const role of roles) {
    if (!roleSchema.safeParse(role).success)
      throw new OvldError('unknown_role', { role, roles: [] });
  }
  const { prepare, ...queue } = withStoreErrors<Queue & { prepare: () => Promise<void> }>(
    at.queue,
    {
      async prepare() {
        // Where there is a queue its roles are those of its army, and none is added.
        const there = await targets();
        if (mustExist && there.length === 0)
          throw new OvldError('queue_missing', { path: at.queue });
        await prepareQueue(ground, there.length === 0 || options.roles ? roles : there);
      },
      targets,
      async write(target, message, type, from) {
        await assertTarget(target);
        if (!roleSchema.safeParse(from).success) {
          throw new OvldError('unknown_role', { role: from, roles: await targets() });
        }
        if (typeof message !== 'string') throw new OvldError('usage', { message: 'no text' });
        if (!messageTypes.includes(type)) {
          throw new OvldError('unknown_type', { type, types: messageTypes });
        }
        checkContent({ subject: '', body: message });
        const draft = { from, to: target, type, subject: '', body: message } as const;
        return (await writeEntry(ground, files, { ...draft, priority: 'normal' })).id;
      },
      async read(target) {
        await assertTarget(target);
        return [...(await files.read(target)).entries];
      },
      async acknowledge(target, wanted) {
        await assertTarget(target);
        const { entries } = await files.read(target);
        const known = new Set(entries.map(({ id }) => id));
        for (const id of wanted) {
          if (!known.has(id) && (await files.archived(target, id)) === undefined)
            throw new OvldError('unknown_entry', { id, role: target });
        }
        return settleEntries(files, target, (id) => wanted.includes(id));
      },
    },
  );
  await prepare();
  return queue;
}
