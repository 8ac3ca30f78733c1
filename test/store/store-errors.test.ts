import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { nodeDisk } from '../../src/kit/disk.ts';
import { openFileStore } from '../../src/store/files.ts';
import { openQueueStore } from '../../src/store/queue.ts';
import type { Store } from '../../src/store/store.ts';
import { letter } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const failing = {
  ...nodeDisk,
  stat: () => Promise.reject(Object.assign(new Error('x'), { code: 'EMFILE' })),
  openDir: () => Promise.reject(Object.assign(new Error('x'), { code: 'EMFILE' })),
  names: () => Promise.reject(Object.assign(new Error('x'), { code: 'EMFILE' })),
};

const opened: [string, (dir: string, disk: typeof nodeDisk) => Store][] = [
  ['files', (dir, disk) => openFileStore(dir, { disk })],
  ['queue', (dir, disk) => openQueueStore(dir, `${dir}.project`, { disk })],
];

describe.each(opened)('a store of %s', (_kind, open) => {
  it.each<[string, (store: Store) => Promise<unknown>]>([
    ['lifecycle', (store) => store.isPresent()],
    ['mail', (store) => store.mail.deliver(letter())],
    ['flags', (store) => store.mail.readFlag('storm')],
    ['seats', (store) => store.seats.list('storm')],
    ['hook side', (store) => store.statuses.readObserved('storm')],
    ['evidence', (store) => store.holds.list()],
  ])('fails with a code of ovld, in every part: %s', async (_part, act) => {
    const dir = `${tempDir()}/relay`;
    await open(dir, nodeDisk).init(overlordFormation);
    await expect(act(open(dir, failing))).rejects.toMatchObject({
      code: 'store_busy',
      data: { path: dir, reason: 'EMFILE' },
    });
  });

  it('reports nothing more once it is closed; the store itself stays', async () => {
    const dir = `${tempDir()}/relay`;
    const store = open(dir, nodeDisk);
    await store.init(overlordFormation);
    const heard: string[] = [];
    const other = open(dir, nodeDisk);
    const seen: string[] = [];
    for (const watch of [
      store.watch('storm', (what) => void heard.push(what)),
      store.journal.watch(() => void heard.push('journal')),
      other.watch('storm', (what) => void seen.push(what)),
    ])
      await watch.rearm();
    await store.close();
    await store.close();
    await other.mail.deliver(letter({ to: 'storm' }));
    await waitFor(() => seen.includes('inbox'), 'the other store to hear it');
    expect(heard).toEqual([]);
    expect(await open(dir, nodeDisk).mail.hasUnread('storm')).toBe(true);
    await other.close();
  });
});
