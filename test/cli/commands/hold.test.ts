import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../../src/army/overlord.ts';
import { cliArmy, ovld, runningArmy } from '../../support/cli-army.ts';

const ROLES = overlordFormation.roles.map(({ role }) => role);

describe('ovld hold and ovld release', () => {
  it('hold a role once, and release it', async () => {
    const army = await runningArmy();
    expect(await ovld(army, 'hold', 'storm')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: 'storm is held: its mail waits until ovld release storm.\n',
    });
    expect(await ovld(army, 'hold', 'storm')).toMatchObject({ stdout: 'storm is held already.\n' });
    expect(readdirSync(`${army.dir}/hold`)).toEqual(['storm']);
    expect(await ovld(army, 'release', 'storm')).toMatchObject({
      code: 0,
      stdout: 'storm is no longer held.\n',
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

  it('hold and release several, each named once', async () => {
    const army = await runningArmy();
    expect(await ovld(army, 'hold', 'storm', 'shadow', 'storm')).toMatchObject({
      code: 0,
      stdout:
        'storm is held: its mail waits until ovld release storm.\n' +
        'shadow is held: its mail waits until ovld release shadow.\n',
    });
    expect(readdirSync(`${army.dir}/hold`)).toEqual(['shadow', 'storm']);
    await ovld(army, 'hold', 'glacier');
    const released = await ovld(army, 'release', 'storm', 'shadow', '--json');
    expect(JSON.parse(released.stdout)).toEqual({
      session: 'overlord',
      released: ['shadow', 'storm'],
    });
    expect(readdirSync(`${army.dir}/hold`)).toEqual(['glacier']);
  });

  it('do not go on for a paused army, and say so', async () => {
    const army = await cliArmy();
    await army.store.holds.set('all', 'person');
    await army.store.holds.noteInterrupted('all', ['storm']);
    expect(await ovld(army, 'release')).toMatchObject({
      code: 0,
      stdout: 'Nothing is held.\nThe army is paused: run ovld unpause to go on.\n',
    });
    expect(readdirSync(`${army.dir}/hold`)).toEqual(['all']);
    const sent = await ovld(army, 'send', 'shadow', 'hello');
    expect(sent.stdout).toContain('not woken: the army is paused until a person runs ovld unpause');
    expect(await ovld(army, 'unpause', '--json')).toMatchObject({
      code: 0,
      stdout: '{"session":"overlord","paused":false,"told":["storm"]}\n',
    });
    expect(readdirSync(`${army.dir}/hold`)).toEqual([]);
    expect((await army.store.mail.listUnread('storm')).map(({ from }) => from)).toEqual(['human']);
    expect(await ovld(army, 'unpause')).toMatchObject({ stdout: 'The army is not paused.\n' });
  });

  it('hold all roles, and report it as JSON', async () => {
    const army = await runningArmy();
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
    [['hold', 'storm', 'nobody'], 1],
    [['hold', 'nobody'], 1],
    [['release', 'nobody'], 1],
    [['hold', '../x'], 1],
    [['hold', 'storm', '--session', 'x'], 3],
  ])('%j exits with %j, and no role is held', async (args, code) => {
    const army = await cliArmy();
    expect(await ovld(army, ...args)).toMatchObject({ code, stdout: '' });
    expect(readdirSync(`${army.dir}/hold`)).toEqual([]);
  });

  it('hold nothing of an army that has ended, as ovld pause does; release it all the same', async () => {
    const army = await cliArmy();
    const said = await ovld(army, 'pause');
    expect(said).toMatchObject({ code: 1, stdout: '' });
    expect(said.stderr).toContain('the army overlord has ended');
    expect(await ovld(army, 'hold', 'storm')).toMatchObject(said);
    expect(readdirSync(`${army.dir}/hold`)).toEqual([]);
    expect(await ovld(army, 'release')).toMatchObject({ stdout: 'Nothing is held.\n' });
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
