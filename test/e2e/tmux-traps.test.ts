import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { CannotType, type Mux } from '../../src/mux/mux.ts';
import { bytesFile, bytesOf, overlordLayout, pairLayout } from '../support/mux-layout.ts';
import { muxWorld, paneOf, started, type MuxWorld } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { tmuxIn } from '../support/tmux.ts';
import { waitFor } from '../support/wait-for.ts';

beforeEach((context) => requireOrSkip(context, 'tmux', missingProgram('tmux')));

const HEADLESS = { attached: false, size: undefined };
const bracketed = (text: string): string => `\u001b[200~${text}\u001b[201~`;

async function summon(world: MuxWorld, layout = pairLayout): Promise<Mux> {
  const mux = await world.open('army');
  const wanted = layout(world.dir, 'army');
  await mux.start(mux.plan(wanted, HEADLESS));
  const roles = wanted.tabs.flatMap(({ panes }) => panes.map(({ role }) => role));
  for (const role of roles) await started(bytesFile(world.dir, 'army', role));
  return mux;
}

const arrives = (world: MuxWorld, role: string, bytes: string): Promise<boolean> =>
  waitFor(() => bytesOf(world.dir, 'army', role) === bytes, `${JSON.stringify(bytes)} in ${role}`);

it('a paste into a pane that has just died does not take the server with it [T1]', async () => {
  const world = muxWorld('tmux');
  const tmux = tmuxIn(world.env);
  const mux = await summon(world);
  const { id } = await paneOf(mux, 'left');
  await mux.paste(id, 'please-die');
  await waitFor(async () => !(await paneOf(mux, 'left')).alive, 'the pane to die');
  await expect(mux.paste(id, 'x')).rejects.toEqual(new CannotType('pane_dead'));
  await expect(mux.press(id, 'Enter')).rejects.toEqual(new CannotType('pane_dead'));
  expect(await mux.state()).toBe('live');
  expect(tmux('list-buffers')).toBe('');
  await mux.paste((await paneOf(mux, 'right')).id, 'x');
  await arrives(world, 'right', bracketed('x'));
  // What the guard is for: without it 3.3a is gone.
  if (tmux('-V') !== 'tmux 3.3a') return;
  tmux('set-buffer', '-b', 'bare', 'x');
  expect(() => tmux('paste-buffer', '-b', 'bare', '-t', id)).toThrow('server exited unexpectedly');
  expect(await mux.state()).toBe('none');
});

it('a person in copy mode stays there, and the program gets text and Enter [T2]', async () => {
  const world = muxWorld('tmux');
  const tmux = tmuxIn(world.env);
  const mux = await summon(world);
  const { id } = await paneOf(mux, 'left');
  const mode = (): string => tmux('display-message', '-p', '-t', id, '#{pane_in_mode}');
  await world.attach(mux);
  tmux('copy-mode', '-t', id);
  tmux('send-keys', '-t', id, '-l', 'zz');
  expect(mode()).toBe('1');
  await mux.thaw(id);
  await mux.paste(id, 'two\nlines');
  await mux.press(id, 'Enter');
  await arrives(world, 'left', `${bracketed('two\nlines')}\r`);
  expect(mode()).toBe('1');
  const screen = await mux.screen(id);
  expect(screen?.copyMode).toBe(false);
  expect(screen?.lines[0]).toContain('hello');
  expect(screen?.cursor).toEqual({ row: 0, column: 14 });
});

it('a session that a person groups with the army shows the same panes', async () => {
  const world = muxWorld('tmux');
  const tmux = tmuxIn(world.env);
  const mux = await summon(world);
  const { id } = await paneOf(mux, 'left');
  tmux('new-session', '-d', '-s', 'mine', '-t', '=army');
  expect(tmux('display-message', '-p', '-t', id, '#{session_name}')).toBe('mine');
  expect((await mux.screen(id))?.lines[0]).toContain('hello');
  await mux.paste(id, 'x');
  expect(await mux.press(id, 'Enter', () => true)).toBe(true);
  await arrives(world, 'left', `${bracketed('x')}\r`);
  expect(await mux.panes()).toHaveLength(2);
});

it('Enter goes to one pane even where a person has synchronised them all', async () => {
  const world = muxWorld('tmux');
  const mux = await summon(world);
  const { id } = await paneOf(mux, 'left');
  tmuxIn(world.env)('set-option', '-w', '-t', id, 'synchronize-panes', 'on');
  await mux.paste(id, 'x');
  await mux.press(id, 'Enter');
  await arrives(world, 'left', `${bracketed('x')}\r`);
  expect(bytesOf(world.dir, 'army', 'right')).toBe('');
});

it('a pane that a person has locked is hidden, and refuses', async () => {
  const world = muxWorld('tmux');
  const mux = await summon(world);
  const { id } = await paneOf(mux, 'left');
  tmuxIn(world.env)('select-pane', '-d', '-t', id);
  expect(await paneOf(mux, 'left')).toMatchObject({ alive: true, hidden: true });
  await expect(mux.paste(id, 'x')).rejects.toEqual(new CannotType('pane_dead'));
});

it('a final semicolon and a long text both arrive [T3]', async () => {
  const world = muxWorld('tmux');
  const tmux = tmuxIn(world.env);
  const mux = await summon(world);
  const { id } = await paneOf(mux, 'left');
  const long = `${'x'.repeat(20_000)};`;
  expect(() => tmux('set-buffer', '-b', 'long', long)).toThrow('too long');
  tmux('set-buffer', '-b', 'eaten', 'a;');
  expect(tmux('show-buffer', '-b', 'eaten')).toBe('a');
  await mux.paste(id, long);
  await arrives(world, 'left', bracketed(long));
});

it('a program that ends leaves its pane, known by its role and not by its title [T4]', async () => {
  const world = muxWorld('tmux');
  const tmux = tmuxIn(world.env);
  const mux = await world.open('army');
  const layout = pairLayout(world.dir, 'army');
  const tabs = layout.tabs.map((tab) => ({
    ...tab,
    panes: tab.panes.map((pane) => ({ ...pane, argv: ['sh', '-c', 'exit 3'] })),
  }));
  await mux.start(mux.plan({ ...layout, tabs }, HEADLESS));
  await waitFor(async () => (await mux.panes()).every(({ alive }) => !alive), 'both to end');
  expect(await mux.state()).toBe('live');
  const { id, title } = await paneOf(mux, 'left');
  expect(title).toBe('left');
  tmux('respawn-pane', '-t', id, 'printf "\\033]2;a\\tb\\nc; #{pid} 日本\\033\\\\"; sleep 1000');
  const again = await waitFor(async () => {
    const pane = (await mux.panes()).find((seen) => seen.id === id);
    return pane?.alive && pane.title !== 'left' && pane;
  }, 'a title of its own');
  expect(again).toMatchObject({ role: 'left', tab: 'pair' });
  expect(again.title).not.toMatch(/[\t\n]/);
});

it('a session starts directly after the last one ended [T5]', async () => {
  const world = muxWorld('tmux');
  const mux = await world.open('army');
  const layout = pairLayout(world.dir, 'army');
  const tabs = layout.tabs.map((tab) => ({
    ...tab,
    panes: tab.panes.map((pane) => ({ ...pane, argv: ['sleep', '1000'] })),
  }));
  const plan = mux.plan({ ...layout, tabs }, HEADLESS);
  for (let round = 0; round < 25; round += 1) {
    await mux.start(plan);
    expect(await mux.panes()).toHaveLength(2);
    expect(await mux.end()).toBe(true);
  }
});

it('another session and every global option are as they were [T7]', async () => {
  const config = 'set -g @mine yes\nset -g base-index 3\nset -gw pane-base-index 5\n';
  const world = muxWorld('tmux', (dir) => writeFileSync(join(dir, '.tmux.conf'), config));
  const tmux = tmuxIn(world.env);
  await world.foreign('army-of-mine');
  const options = (): string[] =>
    ['-s', '-g', '-gw', '-A']
      .map((which) => tmux('show-options', which))
      .concat(tmux('show-hooks', '-g'));
  const before = options();
  const mux = await summon(world, overlordLayout);
  expect(await mux.panes()).toHaveLength(6);
  await mux.paste((await paneOf(mux, 'storm')).id, 'x');
  expect(await mux.end()).toBe(true);
  expect(options()).toEqual(before);
  expect(tmux('list-sessions', '-F', '#{session_name}')).toBe('army-of-mine');
  expect(tmux('list-buffers')).toBe('');
});

it('the army has its layout whatever a person has configured', async () => {
  const config = [
    'set -g base-index 3',
    'set -gw pane-base-index 5',
    'set -g default-shell /bin/false',
    'set -g default-command "echo no"',
    'set -g destroy-unattached on',
    'set -g default-size 40x10',
    'set -gw automatic-rename on',
    'set -gw allow-rename on',
    'set -g renumber-windows on',
  ].join('\n');
  const world = muxWorld('tmux', (dir) => writeFileSync(join(dir, '.tmux.conf'), config));
  const mux = await summon(world, overlordLayout);
  const panes = await mux.panes();
  const boxes = panes.map(({ box }) => [box?.x, box?.columns]);
  expect(boxes).toEqual([[0, 69], [70, 130], ...Array.from({ length: 4 }, () => [0, 200])]);
  const tmux = tmuxIn(world.env);
  const [, strategist] = panes;
  const active = tmux('display-message', '-p', '-t', '=army:', '#{pane_id} #{window_name}');
  expect(active).toBe(`${strategist?.id} command`);
});

it('a program alone, without arguments, is not given to a shell', async () => {
  const world = muxWorld('tmux');
  const mux = await world.open('army');
  const program = join(world.dir, 'it$HOME is; "here";');
  writeFileSync(program, `#!/bin/sh\nprintf %s "$0" > '${world.dir}/ran'\nsleep 1000\n`, {
    mode: 0o755,
  });
  const [tab] = pairLayout(world.dir, 'army').tabs;
  const [pane] = tab?.panes ?? [];
  if (!tab || !pane) throw new Error('no layout');
  const layout = {
    session: 'army',
    env: {},
    tabs: [{ ...tab, panes: [{ ...pane, argv: [program] }] }],
  };
  await mux.start(mux.plan(layout, HEADLESS));
  await waitFor(() => existsSync(join(world.dir, 'ran')), 'the program to run');
});

it('an army that does not fit the terminal is refused', async () => {
  const world = muxWorld('tmux');
  const mux = await world.open('army');
  const small = { attached: false, size: { columns: 80, rows: 3 } };
  const start = mux.start(mux.plan(overlordLayout(world.dir, 'army'), small));
  await expect(start).rejects.toMatchObject({ code: 'mux_failed' });
  expect(await mux.state()).toBe('none');
});

it('inside tmux a client is moved, from elsewhere it attaches', async () => {
  const world = muxWorld('tmux');
  const mux = await summon(world);
  const socket = await mux.address();
  expect(mux.attach('tmux').args).toEqual(['attach-session', '-t', '=army']);
  const { openTmux } = await import('../../src/mux/tmux.ts');
  const address = {
    kind: 'tmux',
    session: 'army',
    targeting: 'pane',
    tabs: [],
    dir: world.dir,
  } as const;
  const inside = (at: string | undefined, of: string | undefined): unknown =>
    openTmux({ ...address, at, env: { ...world.env, TMUX: `${of},1,0` } }).attach('tmux').args;
  expect(inside(undefined, socket)).toEqual(['switch-client', '-t', '=army']);
  expect(inside(socket, socket)).toEqual(['-S', socket, 'switch-client', '-t', '=army']);
  expect(inside(socket, '/else')).toEqual(['-S', socket, 'attach-session', '-t', '=army']);
  const elsewhere = openTmux({ ...address, at: socket, env: { PATH: world.env['PATH'] } });
  expect(await elsewhere.state()).toBe('live');
  // Unless told otherwise it is the server of the pane we run in, whatever else is said.
  const env = { PATH: world.env['PATH'], TMUX: `${socket},1,0`, TMUX_TMPDIR: '/nowhere' };
  expect(await openTmux({ ...address, env }).address()).toBe(socket);
});
