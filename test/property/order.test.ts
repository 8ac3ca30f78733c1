import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import { createMutex } from '../../src/kit/mutex.ts';
import { createInbox } from '../../src/relay/inbox.ts';
import { openFileStore } from '../../src/store/files.ts';
import { settle } from '../support/settle.ts';
import { mortality, seatOf } from '../support/backends.ts';
import { everything, letter } from '../support/letters.ts';
import { scheduledDisk } from '../support/scheduled-disk.ts';
import { memoryRoot } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';

const formation = formationSchema.parse({ name: 'duo', roles: [{ role: 'a' }, { role: 'b' }] });

/**
 * The order of the four steps on its own, with no herald to put right what goes wrong: sender store, then
 * raise; receiver clear, then collect. Whenever all of them have come to rest, unread mail has a flag.
 */
// [R1 R2 relay.check-inbox.3 design.risk-contention.2]
it('unread mail has a flag up, whatever the order of calls', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (scheduler, sends, checks) => {
        const dir = mkdtempSync(join(memoryRoot, 'ovld-order-'));
        try {
          const clock = fakeClock();
          const { isAlive } = mortality();
          const outside = openFileStore(dir, { clock, isAlive });
          await outside.init(formation);
          const incarnation = await outside.seats.add('b', seatOf(1));
          const process = () => {
            const disk = scheduledDisk(scheduler, { dead: false }, new Map());
            return openFileStore(dir, { clock, isAlive, disk });
          };
          const raised: boolean[] = [];
          for (let i = 0; i < sends; i += 1) {
            const store = process();
            void store.mail
              .deliver(letter({ from: 'a', to: 'b' }))
              .then(() => store.mail.raiseFlag('b'))
              .then((won) => raised.push(won));
          }
          const looks = { countAsRung: () => undefined, noteAnnounced: async () => undefined };
          const store = process();
          const inbox = createInbox({
            store,
            role: 'b',
            incarnation,
            mutex: createMutex(),
            looks,
          });
          let got = 0;
          for (let i = 0; i < checks; i += 1) {
            void inbox.check(everything).then(({ messages }) => (got += messages.length));
          }
          for (await settle(); scheduler.count() > 0; await settle()) await scheduler.waitOne();
          const { count } = await outside.mail.countUnread('b');
          expect(got + count).toBe(sends);
          expect(raised.filter(Boolean).length).toBeGreaterThan(0);
          if (count > 0) expect(await outside.mail.readFlag('b')).toBeDefined();
        } finally {
          rmSync(dir, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);
