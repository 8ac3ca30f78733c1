import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeDisk, type Disk } from '../../src/kit/disk.ts';
import { everything, letter } from '../support/letters.ts';
import { entries, entry, freshQueue } from '../support/queue.ts';

type Queue = Awaited<ReturnType<typeof freshQueue>>;
const SHELF = 'queue/archive/inbox/strategist';

const idsIn = (text: string): string[] =>
  ((parse(text) ?? []) as { id: string }[]).map(({ id }) => id);
const archived = ({ list, project }: Queue): string[] =>
  list(SHELF).flatMap((name) => idsIn(readFileSync(join(project, SHELF, name), 'utf8')));
const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `msg_${String(from + i).padStart(3, '0')}`);

async function readAll(queue: Queue): Promise<void> {
  const { messages } = await queue.collect();
  await queue.acknowledge(messages.map(({ id }) => id));
}

describe('processed entries', () => {
  it('move to the archive beyond a hundred, each once, and numbers go on [bastion.inbox.2 bastion.inbox.7]', async () => {
    const queue = await freshQueue();
    for (let n = 0; n < 10; n += 1) {
      for (let i = 0; i < 25; i += 1) await queue.send();
      await readAll(queue);
    }
    const left = idsIn(queue.text());
    expect(left.length).toBeLessThanOrEqual(101);
    expect(left.at(-1)).toBe('msg_250');
    const all = [...archived(queue), ...left];
    expect(all.toSorted()).toEqual(numbered(1, 250));
    expect(queue.list(SHELF)[0]).toMatch(/^msg_001-msg_\d+\.yaml$/);
    expect((await queue.send()).id).toBe('msg_251');
  });

  it('stay while they are pending, and keep their words and comments', async () => {
    const queue = await freshQueue();
    const mine = `# mine\n${entry(2, 'pending', '  mood: fine\n')}`;
    const own = `# why\n${entry(3, 'processed', '  mood: fine # really\n')}`;
    queue.write(`# head\n${entry(1, 'processed')}${mine}${own}${entries(4, 120, 'processed')}`);
    await queue.send();
    expect(queue.text().startsWith(`# head\n${mine}- id: `)).toBe(true);
    const [name] = queue.list(SHELF);
    expect(name).toBe('msg_001-msg_070.yaml');
    const text = readFileSync(join(queue.project, SHELF, name!), 'utf8');
    expect(text).toBe(entry(1, 'processed') + own + entries(4, 70, 'processed'));
  });

  it('are handled by the ten thousand, with ten thousand pending', async () => {
    const queue = await freshQueue();
    queue.write(entries(1, 10_000, 'processed') + entries(10_001, 20_000));
    expect((await queue.send()).id).toBe('msg_20001');
    expect(idsIn(queue.text())).toHaveLength(10_051);
    expect(await queue.store.mail.countUnread('strategist')).toMatchObject({ count: 10_001 });
    let room = 3;
    const page = await queue.store.mail.collect('strategist', queue.by, () => room-- > 0);
    expect(page).toMatchObject({ messages: { length: 3 }, remaining: 9_998 });
  });

  it('are not archived twice when the archiving was cut off before they left the inbox', async () => {
    const queue = await freshQueue();
    queue.write(entries(1, 150, 'processed') + entry(151));
    const disk: Disk = {
      ...nodeDisk,
      rename: (from, to) =>
        to === queue.inbox ? Promise.reject(new Error('killed')) : nodeDisk.rename(from, to),
    };
    await expect(queue.open({ disk }).mail.deliver(letter())).rejects.toThrow('killed');
    expect(archived(queue)).toEqual(numbered(1, 100));
    expect(idsIn(queue.text())).toHaveLength(151);
    // More of them since: what is in the archive already is not written again.
    queue.write(entries(1, 170, 'processed') + entry(171));
    await queue.send();
    expect(archived(queue)).toEqual(numbered(1, 120));
    expect(idsIn(queue.text())).toEqual(numbered(121, 172));
  });

  it('never let a number be given twice, whatever is deleted by hand', async () => {
    const queue = await freshQueue();
    queue.write(entries(1, 150, 'processed'));
    await queue.send();
    await queue.collect();
    rmSync(queue.inbox);
    // The archive knows of 100, the reader still has 151.
    expect((await queue.send()).id).toBe('msg_152');
    rmSync(queue.inbox);
    await queue.store.mail.putBack('strategist', queue.by, 'cancelled');
    expect((await queue.open().mail.deliver(letter())).id).toBe('msg_152');
  });
});

/** Every change the disk is asked for fails from the n-th on, as after SIGKILL. */
function dyingDisk(steps: number): Disk {
  let left = steps;
  const step = <T>(call: () => Promise<T>): Promise<T> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : call();
  };
  return {
    ...nodeDisk,
    rename: (from, to) => step(() => nodeDisk.rename(from, to)),
    link: (from, to) => step(() => nodeDisk.link(from, to)),
    unlink: (path) => step(() => nodeDisk.unlink(path)),
    mkdir: (path, options) => step(() => nodeDisk.mkdir(path, options)),
    rmdir: (path) => step(() => nodeDisk.rmdir(path)),
    writeNew: (path, text, options) => step(() => nodeDisk.writeNew(path, text, options)),
  };
}

describe('a process killed at any step', () => {
  const cases: [string, (queue: Queue, disk: Disk) => Promise<unknown>][] = [
    ['sending', ({ open }, disk) => open({ disk }).mail.deliver(letter({ body: 'sent' }))],
    [
      'collecting',
      ({ open, by }, disk) => open({ disk }).mail.collect('strategist', by, everything),
    ],
    [
      'acknowledging',
      async ({ open, by, collect }, disk) => {
        await collect();
        await open({ disk }).mail.acknowledge('strategist', by, ['msg_001', 'msg_002']);
      },
    ],
    [
      'putting back',
      async ({ open, by, collect }, disk) => {
        await collect();
        await open({ disk }).mail.putBack('strategist', by, 'cancelled');
      },
    ],
    [
      'mending',
      ({ open, write, text }, disk) => {
        write(`${text()}- broken: [\n`);
        return open({ disk }).mail.hasUnread('strategist');
      },
    ],
  ];

  // [R10 R11 R12 bastion.guaranteed.1]
  it.each(cases)(
    '%s: nothing is lost, and nothing comes twice without its mark',
    async (what, work) => {
      let cuts = 0;
      for (let steps = 0; ; steps += 1) {
        const queue = await freshQueue();
        for (const body of ['one', 'two']) await queue.send({ body });
        const whole = await work(queue, dyingDisk(steps)).then(
          () => true,
          () => false,
        );
        if (!whole) cuts += 1;
        // Every process of that life is dead: its lease and what it held are free.
        const next = queue.open({ isAlive: () => false, waitMs: 1_000 });
        await next.mail.putBackDead('strategist');
        const by = await next.seats.add('strategist', {
          relay: { pid: 1, start: '', boot: '' },
          agent: { kind: 'mock' },
          doorbells: [],
        });
        const { messages } = await next.mail.collect('strategist', by, everything);
        const got = messages.map(({ body, redelivered }) => `${body}${redelivered ?? ''}`);
        const processed = (parse(queue.text()) as { message: string; status: string }[])
          .filter(({ status }) => status === 'processed')
          .map(({ message }) => message);
        const bodies = [...got.map((one) => one.replace(/\d$/, '')), ...processed];
        const extra = bodies.includes('sent') ? ['sent'] : [];
        expect(bodies.toSorted()).toEqual(['one', 'two', ...extra].toSorted());
        if (what === 'sending' && whole) expect(extra).toEqual(['sent']);
        // Handed over before: marked. Only what was never seen may come without.
        if (/acknow|putting/.test(what)) for (const one of got) expect(one).toMatch(/1$/);
        if (whole) break;
      }
      expect(cuts).toBeGreaterThan(what === 'putting back' ? 1 : 3);
    },
  );
});
