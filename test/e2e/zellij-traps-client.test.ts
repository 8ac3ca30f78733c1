import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Tab } from '../../src/army/formation.ts';
import type { ArmyLayout, Mux } from '../../src/mux/mux.ts';
import { paneOf } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  bytesIn,
  oldZellij,
  oneTab,
  recorder,
  screenShows,
  zellijWorld,
} from '../support/zellij.ts';
import type { ZellijClient, ZellijWorld } from '../support/zellij.ts';

/** What changes, or goes wrong, when a person looks on. */
beforeEach((context) => {
  requireOrSkip(context, 'zellij', missingProgram('zellij'));
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
});

const headless = { attached: false, size: undefined };
const roles = ['overlord', 'strategist', 'inferno', 'glacier', 'shadow', 'storm'];

const tab = (name: string, split: Tab['split'], panes: [string, number][]): Tab => ({
  name,
  split,
  focus: name === 'command',
  panes: panes.map(([role, size], i) => ({ role, size, focus: name === 'command' && i === 0 })),
});
const tabs = [
  tab('command', 'columns', [
    ['overlord', 35],
    ['strategist', 65],
  ]),
  tab('battlefield', 'columns', [['inferno', 100]]),
  tab('support', 'rows', [
    ['glacier', 33],
    ['shadow', 33],
    ['storm', 34],
  ]),
];

const record = (world: ZellijWorld, role: string): string => join(world.dir, `bytes.${role}`);

const sixRecorders = (world: ZellijWorld): ArmyLayout => ({
  session: 'army',
  env: {},
  tabs: tabs.map((one) => ({
    ...one,
    panes: one.panes.map(({ role, size = 100, focus }) => ({
      role,
      size,
      focus,
      argv: recorder(record(world, role)),
      cwd: '/',
    })),
  })),
});

async function summonSix(world: ZellijWorld): Promise<Mux> {
  const mux = world.open('army');
  await mux.start(mux.plan(sixRecorders(world), headless));
  for (const { id } of await mux.panes()) await screenShows(mux, id, 'ready');
  return mux;
}

const lookedAt = (world: ZellijWorld, session = 'army'): Promise<string> =>
  waitFor(() => {
    const { stdout } = world.zellij('--session', session, 'action', 'list-clients');
    return /^\d+\s+(terminal_\d+)/m.exec(stdout)?.[1];
  }, 'a client');

describe('on Zellij with a client attached', () => {
  // [Z3 Z4 Z9]
  it('six writers at once lose no action, get no empty read, and move no focus', async () => {
    const world = zellijWorld();
    const first = await summonSix(world);
    await world.attach('army');
    const focus = await lookedAt(world);
    const rounds = 5;
    await Promise.all(
      roles.map(async (role) => {
        // A mux of its own, as every relay has: only the lock between processes is shared.
        const mux = world.open('army');
        for (let round = 0; round < rounds; round += 1) {
          const panes = await mux.panes();
          expect(panes.length).toBe(roles.length);
          const { id } = await paneOf(mux, role);
          await mux.paste(id, `${role} ${round};`);
          expect((await mux.screen(id))?.lines[0]).toBe('ready');
        }
      }),
    );
    const typed = (role: string): string =>
      bytesIn(record(world, role)).replaceAll(/\u001b\[20[01]~/g, '');
    for (const role of roles) {
      const expected = Array.from({ length: rounds }, (_, round) => `${role} ${round};`).join('');
      await waitFor(() => typed(role) === expected, `all that ${role} was told: ${typed(role)}`);
    }
    expect(await lookedAt(world)).toBe(focus);
    expect((await first.panes()).every(({ alive }) => alive)).toBe(true);
  });

  // [Z15 Z16 Z27 session.start.1]
  it("the start makes three tabs and six panes in the terminal's size", async () => {
    const world = zellijWorld();
    const mux = world.open('army');
    const plan = mux.plan(sixRecorders(world), { attached: true, size: undefined });
    await mux.start(plan);
    expect(await mux.state()).toBe('none');
    const { program, args } = plan.terminal ?? { program: '', args: [] };
    const client = world.terminal([program, ...args.filter((word) => typeof word === 'string')]);
    const panes = await waitFor(async () => {
      const all = await mux.panes();
      return all.length === 6 && all.every(({ alive }) => alive) && all;
    }, 'six panes');
    expect(panes.map(({ title, tab: name, box }) => [title, name, box])).toEqual([
      ['overlord', 'command', { x: 0, y: 1, columns: 70, rows: 58 }],
      ['strategist', 'command', { x: 70, y: 1, columns: 130, rows: 58 }],
      ['inferno', 'battlefield', { x: 0, y: 1, columns: 200, rows: 58 }],
      ['glacier', 'support', { x: 0, y: 1, columns: 200, rows: 19 }],
      ['shadow', 'support', { x: 0, y: 20, columns: 200, rows: 19 }],
      ['storm', 'support', { x: 0, y: 39, columns: 200, rows: 20 }],
    ]);
    // Nothing popped up over the panes, and the person sees the first tab [Z26].
    await waitFor(() => /command.*battlefield.*support/.test(client.screen()), 'the tabs');
    expect(await lookedAt(world)).toBe(panes[0]?.id);
    expect(client.screen()).not.toMatch(/Tip #|release notes/i);
  });

  it('a summons inside Zellij switches the person into the army, and nests nothing [Z24]', async () => {
    for (let trial = 1; ; trial += 1) {
      const world = zellijWorld();
      const mux = await summonSix(world);
      const home = world.open('home', { dir: join(world.dir, 'home') });
      await home.start(home.plan(oneTab([{ role: 'home', argv: ['sh'] }]), headless));
      const client = await world.attach('home');
      const { program, args } = mux.attach('zellij');
      const shell = (): boolean => /[$#]/.test(client.screen());
      await waitFor(shell, 'a shell');
      client.keys([program, ...args].map(String).join(' '), 'Enter');
      const seen = await lookedAt(world);
      // A busy Zellij may not find the session in its own list, and makes another of that name (Z19).
      const missed = (await mux.panes()).every(({ role, title }) => (role ?? title) !== 'overlord');
      if (missed && trial < 3) continue;
      expect(seen).toBe((await paneOf(mux, 'overlord')).id);
      expect(client.screen()).not.toContain('Nested');
      return;
    }
  });
});

describe('typing by focus', () => {
  it('without a client types nothing, and says so [Z5]', async () => {
    const world = zellijWorld();
    await summonSix(world);
    const mux = world.open('army', { targeting: 'focus', tabs });
    const refusal = { code: 'no_client' };
    await expect(mux.paste('storm', 'lost')).rejects.toMatchObject(refusal);
    await expect(mux.press('storm', 'Enter')).rejects.toMatchObject(refusal);
    await expect(mux.screen('storm')).rejects.toMatchObject(refusal);
    expect((await mux.panes()).map(({ id, role, alive }) => [id, role, alive])).toEqual(
      roles.map((role) => [role, role, true]),
    );
  });

  // [ritual.command-tab.1 ritual.battlefield-tab.1 ritual.support-tab.1 ritual.support-tab.2]
  // [ritual.write-text.1 ritual.submit.1]
  it("uses tab, direction, write-chars and CR, each role's own", async () => {
    const world = zellijWorld();
    const byId = await summonSix(world);
    await world.attach('army');
    const mux = world.open('army', { targeting: 'focus', tabs });
    for (const role of roles.toReversed()) {
      expect((await mux.screen(role))?.lines[0]).toBe('ready');
      await mux.paste(role, `-You are ${role}.\r\n魔王\u001b[201~`);
      await mux.press(role, 'Enter');
      expect(await lookedAt(world)).toBe((await paneOf(byId, role)).id);
    }
    for (const role of roles) {
      const expected = `-You are ${role}.\n魔王[201~\r`;
      await waitFor(() => bytesIn(record(world, role)) === expected, `${role} to be told`);
    }
  });

  it('types nothing into panes that were moved or closed', async () => {
    const world = zellijWorld();
    const mux = world.open('army', { targeting: 'focus', tabs });
    await summonSix(world);
    await world.attach('army');
    const byId = world.open('army');
    const { id } = await paneOf(byId, 'glacier');
    world.zellij('--session', 'army', 'action', 'close-pane', '--pane-id', id);
    await waitFor(async () => (await mux.panes()).length === 5, 'five panes');
    await expect(mux.paste('glacier', 'x')).rejects.toMatchObject({ code: 'no_pane' });
    // What was the third is the second now: two steps down from the edge still end on it.
    await mux.paste('storm', 'x');
    await expect(mux.paste('shadow', 'x')).rejects.toMatchObject({ code: 'ring_failed' });
    await waitFor(() => bytesIn(record(world, 'storm')) === 'x', 'storm');
    expect(bytesIn(record(world, 'shadow'))).toBe('');
  });

  it('with two clients requires that the client Zellij moves has arrived', async () => {
    const world = zellijWorld();
    const byId = await summonSix(world);
    const mux = world.open('army', { targeting: 'focus', tabs });
    const one = await world.attach('army');
    await waitFor(() => one.screen().includes('ready'), 'the first client to be drawn');
    const two = await world.attach('army');
    /** Zellij moves whichever was used last. */
    const uses = async (client: ZellijClient, role: string, key: string): Promise<void> => {
      client.keys(key);
      await waitFor(() => bytesIn(record(world, role)).endsWith(key), `${key} in ${role}`);
    };
    await uses(two, 'overlord', 'a');
    for (const role of ['storm', 'inferno']) {
      for (const text of ['x', 'y']) await mux.paste(role, text);
      await world.open('army', { targeting: 'focus', tabs }).press(role, 'Enter');
      await waitFor(() => bytesIn(record(world, role)) === 'xy\r', `all of it in ${role}`);
    }
    // One looks at the pane that is meant, but what is typed would go where the other has got to.
    const { id } = await paneOf(byId, 'glacier');
    world.zellij('--session', 'army', 'action', 'close-pane', '--pane-id', id);
    await waitFor(async () => (await mux.panes()).length === 5, 'five panes');
    await mux.screen('storm');
    const shadow = await paneOf(byId, 'shadow');
    world.zellij('--session', 'army', 'action', 'move-focus', 'up');
    const clients = (): string =>
      world.zellij('--session', 'army', 'action', 'list-clients').stdout;
    await waitFor(() => clients().includes(`${shadow.id} `), 'a client at shadow');
    await uses(two, 'shadow', 'b');
    await uses(one, 'overlord', 'c');
    await expect(mux.paste('shadow', 'z')).rejects.toMatchObject({ code: 'ring_failed' });
    expect(bytesIn(record(world, 'storm'))).toBe('xy\r');
    expect(bytesIn(record(world, 'shadow'))).toBe('b');
  });

  it('is used for an older Zellij: panes by their seats alone', async () => {
    const world = zellijWorld();
    await summonSix(world);
    await world.attach('army');
    const mux = world.open('army', { tabs, env: { ...world.env, PATH: oldZellij(world) } });
    expect(await mux.capabilities()).toEqual({ version: '0.43.1', byPane: false });
    expect((await mux.panes()).map(({ id }) => id)).toEqual(roles);
    await mux.paste('shadow', 'old');
    await waitFor(() => bytesIn(record(world, 'shadow')) === 'old', 'shadow');
  });
});
