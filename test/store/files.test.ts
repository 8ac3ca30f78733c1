import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HUMAN } from '../../src/army/human.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { createIds } from '../../src/kit/id.ts';
import { nodeDisk } from '../../src/kit/disk.ts';
import { openFileStore } from '../../src/store/files.ts';
import { seatOf } from '../support/backends.ts';
import { everything, letter } from '../support/letters.ts';
import { fresh, tracingDisk } from '../support/fresh-store.ts';
import { tempDir } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';

const SIX = ['glacier', 'inferno', 'overlord', 'shadow', 'storm', 'strategist'];

describe('the relay directory', () => {
  // [relay.init-store.1 relay.init-store.2 relay.init-store.3 relay.message-type.2]
  it('is laid out as the relay specification says', async () => {
    const { dir } = await fresh();
    expect(readdirSync(`${dir}/inbox`)).toEqual([...SIX, HUMAN].toSorted());
    expect(readdirSync(`${dir}/status`)).toEqual(SIX.map((role) => `${role}.json`));
    for (const role of SIX) {
      const status: unknown = JSON.parse(readFileSync(`${dir}/status/${role}.json`, 'utf8'));
      expect(status).toMatchObject({ role, status: 'idle', task: '' });
    }
    expect(readdirSync(`${dir}/pending`)).toEqual([]);
  });

  it('is found whole by a few reads of directories, and what is missing in it is made', async () => {
    const { dir } = await fresh();
    rmSync(`${dir}/archive/storm`, { recursive: true });
    rmSync(`${dir}/told`, { recursive: true });
    const looked: string[] = [];
    const { disk } = tracingDisk({
      stat(path) {
        looked.push(path.slice(dir.length));
        return nodeDisk.stat(path);
      },
    });
    await openFileStore(dir, { disk }).init(overlordFormation);
    expect(readdirSync(`${dir}/told`)).toEqual(SIX);
    expect(looked.toSorted()).toEqual(
      ['', '/archive/storm', '/told', ...SIX.map((role) => `/told/${role}`)].toSorted(),
    );
    looked.length = 0;
    await openFileStore(dir, { disk }).init(overlordFormation);
    expect(looked).toEqual(['']);
  });

  it('that cannot be listed is looked at one by one', async () => {
    const { dir } = await fresh();
    const { disk } = tracingDisk({ kinds: () => Promise.reject(new Error('EMFILE')) });
    await openFileStore(dir, { disk }).init(overlordFormation);
    expect(readdirSync(`${dir}/inbox`)).toEqual([...SIX, HUMAN].toSorted());
  });

  it('is private: directories 0700, files 0600', async () => {
    const { dir, store } = await fresh();
    await store.mail.deliver(letter());
    await store.mail.raiseFlag('strategist');
    const [name] = readdirSync(`${dir}/inbox/strategist`);
    const modes = [dir, `${dir}/inbox`, `${dir}/inbox/strategist`, `${dir}/pending`, `${dir}/tmp`];
    for (const path of modes) expect(statSync(path).mode & 0o777).toBe(0o700);
    const files = [
      `${dir}/inbox/strategist/${name}`,
      `${dir}/pending/strategist`,
      `${dir}/status/storm.json`,
    ];
    for (const path of files) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  // [relay.valid-message.1 relay.store-paths.2 relay.store-paths.4 relay.message-type.1]
  // [design.d1-files.1 design.d4-pending.1 design.risk-contention.1]
  it('holds one JSON file for each message, named by its id, and one flag for each role', async () => {
    const { dir, store } = await fresh();
    const sent = await store.mail.deliver(letter({ priority: 'urgent' }));
    await store.mail.raiseFlag('strategist');
    expect(readdirSync(`${dir}/inbox/strategist`)).toEqual([`${sent.id}.json`]);
    expect(JSON.parse(readFileSync(`${dir}/inbox/strategist/${sent.id}.json`, 'utf8'))).toEqual(
      sent,
    );
    expect(readdirSync(`${dir}/pending`)).toEqual(['strategist']);
    const flag: unknown = JSON.parse(readFileSync(`${dir}/pending/strategist`, 'utf8'));
    expect(flag).toEqual({ nonce: expect.any(String), since: expect.stringMatching(/^20.*Z$/) });
    expect(readdirSync(`${dir}/tmp`)).toEqual([]);
  });

  it('is gone after cleanup, with the mail in history [relay.cleanup-store.1 R13]', async () => {
    const { dir, store } = await fresh();
    const sent = await store.mail.deliver(letter());
    const history = `${tempDir()}/history`;
    const { messages, path } = await store.cleanUp(history);
    expect(messages).toBe(1);
    expect(readdirSync(dir.replace(/\/relay$/, ''))).toEqual([]);
    expect(JSON.parse(readFileSync(`${path}/inbox/strategist/${sent.id}.json`, 'utf8'))).toEqual(
      sent,
    );
    expect(readdirSync(path ?? '')).toContain('inbox');
  });

  it('saves its mail too where it is reached by a link [R13]', async () => {
    const { dir, store } = await fresh();
    await store.mail.deliver(letter());
    const link = `${tempDir()}/link`;
    symlinkSync(dir, link);
    const { messages } = await openFileStore(link).cleanUp(`${tempDir()}/history`);
    expect(messages).toBe(1);
    expect(readdirSync(dir.replace(/\/relay$/, ''))).toEqual([]);
  });

  it('finishes a clean-up that was cut off after its first step [R13]', async () => {
    const { dir, store } = await fresh();
    const sent = await store.mail.deliver(letter());
    renameSync(dir, dir.replace(/relay$/, '.relay.0mwhvqhza-1-1-1.leaving'));
    await store.init(overlordFormation);
    const history = `${tempDir()}/history`;
    expect(await store.cleanUp(history)).toEqual({
      messages: 1,
      path: `${history}/0mwhvqhza-1-1-1`,
    });
    expect(readdirSync(`${history}/0mwhvqhza-1-1-1/inbox/strategist`)).toEqual([`${sent.id}.json`]);
    expect(readdirSync(dir.replace(/\/relay$/, ''))).toEqual([]);
  });

  it('uses its formation.json before the bundled formation', async () => {
    const { dir, store } = await fresh();
    expect(await store.readFormation()).toBeUndefined();
    writeFileSync(`${dir}/formation.json`, JSON.stringify({ name: 'duo', roles: [{ role: 'x' }] }));
    expect(await store.readFormation()).toMatchObject({ name: 'duo', roles: [{ role: 'x' }] });
    for (const [text, reason] of [
      ['{', expect.stringMatching(/JSON/)],
      ['{"name":"duo","roles":[{"role":"../x"}]}', expect.stringMatching(/roles/)],
      ['{"name":"duo","roles":[{"role":"x"},{"role":"x"}]}', { code: 'role_twice', role: 'x' }],
      ['{"name":"duo","roles":[{"role":"all"}]}', { code: 'reserved_name', name: 'all' }],
      ['{"name":"duo","roles":[{"role":"human"}]}', { code: 'reserved_name', name: 'human' }],
    ] as const) {
      writeFileSync(`${dir}/formation.json`, text);
      await expect(store.readFormation()).rejects.toMatchObject({
        code: 'formation_invalid',
        data: { path: `${dir}/formation.json`, reason },
      });
    }
  });
});

describe('durability', () => {
  it('writes, syncs, links and syncs the directory, in that order, before it says delivered [R1 design.d1-files.4]', async () => {
    const { disk, calls } = tracingDisk();
    const { store } = await fresh(disk);
    await store.mail.deliver(letter());
    expect(calls).toEqual([
      'open inbox/strategist',
      'write+fsync tmp/ID',
      'link inbox/strategist/ID',
      'fsync inbox/strategist',
    ]);
  });

  it('syncs both directories before it hands over [R10]', async () => {
    const { disk, calls } = tracingDisk();
    const { dir, store } = await fresh(disk);
    await store.mail.deliver(letter());
    const by = await openFileStore(dir).seats.add('strategist', seatOf(process.pid));
    calls.length = 0;
    await store.mail.collect('strategist', by, everything);
    expect(calls.filter((call) => !call.startsWith('open'))).toEqual([
      'rename inbox/strategist/ID collected/strategist/ID/ID',
      'fsync collected/strategist/ID',
      'fsync inbox/strategist',
    ]);
  });

  it('takes a message out again when its directory cannot be made durable [R1]', async () => {
    const eio = Object.assign(new Error('EIO'), { code: 'EIO' });
    const { disk } = tracingDisk({
      openDir: async () => ({ sync: () => Promise.reject(eio), close: () => undefined }),
    });
    const { dir, store } = await fresh(disk);
    await expect(store.mail.deliver(letter())).rejects.toMatchObject({ code: 'store_busy' });
    expect(readdirSync(`${dir}/inbox/strategist`)).toEqual([]);
    expect(readdirSync(`${dir}/tmp`)).toEqual([]);
  });

  it('puts unseen messages back unmarked when a page cannot be made durable [R10]', async () => {
    const { dir, store: sender } = await fresh();
    const sent = await sender.mail.deliver(letter());
    const by = await sender.seats.add('strategist', seatOf(process.pid));
    const eio = Object.assign(new Error('EIO'), { code: 'EIO' });
    const { disk } = tracingDisk({
      openDir: async () => ({ sync: () => Promise.reject(eio), close: () => undefined }),
    });
    const store = openFileStore(dir, { disk });
    await expect(store.mail.collect('strategist', by, everything)).rejects.toMatchObject({
      code: 'store_busy',
    });
    expect(readdirSync(`${dir}/inbox/strategist`)).toEqual([`${sent.id}.json`]);
  });

  it('puts a message back and marks it in one rename [R11]', async () => {
    const { disk, calls } = tracingDisk();
    const { dir, store } = await fresh(disk);
    const sent = await store.mail.deliver(letter());
    const by = await store.seats.add('strategist', seatOf(process.pid));
    await store.mail.collect('strategist', by, everything);
    calls.length = 0;
    await store.mail.putBack('strategist', by, 'cancelled');
    expect(calls).toEqual(['rename collected/strategist/ID/ID inbox/strategist/ID']);
    expect(readdirSync(`${dir}/inbox/strategist`)).toEqual([`${sent.id}.r1.json`]);
  });

  it('reads one file after another, so few descriptors are enough [N7]', async () => {
    let open = 0;
    let most = 0;
    const { disk } = tracingDisk({
      async read(path, limit) {
        open += 1;
        most = Math.max(most, open);
        try {
          return await nodeDisk.read(path, limit);
        } finally {
          open -= 1;
        }
      },
    });
    const { store } = await fresh(disk);
    for (let i = 0; i < 300; i += 1) await store.mail.deliver(letter());
    const by = await store.seats.add('strategist', seatOf(process.pid));
    expect((await store.mail.collect('strategist', by, everything)).messages).toHaveLength(300);
    expect(most).toBe(1);
  });

  it('keeps a message it could not read for want of descriptors, and says so [N7 R9]', async () => {
    const { dir, store: sender } = await fresh();
    const [a, b] = [await sender.mail.deliver(letter()), await sender.mail.deliver(letter())];
    const by = await sender.seats.add('strategist', seatOf(process.pid));
    const emfile = Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    const { disk } = tracingDisk({
      read: (path, limit) =>
        path.includes(a.id) ? Promise.reject(emfile) : nodeDisk.read(path, limit),
    });
    const page = await openFileStore(dir, { disk }).mail.collect('strategist', by, everything);
    expect(page).toEqual({ messages: [b], remaining: 1 });
    expect(readdirSync(`${dir}/inbox/strategist`)).toEqual([`${a.id}.json`]);
    expect(readdirSync(`${dir}/bad`)).toEqual([]);
  });
});

describe('an id that is in use', () => {
  const repeating = (taken: number) => {
    const real = createIds(fakeClock());
    const first = real.next();
    let left = taken;
    // Every other name is that of a draft in tmp/.
    let asked = 0;
    return { next: () => (asked++ % 2 === 0 && left-- > 0 ? first : real.next()) };
  };

  it('is skipped, and its message stays [R1]', async () => {
    const { dir } = await fresh();
    const store = openFileStore(dir, { ids: repeating(3) });
    const [first, second] = [
      await store.mail.deliver(letter()),
      await store.mail.deliver(letter()),
    ];
    expect(second.id > first.id).toBe(true);
    const by = await store.seats.add('strategist', seatOf(process.pid));
    const { messages } = await store.mail.collect('strategist', by, everything);
    expect(messages).toEqual([first, second]);
  });

  it('five times in a row is an error, and nothing is stored [R1]', async () => {
    const { dir } = await fresh();
    const store = openFileStore(dir, { ids: repeating(6) });
    const { id } = await store.mail.deliver(letter());
    await expect(store.mail.deliver(letter())).rejects.toMatchObject({ code: 'id_exhausted' });
    expect(readdirSync(`${dir}/inbox/strategist`)).toEqual([`${id}.json`]);
  });
});

describe('ids', () => {
  it('sort by time and continue when the clock goes back [R1]', () => {
    const clock = fakeClock();
    const ids = createIds(clock);
    const made = Array.from({ length: 2000 }, (_, i) => {
      if (i === 1000) clock.setNow(clock.now() - 3_600_000);
      return ids.next();
    });
    expect(made.toSorted()).toEqual(made);
  });

  it('never collide, even with the same clock, process and random numbers [R1]', () => {
    const clock = fakeClock();
    const makers = [1, 2, 3].map(() => createIds(clock, { pid: 7, random: () => 'same' }));
    const made = makers.flatMap((maker) => Array.from({ length: 100 }, () => maker.next()));
    expect(new Set(made).size).toBe(300);
  });
});
