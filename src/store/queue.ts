import { namesIn } from '../kit/disk.ts';
import { rolesOf } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import type { LeaseGround } from '../kit/leased-file.ts';
import { watchDir } from '../kit/watch-dir.ts';
import { fileStore, groundAt, type FileStoreOptions } from './files.ts';
import { cleanUp, saveAside } from './files/cleanup.ts';
import { watchRoles, watchStore } from './files/watch.ts';
import type { QueueGround } from './queue/ground.ts';
import { carryMarks, prepareKeeping } from './queue/keeping.ts';
import { queueLayout } from './queue/layout.ts';
import { queueMail } from './queue/mail.ts';
import { prepareQueue } from './queue/prepare.ts';
import { resumedEvent } from './mail-events.ts';
import { withStoreErrors } from './store-errors.ts';
import type { Store } from './store.ts';

export type QueueStoreOptions = FileStoreOptions & Pick<LeaseGround, 'leaseMs' | 'waitMs'>;

/**
 * The files store with its mail in the project: `{project}/queue/inbox/{role}.yaml`. Flags, seats, states and
 * the journal stay in the relay directory; mail outlives the army.
 */
export function openQueueStore(
  dir: string,
  project: string,
  options: QueueStoreOptions = {},
): Store {
  const ground = groundAt(dir, options);
  const { disk, clock, ids } = ground;
  const files = fileStore(ground, options);
  const { journal } = files;
  // On the machine's own clock: a lease is between processes, and so is the time it runs out.
  const { clock: _, ...lease } = { ...options, disk, ids };
  const queue: QueueGround = { at: queueLayout(project), disk, clock, ids, journal, lease };
  const keeping = queueMail(queue, ground, journal, files.seats);
  const carry = (aside: string): Promise<void> => carryMarks(queue, keeping, aside);

  return withStoreErrors<Store>(dir, {
    ...files,
    async init(formation) {
      const roles = [...rolesOf(formation), HUMAN];
      await files.init(formation);
      await prepareQueue(queue, roles);
      await prepareKeeping(queue, ground, keeping, roles);
    },

    /** The mail is there already: what dead relays held is put back, and the flags are raised. */
    async resumeMail(history) {
      await saveAside(ground, history, carry);
      const roles = await namesIn(disk, ground.at.inboxes);
      await prepareKeeping(queue, ground, keeping, roles);
      let count = 0;
      for (const role of roles) {
        await keeping.mail.putBackDead(role);
        const { entries, back } = await keeping.unreadOf(role);
        if (entries.length === 0) continue;
        await journal.write(
          entries.map(({ id }) => resumedEvent(role, id, back.get(id)?.redelivered ?? 0)),
        );
        if (role !== HUMAN) await files.mail.raiseFlag(role).catch(() => false);
        count += entries.length;
      }
      return count;
    },

    mailText: (role) => queue.at.inbox(role),

    cleanUp: (history) => cleanUp(ground, history, carry),
    finishCleanUp: (history) => saveAside(ground, history, carry),

    mail: { ...files.mail, ...keeping.mail },

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
  });
}
