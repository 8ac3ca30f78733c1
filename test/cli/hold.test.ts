import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { cliArmy, ovld } from '../support/cli-army.ts';

const ROLES = overlordFormation.roles.map(({ role }) => role);

describe('ovld hold and ovld release', () => {
  it('hold a role, once, and let it go', async () => {
    const army = await cliArmy();
    expect(await ovld(army, 'hold', 'storm')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: 'storm is held: its mail waits. ovld release storm rings again.\n',
    });
    expect(await ovld(army, 'hold', 'storm')).toMatchObject({ stdout: 'storm is held already.\n' });
    expect(readdirSync(`${army.dir}/hold`)).toEqual(['storm']);
    expect(await ovld(army, 'release', 'storm')).toMatchObject({
      code: 0,
      stdout: 'storm is rung for again.\n',
    });
    expect(readdirSync(`${army.dir}/hold`)).toEqual([]);
    expect(await ovld(army, 'release', 'storm')).toMatchObject({ stdout: 'Nothing is held.\n' });
    const { stdout } = await ovld(army, 'log', '--json');
    const events = stdout.trimEnd().split('\n');
    expect(events.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'held',
      'released',
    ]);
  });

  it('hold everybody, and say so to a program', async () => {
    const army = await cliArmy();
    const held = await ovld(army, 'hold', 'all', '--json');
    expect(JSON.parse(held.stdout)).toEqual({ session: 'overlord', held: ROLES });
    await army.store.holds.set(['inferno', 'storm'], 'guard');
    await army.store.traffic.note(['inferno', 'storm']);
    const released = await ovld(army, 'release', '--json');
    expect(JSON.parse(released.stdout)).toEqual({
      session: 'overlord',
      released: [
        'glacier',
        'inferno',
        ['inferno', 'storm'],
        'overlord',
        'shadow',
        'storm',
        'strategist',
      ],
    });
    expect(readdirSync(`${army.dir}/hold`)).toEqual([]);
    expect(readdirSync(`${army.dir}/traffic`)).toEqual([]);
  });

  it('release what concerns a role, and nothing else', async () => {
    const army = await cliArmy({ OVLD_LANG: 'ja' });
    await army.store.holds.set(['inferno', 'storm'], 'guard');
    await army.store.holds.set(['glacier', 'shadow'], 'guard');
    expect(await ovld(army, 'release', 'storm')).toMatchObject({
      stdout: 'inferno と storm のやり取りを再開しました。\n',
    });
    expect(readdirSync(`${army.dir}/hold`)).toEqual(['glacier+shadow']);
  });

  it.each([
    [['hold'], 2],
    [['hold', 'storm', 'shadow'], 2],
    [['hold', 'nobody'], 1],
    [['release', 'nobody'], 1],
    [['hold', '../x'], 1],
    [['hold', 'storm', '--session', 'x'], 3],
  ])('%j ends with %j, and holds nobody', async (args, code) => {
    const army = await cliArmy();
    expect(await ovld(army, ...args)).toMatchObject({ code, stdout: '' });
    expect(readdirSync(`${army.dir}/hold`)).toEqual([]);
  });

  it('say that an army is gone, and make nothing anew', async () => {
    const army = await cliArmy();
    rmSync(army.dir, { recursive: true });
    for (const args of [['hold', 'all'], ['release']]) {
      const { code, stderr } = await ovld(army, ...args);
      expect(code).toBe(1);
      expect(stderr).toContain('is gone');
    }
    expect(readdirSync(`${army.home}/.config/ovld`)).toEqual(['armies']);
  });
});
