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

describe('what does not belong there', () => {
  it('a link in place of a directory is refused', async () => {
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

  it('a link in place of a whole shelf is refused too', async () => {
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

  it('a message larger than any reply is thrown out, and blocks nobody behind it [R9]', async () => {
    const { dir, store } = await fresh();
    const huge = message({ body: 'x'.repeat(100_000) });
    writeFileSync(`${dir}/inbox/strategist/${huge.id}.json`, JSON.stringify(huge));
    const next = await store.mail.deliver(letter());
    const by = await store.seats.take('strategist', seatOf(process.pid));
    const page = await store.mail.collect('strategist', by, everything);
    expect(page).toEqual({ messages: [next], remaining: 0 });
    const reason = readdirSync(`${dir}/bad`).find((name) => name.endsWith('.reason'));
    expect(readFileSync(`${dir}/bad/${reason}`, 'utf8')).toContain('body_too_long');
  });

  it('a file in place of the relay directory names the path and the reason', async () => {
    const file = `${tempDir()}/file`;
    writeFileSync(file, '');
    await expect(openFileStore(file).formation()).rejects.toMatchObject({
      code: 'store_unusable',
      data: { path: file, reason: 'ENOTDIR' },
    });
  });

  it('a directory that cannot be made names the path and the reason', async () => {
    const file = `${tempDir()}/file`;
    writeFileSync(file, '');
    await expect(openFileStore(`${file}/relay`).init(overlordFormation)).rejects.toMatchObject({
      code: 'store_unusable',
      data: { path: `${file}/relay`, reason: 'ENOTDIR' },
    });
  });

  it('an unreadable flag is moved away and can be raised again [R2]', async () => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/pending/storm`, '');
    expect(await store.mail.flag('storm')).toBeUndefined();
    expect(await store.mail.raise('storm')).toBe(true);
    expect(readdirSync(`${dir}/bad`)).toHaveLength(2);
  });

  it('an unreadable seat belongs to nobody alive; one that cannot be read now counts as alive [R10]', async () => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/agents/storm/0aaaaaaaa-1-1-1.json`, 'nonsense');
    expect(await store.seats.list('storm')).toMatchObject([{ alive: false }]);
    const emfile = Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    const { disk } = tracingDisk({ read: () => Promise.reject(emfile) });
    expect(await openFileStore(dir, { disk }).seats.list('storm')).toMatchObject([{ alive: true }]);
  });

  it('a newcomer that sits down between two looks is not taken for dead [R10]', async () => {
    const { dir, store: other } = await fresh();
    let newcomer: string | undefined;
    const { disk } = tracingDisk({
      async names(path) {
        const names = await nodeDisk.names(path);
        // It takes its seat right after the first of the two directories was read.
        newcomer ??= await other.seats.take('storm', seatOf(process.pid));
        return names;
      },
    });
    const store = openFileStore(dir, { disk, isAlive: () => true });
    await store.mail.putBackDead('storm');
    expect(newcomer).toBeDefined();
    expect(readdirSync(`${dir}/agents/storm`)).toEqual([`${newcomer}.json`]);
    expect(readdirSync(`${dir}/collected/storm`)).toEqual([newcomer]);
  });

  it('a stray file among the incarnations is nobody, and stops nothing', async () => {
    const { dir, store } = await fresh();
    for (const name of ['.DS_Store', '0aaaaaaaa-1-1-1']) {
      writeFileSync(`${dir}/collected/storm/${name}`, '');
    }
    writeFileSync(`${dir}/agents/storm/notes.txt`, '');
    expect(await store.mail.putBackDead('storm')).toBe(0);
    expect(await store.seats.take('storm', seatOf(process.pid))).toMatch(/^[0-9a-z-]+$/);
  });

  it('a name no clock could have made is nobody, and leaves room for those who come [R6 R10]', async () => {
    const { dir, store } = await fresh();
    writeFileSync(`${dir}/agents/strategist/zzzzzzzzz-0-0-0.json`, 'nonsense');
    mkdirSync(`${dir}/collected/strategist/zzzzzzzzz-0-0-0`);
    const sent = await store.mail.deliver(letter());
    const mortal = openFileStore(dir, { isAlive: ({ pid }) => pid !== 7 });
    const doomed = await mortal.seats.take('strategist', seatOf(7));
    await mortal.mail.collect('strategist', doomed, everything);
    expect(await mortal.seats.list('strategist')).toMatchObject([{ incarnation: doomed }]);
    await mortal.seats.take('strategist', seatOf(8));
    expect(await mortal.mail.putBackDead('strategist')).toBe(1);
    expect(readdirSync(`${dir}/inbox/strategist`)).toEqual([`${sent.id}.r1.json`]);
  });

  it('what cannot be moved away counts as left; bad/ is made again when somebody removed it [R9]', async () => {
    const { dir, store } = await fresh();
    rmSync(`${dir}/bad`, { recursive: true });
    const junk = `${dir}/inbox/strategist/0mwhvqhza-1-1-1.json`;
    writeFileSync(junk, 'nonsense');
    const by = await store.seats.take('strategist', seatOf(process.pid));
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

  it('a flag that can be neither read nor moved is taken down [R2]', async () => {
    const { dir } = await fresh();
    writeFileSync(`${dir}/pending/storm`, '');
    const busy = Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    const { disk } = tracingDisk({ rename: () => Promise.reject(busy) });
    const store = openFileStore(dir, { disk });
    expect(await store.mail.flag('storm')).toBeUndefined();
    expect(await store.mail.raise('storm')).toBe(true);
  });

  it('drafts a killed process left an hour ago are swept, young ones are not', async () => {
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
