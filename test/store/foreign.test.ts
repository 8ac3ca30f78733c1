import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { nodeDisk } from '../../src/kit/disk.ts';
import { openFileStore } from '../../src/store/files.ts';
import { seatOf } from '../support/backends.ts';
import { fresh, tracingDisk } from '../support/fresh-store.ts';
import { everything, letter, message } from '../support/letters.ts';
import { tempDir } from '../support/temp.ts';
import { fakeClock } from '../support/time.ts';

describe('a foreign thing in the store', () => {
  it('that is a link in place of a directory is refused', async () => {
    const { dir, store } = await fresh();
    const elsewhere = tempDir();
    symlinkSync(elsewhere, `${dir}/inbox/extra`);
    const duo = formationSchema.parse({ name: 'duo', roles: [{ role: 'extra' }] });
    await expect(store.init(duo)).rejects.toMatchObject({ code: 'store_symlink' });
    await expect(store.mail.deliver(letter({ to: 'extra' }))).rejects.toMatchObject({
      code: 'store_symlink',
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('that is a link in place of a directory of all roles is refused', async () => {
    const { dir, store } = await fresh();
    const elsewhere = tempDir();
    rmSync(`${dir}/inbox`, { recursive: true });
    symlinkSync(elsewhere, `${dir}/inbox`);
    await expect(store.init(overlordFormation)).rejects.toMatchObject({
      code: 'store_symlink',
      data: { path: `${dir}/inbox` },
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('that is a message larger than any reply is set aside, and blocks none behind it [R9]', async () => {
    const { dir, store } = await fresh();
    const huge = message({ body: 'x'.repeat(100_000) });
    writeFileSync(`${dir}/inbox/strategist/${huge.id}.json`, JSON.stringify(huge));
    const next = await store.mail.deliver(letter());
    const by = await store.seats.add('strategist', seatOf(process.pid));
    const page = await store.mail.collect('strategist', by, everything);
    expect(page).toEqual({ messages: [next], remaining: 0 });
    const reason = readdirSync(`${dir}/bad`).find((name) => name.endsWith('.reason'));
    expect(readFileSync(`${dir}/bad/${reason}`, 'utf8')).toContain('body_too_long');
  });

  it('that is a file in place of the relay directory is reported with path and reason', async () => {
    const file = `${tempDir()}/file`;
    writeFileSync(file, '');
    await expect(openFileStore(file).readFormation()).rejects.toMatchObject({
      code: 'store_unusable',
      data: { path: file, reason: 'ENOTDIR' },
    });
  });

  it('that prevents a directory is reported with path and reason', async () => {
    const file = `${tempDir()}/file`;
    writeFileSync(file, '');
    await expect(openFileStore(`${file}/relay`).init(overlordFormation)).rejects.toMatchObject({
      code: 'store_unusable',
      data: { path: `${file}/relay`, reason: 'ENOTDIR' },
    });
  });

  it('that is an unreadable flag is moved away, and the flag can be raised again [R2]', async () => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/pending/storm`, '');
    expect(await store.mail.readFlag('storm')).toBeUndefined();
    expect(await store.mail.raiseFlag('storm')).toBe(true);
    expect(readdirSync(`${dir}/bad`)).toHaveLength(2);
  });

  it('that is an unreadable seat counts as dead; a seat that cannot be read now counts as alive [R10]', async () => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/agents/storm/0aaaaaaaa-1-1-1.json`, 'nonsense');
    expect(await store.seats.list('storm')).toMatchObject([{ alive: false }]);
    const emfile = Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    const { disk } = tracingDisk({ read: () => Promise.reject(emfile) });
    expect(await openFileStore(dir, { disk }).seats.list('storm')).toMatchObject([{ alive: true }]);
  });

  it('is not assumed when a new relay registers between two looks [R10]', async () => {
    const { dir, store: other } = await fresh();
    let newcomer: string | undefined;
    const { disk } = tracingDisk({
      async names(path) {
        const names = await nodeDisk.names(path);
        // It takes its seat right after the first of the two directories was read.
        newcomer ??= await other.seats.add('storm', seatOf(process.pid));
        return names;
      },
    });
    const store = openFileStore(dir, { disk, isAlive: () => true });
    await store.mail.putBackDead('storm');
    expect(newcomer).toBeDefined();
    expect(readdirSync(`${dir}/agents/storm`)).toEqual([`${newcomer}.json`]);
    expect(readdirSync(`${dir}/collected/storm`)).toEqual([newcomer]);
  });

  it('that is a stray file among the incarnations is ignored', async () => {
    const { dir, store } = await fresh();
    for (const name of ['.DS_Store', '0aaaaaaaa-1-1-1']) {
      writeFileSync(`${dir}/collected/storm/${name}`, '');
    }
    writeFileSync(`${dir}/agents/storm/notes.txt`, '');
    expect(await store.mail.putBackDead('storm')).toBe(0);
    expect(await store.seats.add('storm', seatOf(process.pid))).toMatch(/^[0-9a-z-]+$/);
  });

  it('that is a name no clock could have made is ignored, and later names have room [R6 R10]', async () => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/agents/strategist/zzzzzzzzz-0-0-0.json`, 'nonsense');
    mkdirSync(`${dir}/collected/strategist/zzzzzzzzz-0-0-0`);
    const sent = await store.mail.deliver(letter());
    const mortal = openFileStore(dir, { isAlive: ({ pid }) => pid !== 7 });
    const doomed = await mortal.seats.add('strategist', seatOf(7));
    await mortal.mail.collect('strategist', doomed, everything);
    expect(await mortal.seats.list('strategist')).toMatchObject([{ incarnation: doomed }]);
    await mortal.seats.add('strategist', seatOf(8));
    expect(await mortal.mail.putBackDead('strategist')).toBe(1);
    expect(readdirSync(`${dir}/inbox/strategist`)).toEqual([`${sent.id}.r1.json`]);
  });

  it('that cannot be moved away counts as left; bad/ is made again when it was removed [R9]', async () => {
    const { dir, store } = await fresh();
    rmSync(`${dir}/bad`, { recursive: true });
    const junk = `${dir}/inbox/strategist/0mwhvqhza-1-1-1.json`;
    writeFileSync(junk, 'nonsense');
    const by = await store.seats.add('strategist', seatOf(process.pid));
    expect(await store.mail.collect('strategist', by, everything)).toEqual({
      messages: [],
      remaining: 0,
    });
    expect(readdirSync(`${dir}/bad`)).toHaveLength(2);
    writeFileSync(junk, 'nonsense');
    const busy = Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    const { disk } = tracingDisk({ rename: () => Promise.reject(busy) });
    const stuck = openFileStore(dir, { disk });
    expect(await stuck.mail.collect('strategist', by, everything)).toEqual({
      messages: [],
      remaining: 1,
    });
  });

  it('that is a flag neither readable nor movable is removed [R2]', async () => {
    const { dir } = await fresh();
    writeFileSync(`${dir}/pending/storm`, '');
    const busy = Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    const { disk } = tracingDisk({ rename: () => Promise.reject(busy) });
    const store = openFileStore(dir, { disk });
    expect(await store.mail.readFlag('storm')).toBeUndefined();
    expect(await store.mail.raiseFlag('storm')).toBe(true);
  });

  it('that is an hour-old draft of a killed process is swept, a young one is not', async () => {
    const { dir } = await fresh();
    mkdirSync(`${dir}/tmp`, { recursive: true });
    writeFileSync(`${dir}/tmp/old`, 'x');
    const clock = fakeClock(Date.now() + 30 * 60_000);
    await openFileStore(dir, { clock }).init(overlordFormation);
    expect(readdirSync(`${dir}/tmp`)).toEqual(['old']);
    clock.setNow(Date.now() + 61 * 60_000);
    await openFileStore(dir, { clock }).init(overlordFormation);
    expect(readdirSync(`${dir}/tmp`)).toEqual([]);
  });
});

describe('a file that others put into an inbox', () => {
  async function planted(name: string, text: string) {
    const { dir, store } = await fresh();
    const inbox = `${dir}/inbox/strategist`;
    writeFileSync(`${inbox}/${name}`, text);
    const collect = async () => {
      const by = await store.seats.add('strategist', seatOf(process.pid));
      return store.mail.collect('strategist', by, everything);
    };
    const events = () =>
      readFileSync(`${dir}/journal.jsonl`, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { event: string; reason?: string });
    return { dir, store, inbox, collect, events };
  }
  const plain = { from: 'overlord', to: 'strategist', subject: 's', body: 'b' };

  // [relay.check-inbox.1]
  it.each([
    ['a message under another name', 'note.json', message()],
    ['a message with an id of its own kind', 'from a person.json', { ...message(), id: 'hello' }],
    ['a message without id and time', 'note', plain],
  ])('is unread mail at the next look, and handed over once: %s', async (_what, name, value) => {
    const { dir, store, inbox, collect, events } = await planted(name, JSON.stringify(value));
    expect(await store.mail.hasUnread('strategist')).toBe(true);
    const [file = '', ...others] = readdirSync(inbox);
    expect(others).toEqual([]);
    const id = file.replace('.json', '');
    expect(file).toMatch(/^[0-9a-z]{9}-[0-9a-z-]+\.json$/);
    if ('id' in value && value.id !== 'hello') expect(id).toBe(value.id);
    expect(events()).toEqual([expect.objectContaining({ event: 'stored', id })]);
    const { messages, remaining } = await collect();
    expect({ messages, remaining }).toEqual({
      messages: [
        expect.objectContaining({ ...plain, body: value.body, subject: value.subject, id }),
      ],
      remaining: 0,
    });
    expect(Date.parse(messages[0]?.timestamp ?? '')).not.toBeNaN();
    expect(await store.mail.hasUnread('strategist')).toBe(false);
    expect(readdirSync(`${dir}/bad`)).toEqual([]);
  });

  it.each([
    ['no JSON', 'notes.txt', 'buy milk', 'not JSON'],
    ['no message', 'note.json', '{"to":"strategist"}', 'not a message: from'],
    ['no mapping', 'note.json', '[1]', 'not a message: from'],
    ['for another role', 'note.json', JSON.stringify({ ...plain, to: 'storm' }), 'another role'],
  ])(
    'that is %s is set aside at the next look, and the journal says why',
    async (_what, name, text, why) => {
      const { dir, store, inbox, events } = await planted(name, text);
      expect(await store.mail.hasUnread('strategist')).toBe(false);
      expect(readdirSync(inbox)).toEqual([]);
      const kept = readdirSync(`${dir}/bad`).find((one) => one.endsWith(name)) ?? '';
      expect(readFileSync(`${dir}/bad/${kept}`, 'utf8')).toBe(text);
      const reason = expect.stringContaining(`not a message file: `);
      expect(events()).toEqual([
        { at: expect.anything(), event: 'quarantined', file: kept, reason, to: 'strategist' },
      ]);
      expect(events()[0]?.reason).toContain(why);
    },
  );

  it('under the id of another message is set aside, and the other stays as it is', async () => {
    const { store, inbox } = await planted('x', '');
    rmSync(`${inbox}/x`);
    const sent = await store.mail.deliver(letter({ body: 'first' }));
    writeFileSync(`${inbox}/copy.json`, JSON.stringify({ ...sent, body: 'second' }));
    expect(await store.mail.hasUnread('strategist')).toBe(true);
    expect((await store.mail.listUnread('strategist')).map(({ body }) => body)).toEqual(['first']);
    expect(readdirSync(inbox)).toEqual([`${sent.id}.json`]);
  });

  it('that cannot be read now, is empty, or is another program’s draft stays where it is [N7]', async () => {
    const { dir, inbox } = await planted('note.json', JSON.stringify(plain));
    const names = ['.note.json.swp', 'note.json~', 'x.tmp', 'new.json'];
    for (const name of names) writeFileSync(`${inbox}/${name}`, '');
    const emfile = Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    const { disk } = tracingDisk({ read: () => Promise.reject(emfile) });
    const troubled = openFileStore(dir, { disk });
    expect(await troubled.mail.hasUnread('strategist')).toBe(false);
    expect(readdirSync(inbox).toSorted()).toEqual(['note.json', ...names].toSorted());
    expect(readdirSync(`${dir}/bad`)).toEqual([]);
    expect(await openFileStore(dir).mail.hasUnread('strategist')).toBe(true);
  });

  it('is not looked for through a link: what it points to is not touched [R10]', async () => {
    const { dir, store, inbox } = await planted('note.json', '');
    const elsewhere = tempDir();
    for (const [name, text] of [
      ['note.json', JSON.stringify(plain)],
      ['thesis.txt', 'years of work'],
    ] as const) {
      writeFileSync(`${elsewhere}/${name}`, text);
    }
    rmSync(inbox, { recursive: true });
    symlinkSync(elsewhere, inbox);
    await store.mail.hasUnread('strategist').catch(() => undefined);
    expect(readdirSync(elsewhere).toSorted()).toEqual(['note.json', 'thesis.txt']);
    expect(readdirSync(`${dir}/bad`)).toEqual([]);
  });

  it('is handed over once, though two processes find it at the same time', async () => {
    const { dir, inbox } = await planted('note.json', JSON.stringify(plain));
    const stores = Array.from({ length: 4 }, () => openFileStore(dir));
    await Promise.all(stores.map(({ mail }) => mail.hasUnread('strategist')));
    expect(readdirSync(inbox)).toHaveLength(1);
    expect(readdirSync(`${dir}/bad`)).toEqual([]);
  });

  it('that is half written is read again once it is saved', async () => {
    const text = JSON.stringify(plain);
    const { dir, store, inbox } = await planted('note.json', text.slice(0, 20));
    const looking = store.mail.hasUnread('strategist');
    await new Promise((resolve) => setTimeout(resolve, 50));
    writeFileSync(`${inbox}/note.json`, text);
    expect(await looking).toBe(true);
    expect(readdirSync(`${dir}/bad`)).toEqual([]);
  });
});
