import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../src/kit/disk.ts';
import { armyFiles } from '../../src/store/files/armies.ts';
import { openArmies } from '../../src/store/open.ts';
import type { ArmyRecord } from '../../src/store/store.ts';
import { tempDir } from '../support/temp.ts';

const army = (session: string, more: Partial<ArmyRecord> = {}): ArmyRecord => ({
  session,
  folder: '/home/u/project',
  formation: 'overlord',
  mux: 'tmux',
  relayDir: '/home/u/.config/ovld/relay',
  startedAt: '2026-11-15T12:00:00.000Z',
  ...more,
});

describe('the registry of armies', () => {
  it('keeps one record a session until it is removed', async () => {
    const armies = await openArmies(`${tempDir()}/armies`);
    expect(await armies.list()).toEqual([]);
    const full = army('overlord', { muxAddress: '/tmp/tmux-0/default', life: '$3@17' });
    await armies.add(full);
    await armies.add(army('bastion', { mux: 'zellij' }));
    expect(await armies.list()).toEqual([army('bastion', { mux: 'zellij' }), full]);
    await armies.add(army('overlord', { folder: '/home/u/other' }));
    expect((await armies.list())[1]).toEqual(army('overlord', { folder: '/home/u/other' }));
    await armies.remove('overlord');
    await armies.remove('overlord');
    await armies.remove('../overlord');
    expect(await armies.list()).toEqual([army('bastion', { mux: 'zellij' })]);
  });

  it('writes records whole and private, with their documented fields', async () => {
    const dir = `${tempDir()}/armies`;
    await (await openArmies(dir)).add(army('overlord', { muxAddress: 'x' }));
    expect(readdirSync(dir)).toEqual(['overlord.json']);
    expect(JSON.parse(readFileSync(`${dir}/overlord.json`, 'utf8'))).toEqual({
      session: 'overlord',
      folder: '/home/u/project',
      formation: 'overlord',
      mux: 'tmux',
      mux_address: 'x',
      relay_dir: '/home/u/.config/ovld/relay',
      started_at: '2026-11-15T12:00:00.000Z',
    });
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(`${dir}/overlord.json`).mode & 0o777).toBe(0o600);
  });

  it('removes nothing where there is no directory yet', async () => {
    const armies = await openArmies(`${tempDir()}/none`);
    await armies.remove('overlord');
    expect(await armies.list()).toEqual([]);
  });

  it.each([
    ['not JSON', 'storm.json', '{'],
    ['empty', 'storm.json', ''],
    ['of another shape', 'storm.json', '{"session":"storm"}'],
    ['of another session', 'storm.json', undefined],
    ['too large', 'storm.json', `"${'x'.repeat(70_000)}"`],
    ['of no session name', 'Storm 1.json', undefined],
    ['a draft of a killed process', '.0mwhvqhza-1-1-1.draft', undefined],
  ])('passes over a file that is %s', async (_what, name, text) => {
    const dir = `${tempDir()}/armies`;
    const armies = await openArmies(dir);
    await armies.add(army('overlord'));
    writeFileSync(`${dir}/${name}`, text ?? readFileSync(`${dir}/overlord.json`));
    expect(await armies.list()).toEqual([army('overlord')]);
  });

  it('passes over what is not a file, and over links', async () => {
    const dir = `${tempDir()}/armies`;
    const armies = await openArmies(dir);
    await armies.add(army('overlord'));
    mkdirSync(`${dir}/storm.json`);
    const outside = `${tempDir()}/shadow.json`;
    const text = readFileSync(`${dir}/overlord.json`, 'utf8');
    writeFileSync(outside, text.replace('"session":"overlord"', '"session":"shadow"'));
    symlinkSync(outside, `${dir}/shadow.json`);
    const relative = text.replace('"session":"overlord"', '"session":"glacier"');
    writeFileSync(`${dir}/glacier.json`, relative.replace('/home/u/.config', '../..'));
    expect(await armies.list()).toEqual([army('overlord')]);
  });

  it('refuses a record it could not read back, and writes nothing', async () => {
    const dir = `${tempDir()}/armies`;
    const armies = await openArmies(dir);
    await expect(armies.add(army('../x'))).rejects.toThrow();
    await expect(armies.add(army('x', { relayDir: 'relative' }))).rejects.toThrow();
    expect(await armies.list()).toEqual([]);
  });

  it('lets one of many concurrent entries for a session win, and readers see whole records only', async () => {
    const dir = `${tempDir()}/armies`;
    const armies = await openArmies(dir);
    await armies.add(army('overlord'));
    const folders = Array.from({ length: 30 }, (_, i) => `/home/u/${'x'.repeat(i * 50)}`);
    const seen: number[] = [];
    await Promise.all(
      folders.map(async (folder) => {
        await armyFiles(dir).add(army('overlord', { folder }));
        seen.push((await armies.list()).length);
      }),
    );
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(folders).toContain((await armies.list())[0]?.folder);
    expect(readdirSync(dir)).toEqual(['overlord.json']);
  });

  it('leaves no draft behind when it cannot finish, and says why', async () => {
    const dir = `${tempDir()}/armies`;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const armies = armyFiles(dir, { ...nodeDisk, rename: () => Promise.reject(full) });
    await expect(armies.add(army('overlord'))).rejects.toMatchObject({ code: 'store_full' });
    expect(readdirSync(dir)).toEqual([]);
  });
});
