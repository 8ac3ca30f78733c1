import { rolesOf } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import { systemClock } from '../kit/clock.ts';
import { nodeDisk } from '../kit/disk.ts';
import { createIds } from '../kit/id.ts';
import { isAlive } from '../kit/process-identity.ts';
import { watchDir } from '../kit/watch-dir.ts';
import { openFileStore, type FileStoreOptions } from './files.ts';
import { cleanUp, saveAside } from './files/cleanup.ts';
import { namesIn, storeCall, type Ground } from './files/ground.ts';
import { layout } from './files/layout.ts';
import { watchRoles, watchStore } from './files/watch.ts';
import type { QueueGround } from './queue/ground.ts';
import { carryMarks, prepareKeeping } from './queue/keeping.ts';
import { queueLayout } from './queue/layout.ts';
import { queueMail } from './queue/mail.ts';
import { prepareQueue } from './queue/prepare.ts';
import type { JournalEvent, Store } from './store.ts';

export interface QueueStoreOptions extends FileStoreOptions {
  leaseMs?: number;
  waitMs?: number;
}

/**
 * The files store with its mail in the project: `{project}/queue/inbox/{role}.yaml`. Flags, seats, states and
 * the journal stay in the relay directory; mail outlives the army.
 */
export function openQueueStore(
  dir: string,
  project: string,
  options: QueueStoreOptions = {},
): Store {
  const { disk = nodeDisk, clock = systemClock, leaseMs, waitMs } = options;
  const ids = options.ids ?? createIds(clock);
  const base = openFileStore(dir, { ...options, disk, clock, ids });
  const ground: Ground = { at: layout(dir), disk, clock, ids };
  const { journal, seats } = base;
  const lease = {
    disk,
    ids,
    // The machine's own: a lease is between processes, and so is the time it runs out.
    isAlive: options.isAlive ?? isAlive,
    ...(leaseMs !== undefined && { leaseMs }),
    ...(waitMs !== undefined && { waitMs }),
  };
  const queue: QueueGround = { at: queueLayout(project), disk, clock, ids, journal, lease };
  const keeping = queueMail(queue, ground, journal, seats);
  const { mail } = keeping;
  const call = <T>(work: () => Promise<T>): Promise<T> => storeCall(ground, work);
  const carry = (aside: string): Promise<void> => carryMarks(queue, keeping, aside);

  return {
    ...base,
    async init(formation) {
      const roles = [...rolesOf(formation), HUMAN];
      await base.init(formation);
      await call(() => prepareQueue(queue, roles));
      await call(() => prepareKeeping(queue, ground, keeping, roles));
    },

    /** The mail is there already: what dead relays held is put back, and the flags are raised. */
    async resume(history) {
      return call(async () => {
        await saveAside(ground, history, carry);
        const roles = await namesIn(disk, ground.at.inboxes);
        await prepareKeeping(queue, ground, keeping, roles);
        let count = 0;
        for (const role of roles) {
          await mail.putBackDead(role);
          const { entries, back } = await keeping.unreadOf(role);
          if (entries.length === 0) continue;
          await journal.write(
            entries.map(({ id }): JournalEvent => {
              const { redelivered = 0 } = back.get(id) ?? {};
              return { event: 'resumed', id, to: role, ...(redelivered > 0 && { redelivered }) };
            }),
          );
          if (role !== HUMAN) await base.mail.raise(role).catch(() => false);
          count += entries.length;
        }
        return count;
      });
    },

    cleanup: (history) => call(() => cleanUp(ground, history, carry)),
    finishCleanup: (history) => call(() => saveAside(ground, history, carry)),

    mail: {
      ...base.mail,
      deliver: (draft) => call(() => mail.deliver(draft)),
      hasUnread: (role) => call(() => mail.hasUnread(role)),
      unread: (role) => call(() => mail.unread(role)),
      peek: (role) => call(() => mail.peek(role)),
      senders: (role) => call(() => mail.senders(role)),
      collect: (role, by, fits) => call(() => mail.collect(role, by, fits)),
      acknowledge: (role, by, acked) => call(() => mail.acknowledge(role, by, acked)),
      putBack: (role, by, why, some) => call(() => mail.putBack(role, by, why, some)),
      putBackDead: (role) => call(() => mail.putBackDead(role)),
      look: (role) => call(() => mail.look(role)),
      read: (role, id) => call(() => mail.read(role, id)),
      file: (role, read) => call(() => mail.file(role, read)),
    },

    watchRoles: (roles, changed) =>
      watchRoles(ground, roles, changed, [
        watchDir(disk, queue.at.inboxes, (name) => {
          const role = name?.replace(/\.yaml$/, '');
          if (role === undefined) changed(undefined);
          else if (roles.includes(role)) changed(role);
        }),
        ...roles.map((role) =>
          watchDir(disk, keeping.marks.returnedDir(role), () => changed(role)),
        ),
      ]),

    watch: (role, changed) =>
      watchStore(ground, role, changed, [
        watchDir(disk, queue.at.inboxes, (name) => {
          if (name === null || name === `${role}.yaml`) changed('inbox');
        }),
        watchDir(disk, keeping.marks.returnedDir(role), () => changed('inbox')),
      ]),
  };
}
