import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { nodeDisk, UnfitFile, type Disk } from '../../src/kit/disk.ts';
import { seatOf } from '../support/backends.ts';
import { everything, letter } from '../support/letters.ts';
import { freshQueue } from '../support/queue.ts';

describe('a message that a reader of a queue holds', () => {
  it('is taken by one reader: a reader stalled past its lease finds it gone [R10]', async () => {
    const queue = await freshQueue();
    await queue.send();
    await queue.send();
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    let stalled = (): void => undefined;
    const inside = new Promise<void>((resolve) => (stalled = resolve));
    const disk: Disk = {
      ...nodeDisk,
      async writeNew(path, text, options) {
        // Its first mark, on the way into the lock.
        if (/\/lock\/strategist\/[^/]+\/1$/.test(path)) {
          stalled();
          await gate;
        }
        return nodeDisk.writeNew(path, text, options);
      },
    };
    const late = queue.open({ disk, leaseMs: 20 }).mail.collect('strategist', queue.by, everything);
    await inside;
    const other = queue.open();
    const by = await other.seats.add('strategist', seatOf(process.pid));
    const { messages } = await other.mail.collect('strategist', by, everything);
    expect(messages).toHaveLength(2);
    go();
    expect(await late).toEqual({ messages: [], remaining: 0 });
    expect(readdirSync(join(queue.relay, 'collected/strategist', queue.by))).toEqual([]);
  });

  it('goes back unmarked when its marks cannot be made durable: no agent has seen it [R10]', async () => {
    const queue = await freshQueue();
    await queue.send();
    await queue.collect();
    await queue.store.mail.putBack('strategist', queue.by, 'cancelled');
    await queue.send();
    const eio = Object.assign(new Error('EIO'), { code: 'EIO' });
    const disk: Disk = {
      ...nodeDisk,
      async openDir(path) {
        const open = await nodeDisk.openDir(path);
        return {
          ...open,
          sync: () => (path.includes('collected') ? Promise.reject(eio) : open.sync()),
        };
      },
    };
    const failing = queue.open({ disk }).mail.collect('strategist', queue.by, everything);
    await expect(failing).rejects.toMatchObject({ code: 'store_busy' });
    const { messages } = await queue.collect();
    expect(messages.map(({ redelivered }) => redelivered)).toEqual([1, undefined]);
  });

  it('is marked as often as it came back, also over the end of an army [R11]', async () => {
    const queue = await freshQueue();
    await queue.send();
    for (const times of [undefined, 1, 2]) {
      const { messages } = await queue.collect();
      expect(messages.map(({ redelivered }) => redelivered)).toEqual([times]);
      await queue.store.mail.putBack('strategist', queue.by, 'cancelled');
    }
    const history = join(queue.relay, '../history');
    await queue.store.cleanUp(history);
    expect(queue.list('queue/.returned/strategist')).toEqual(['msg_001.r3']);
    await queue.store.init(overlordFormation);
    expect(queue.list('queue/.returned/strategist')).toEqual([]);
    const by = await queue.store.seats.add('strategist', seatOf(process.pid));
    const { messages } = await queue.store.mail.collect('strategist', by, everything);
    expect(messages).toMatchObject([{ id: 'msg_001', redelivered: 3 }]);
  });

  it('may be acknowledged or deleted by hand meanwhile, and is then done', async () => {
    const queue = await freshQueue();
    for (let n = 0; n < 3; n += 1) await queue.send();
    await queue.collect();
    const [one = '', , three = ''] = queue.text().split(/(?=^- )/m);
    queue.write(one.replace('pending', 'processed') + three);
    await queue.acknowledge(['msg_002']);
    expect(await queue.store.mail.putBack('strategist', queue.by, 'died')).toBe(1);
    expect((await queue.collect()).messages).toMatchObject([{ id: 'msg_003', redelivered: 1 }]);
  });

  it('is reported to watchers when it comes back', async () => {
    const queue = await freshQueue();
    await queue.send();
    await queue.collect();
    const told = new Promise<string>((resolve) => {
      const watch = queue.open().watch('strategist', (what) => (watch.close(), resolve(what)));
      void watch.rearm().then(() => queue.store.mail.putBack('strategist', queue.by, 'died'));
    });
    expect(await told).toBe('inbox');
  });
});

describe('a queue that cannot be used', () => {
  it('with a file that may not be read, is reported, and nothing is moved', async () => {
    const queue = await freshQueue();
    await queue.send();
    const disk: Disk = {
      ...nodeDisk,
      readFrom: (path, from, limit) =>
        path === queue.inbox
          ? Promise.reject(new UnfitFile('not readable (EACCES)', 'EACCES'))
          : nodeDisk.readFrom(path, from, limit),
    };
    const store = queue.open({ disk });
    await expect(store.mail.hasUnread('strategist')).rejects.toMatchObject({
      code: 'store_unusable',
      data: { reason: 'EACCES' },
    });
    await expect(store.mail.deliver(letter())).rejects.toMatchObject({ code: 'store_unusable' });
    expect(queue.list('queue/bad')).toEqual([]);
  });

  it.each(['EMFILE', 'EIO'])(
    'with %s for a moment, is reported as busy, and nothing is moved [N7]',
    async (code) => {
      const queue = await freshQueue();
      await queue.send();
      const error = Object.assign(new Error(code), { code });
      const disk: Disk = { ...nodeDisk, readFrom: () => Promise.reject(error) };
      await expect(queue.open({ disk }).mail.deliver(letter())).rejects.toMatchObject({
        code: 'store_busy',
      });
      await expect(queue.open({ disk }).mail.hasUnread('strategist')).rejects.toMatchObject({
        code: 'store_busy',
      });
      expect(queue.list('queue/bad')).toEqual([]);
      expect((await queue.send()).id).toBe('msg_002');
    },
  );

  it('with a full inbox, refuses the next message and keeps what is there', async () => {
    const queue = await freshQueue();
    await queue.send();
    const before = `${queue.text()}# ${'x'.repeat(16 * 1024 * 1024 - 400)}\n`;
    writeFileSync(queue.inbox, before);
    await expect(queue.send({ body: 'y'.repeat(1000) })).rejects.toMatchObject({
      code: 'document_too_large',
    });
    expect(queue.text()).toBe(before);
  });

  it('while another process has the lease, names that process', async () => {
    const queue = await freshQueue({ waitMs: 20 });
    const lock = join(queue.project, 'queue/.lock/strategist/token');
    await nodeDisk.mkdir(lock);
    const owner = { pid: process.pid, start: '', boot: '', until: Date.now() + 9_000 };
    writeFileSync(join(lock, 'owner.json'), JSON.stringify(owner));
    const store = queue.open({ isAlive: () => true });
    await expect(store.mail.deliver(letter())).rejects.toMatchObject({
      code: 'queue_locked',
      data: { holder: process.pid },
    });
    expect(queue.text()).toBe('[]\n');
  });
});

it('a queue that is deleted under the army is made again by the next message', async () => {
  const queue = await freshQueue();
  await queue.send();
  rmSync(join(queue.project, 'queue'), { recursive: true });
  const { id } = await queue.send();
  const { messages } = await queue.collect();
  expect(messages.map((message) => message.id)).toEqual([id]);
});
