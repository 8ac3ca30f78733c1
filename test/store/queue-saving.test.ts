import { renameSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../src/kit/disk.ts';
import { entries, entry, freshQueue } from '../support/queue.ts';
import { countingDisk, saveInTwo } from '../support/save-in-two.ts';

type Queue = Awaited<ReturnType<typeof freshQueue>>;

const bodies = async ({ collect }: Queue): Promise<string[]> =>
  (await collect()).messages.map(({ body }) => body);
const texts = (to: number): string[] => Array.from({ length: to }, (_, i) => `text ${i + 1}`);

describe('an inbox that a person is just saving', () => {
  const whole = entries(1, 30);
  const inAnId = whole.indexOf('msg_012') + 5;
  const beforeStatus = whole.indexOf('  status', whole.indexOf('msg_012'));
  const entryEnd = whole.indexOf('- id: msg_012');

  it.each([
    ['emptied', 0, true],
    ['emptied and seen for the first time', 0, false],
    ['cut off in a word', inAnId, true],
    ['cut off in a word and seen for the first time', inAnId, false],
    ['cut off between two lines', beforeStatus, true],
    ['cut off between two entries', entryEnd, true],
  ])('that is %s is not broken, and nothing in it is lost', async (_how, written, known) => {
    const { disk, readsOf } = countingDisk();
    const queue = await freshQueue({ disk });
    queue.write(whole);
    if (known) await queue.store.mail.hasUnread('strategist');
    const before = readsOf(queue.inbox);
    const saving = saveInTwo(
      queue.inbox,
      [whole.slice(0, written), whole.slice(written)],
      () => readsOf(queue.inbox) >= before + 2,
    );
    const sending = queue.send({ body: 'new' });
    const look = queue.store.mail.hasUnread('strategist');
    await saving;
    await look;
    expect((await sending).id).toBe('msg_031');
    expect(await bodies(queue)).toEqual([...texts(30), 'new']);
    expect(queue.list('queue/bad')).toEqual([]);
  });

  it('that is cut off between two entries loses nothing, although a look has read it before the sender', async () => {
    const { disk, readsOf } = countingDisk();
    const queue = await freshQueue({ disk });
    queue.write(whole);
    await queue.store.mail.hasUnread('strategist');
    const before = readsOf(queue.inbox);
    const saving = saveInTwo(
      queue.inbox,
      [whole.slice(0, entryEnd), whole.slice(entryEnd)],
      () => readsOf(queue.inbox) >= before + 2,
    );
    await queue.store.mail.hasUnread('strategist');
    const sending = queue.send({ body: 'new' });
    await saving;
    expect((await sending).id).toBe('msg_031');
    expect(await bodies(queue)).toEqual([...texts(30), 'new']);
  });

  it('that is cut off in a character is not broken', async () => {
    const { disk, readsOf } = countingDisk();
    const queue = await freshQueue({ disk });
    const letters = Buffer.from(entry(1).replace('text 1', '進捗を報告せよ'));
    const half = letters.indexOf(Buffer.from('捗')) + 1;
    const before = readsOf(queue.inbox);
    const saving = saveInTwo(
      queue.inbox,
      [letters.subarray(0, half), letters.subarray(half)],
      () => readsOf(queue.inbox) > before,
    );
    const sending = queue.send({ body: 'new' });
    await saving;
    await sending;
    expect(await bodies(queue)).toEqual(['進捗を報告せよ', 'new']);
    expect(queue.list('queue/bad')).toEqual([]);
  });

  it.each([
    ['in place', (path: string, text: string) => writeFileSync(path, text)],
    [
      'by a rename',
      (path: string, text: string) => (
        writeFileSync(`${path}~`, text),
        renameSync(`${path}~`, path)
      ),
    ],
  ])('%s, while a write of ovld is being synced, is not overwritten', async (_how, save) => {
    let saves = 0;
    const queue = await freshQueue({
      disk: {
        ...nodeDisk,
        async writeNew(path, text, options) {
          await nodeDisk.writeNew(path, text, options);
          // The draft is on the disk, and not in its place yet.
          if (!String(text).includes('ours') || (saves += 1) > 1) return;
          save(queue.inbox, entry(1, 'processed') + entry(2) + entry(3));
          // That another reader in this process has seen it says nothing about what was written.
          await queue.store.mail.hasUnread('strategist');
        },
      },
    });
    queue.write(entries(1, 2));
    expect((await queue.send({ body: 'ours' })).id).toBe('msg_004');
    expect(saves).toBe(2);
    expect(await bodies(queue)).toEqual(['text 2', 'text 3', 'ours']);
  });

  it('without end is reported as busy, and nothing is lost', async () => {
    let saves = 0;
    const queue = await freshQueue({
      disk: {
        ...nodeDisk,
        async writeNew(path, text, options) {
          await nodeDisk.writeNew(path, text, options);
          if (String(text).includes('ours')) queue.write(entries(1, (saves += 1)));
        },
      },
    });
    await expect(queue.send({ body: 'ours' })).rejects.toMatchObject({ code: 'store_busy' });
    expect(await bodies(queue)).toEqual(texts(saves));
  });
});

describe('trouble with the machine', () => {
  it('is not taken for a broken file: its good entries stay', async () => {
    let reads = 0;
    const queue = await freshQueue({
      disk: {
        ...nodeDisk,
        async readFrom(path, offset, limit) {
          if (path.endsWith('strategist.yaml') && (reads += 1) === 3)
            throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
          return nodeDisk.readFrom(path, offset, limit);
        },
      },
    });
    const [before = '', after = ''] = entries(1, 3).split('text 2');
    queue.write(Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]));
    await expect(queue.collect()).rejects.toMatchObject({ code: 'store_busy' });
    expect(await bodies(queue)).toEqual(['text 1', 'text 3']);
  });
});

describe('message numbers', () => {
  it.each([
    ['emptied', '[]\n'],
    ['shortened', entry(1)],
  ])('continue when a person %s the file under a living relay', async (_how, text) => {
    const queue = await freshQueue();
    for (const body of ['one', 'two', 'three']) await queue.send({ body });
    queue.write(text);
    expect((await queue.send()).id).toBe('msg_004');
  });
});
