import { closeSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../src/kit/disk.ts';
import { entries, entry, freshQueue } from '../support/queue.ts';

type Queue = Awaited<ReturnType<typeof freshQueue>>;

const bodies = async ({ collect }: Queue): Promise<string[]> =>
  (await collect()).messages.map(({ body }) => body);
const texts = (to: number): string[] => Array.from({ length: to }, (_, i) => `text ${i + 1}`);

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('an inbox that a person is just saving', () => {
  const whole = entries(1, 30);
  const inAnId = whole.indexOf('msg_012') + 5;
  const beforeStatus = whole.indexOf('  status', whole.indexOf('msg_012'));
  const entryEnd = whole.indexOf('- id: msg_012');

  it.each([
    ['emptied', 0, true],
    ['emptied, seen for the first time', 0, false],
    ['cut off in a word', inAnId, true],
    ['cut off in a word, seen for the first time', inAnId, false],
    ['cut off between two lines', beforeStatus, true],
    ['cut off between two entries', entryEnd, true],
  ])('%s, is not broken, and nothing in it is lost', async (_how, written, known) => {
    const queue = await freshQueue();
    queue.write(whole);
    if (known) await queue.store.mail.hasUnread('strategist');
    const editor = openSync(queue.inbox, 'w');
    writeSync(editor, whole.slice(0, written));
    const sending = queue.send({ body: 'new' });
    const look = queue.store.mail.hasUnread('strategist');
    await moment();
    writeSync(editor, whole.slice(written));
    closeSync(editor);
    await look;
    expect((await sending).id).toBe('msg_031');
    expect(await bodies(queue)).toEqual([...texts(30), 'new']);
    expect(queue.list('queue/bad')).toEqual([]);
  });

  it('cut off in a letter is not broken either', async () => {
    const queue = await freshQueue();
    const letters = Buffer.from(entry(1).replace('text 1', '進捗を報告せよ'));
    const half = letters.indexOf(Buffer.from('捗')) + 1;
    const editor = openSync(queue.inbox, 'w');
    writeSync(editor, letters.subarray(0, half));
    const sending = queue.send({ body: 'new' });
    await moment();
    writeSync(editor, letters.subarray(half));
    closeSync(editor);
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
  ])('%s, while our own is being synced, is not written over', async (_how, save) => {
    let saves = 0;
    const queue = await freshQueue({
      disk: {
        ...nodeDisk,
        async writeNew(path, text, options) {
          await nodeDisk.writeNew(path, text, options);
          // The draft is on the disk, and not in its place yet.
          if (!String(text).includes('ours') || (saves += 1) > 1) return;
          save(queue.inbox, entry(1, 'processed') + entry(2) + entry(3));
          // That somebody else in this process has seen it says nothing about what we wrote.
          await queue.store.mail.hasUnread('strategist');
        },
      },
    });
    queue.write(entries(1, 2));
    expect((await queue.send({ body: 'ours' })).id).toBe('msg_004');
    expect(saves).toBe(2);
    expect(await bodies(queue)).toEqual(['text 2', 'text 3', 'ours']);
  });

  it('without end is said to be busy; nothing is lost', async () => {
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
  it('says nothing about a file that has to be mended: what is good stays', async () => {
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

describe('numbers', () => {
  it.each([
    ['emptied', '[]\n'],
    ['shortened', entry(1)],
  ])('go on where a person %s the file under a living relay', async (_how, text) => {
    const queue = await freshQueue();
    for (const body of ['one', 'two', 'three']) await queue.send({ body });
    queue.write(text);
    expect((await queue.send()).id).toBe('msg_004');
  });
});
