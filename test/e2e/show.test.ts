import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CannotType, type Mux } from '../../src/mux/mux.ts';
import { openMux } from '../../src/mux/open.ts';
import { bytesFile, bytesOf, pairLayout } from '../support/mux-layout.ts';
import { muxWorld, paneOf, started, type MuxWorld } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { tmuxIn } from '../support/tmux.ts';
import { waitFor } from '../support/wait-for.ts';

async function army(world: MuxWorld): Promise<Mux> {
  const mux = await world.open('army');
  await mux.start(mux.plan(pairLayout(world.dir, 'army'), { attached: false, size: undefined }));
  for (const role of ['left', 'right']) await started(bytesFile(world.dir, 'army', role));
  return mux;
}

/** The same army, asked for from a pane of a person's own session. */
function askedFrom(world: MuxWorld, env: Record<string, string>): Promise<Mux> {
  const dir = join(world.dir, 'run-elsewhere');
  mkdirSync(dir, { recursive: true });
  const kind = 'TMUX' in env ? 'tmux' : 'zellij';
  return openMux({
    kind,
    session: 'army',
    targeting: 'pane',
    tabs: [],
    dir,
    env: { ...world.env, ...env },
  });
}

it('tmux: a caller in another session is moved to the pane, and no other client is [T7]', async (context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  const world = muxWorld('tmux');
  const mux = await army(world);
  const tmux = tmuxIn(world.env);
  for (const name of ['mine', 'hers']) tmux('new-session', '-d', '-s', name, 'sleep', '1000');
  const [mine, socket] = tmux(
    'display-message',
    '-p',
    '-t',
    '=mine:',
    '#{pane_id} #{socket_path}',
  ).split(' ');
  const lookers = (session: string): string => tmux('list-clients', '-t', `=${session}`);
  const hers = { ...mux, attach: () => ({ program: 'tmux', args: ['attach', '-t', '=hers'] }) };
  await world.attach(hers);
  await waitFor(() => lookers('hers') !== '', 'a person who looks elsewhere');

  const { id } = await paneOf(mux, 'right');
  const asked = await askedFrom(world, { TMUX: `${socket},1,0`, TMUX_PANE: mine ?? '' });
  // The session it is asked from has no client: then no client is moved.
  await asked.show(id);
  expect([lookers('hers') === '', lookers('army')]).toEqual([false, '']);

  const person = tmuxIn({ ...world.env, TMUX_TMPDIR: join(world.dir) });
  person(
    '-S',
    join(world.dir, 'second'),
    '-f',
    '/dev/null',
    'new-session',
    '-d',
    '--',
    'env',
    '-u',
    'TMUX',
    'tmux',
    '-S',
    socket ?? '',
    'attach',
    '-t',
    '=mine',
  );
  try {
    await waitFor(() => lookers('mine') !== '', 'the client that asks');
    await asked.show(id);
    expect(lookers('army')).not.toBe('');
    expect([lookers('mine'), lookers('hers') === '']).toEqual(['', false]);
  } finally {
    execFileSync('tmux', ['-S', join(world.dir, 'second'), 'kill-server'], { env: world.env });
  }
});

it('zellij: without a client that is reported; a caller in another session is moved', async (context) => {
  requireOrSkip(context, 'zellij', missingProgram('zellij'));
  const world = muxWorld('zellij');
  const mux = await army(world);
  const { id } = await paneOf(mux, 'right');
  await expect(mux.show(id)).rejects.toThrow(new CannotType('no_client'));

  await world.foreign('mine');
  const mine = await world.open('mine');
  await waitFor(async () => (await mine.state()) === 'live', 'a session of the person');
  const person = await world.attach(mine);
  await waitFor(() => person.screen().includes('mine'), 'Zellij to be drawn');
  // The client that asks has used the keyboard: Zellij goes by that.
  await waitFor(() => {
    person.type('k');
    return person.screen().includes('kk');
  }, 'keys to arrive');
  const asked = await askedFrom(world, { ZELLIJ_SESSION_NAME: 'mine' });
  await asked.show(id);
  await waitFor(() => {
    person.type('r');
    return bytesOf(world.dir, 'army', 'right').includes('r');
  }, 'the person to be in the army');
  expect(bytesOf(world.dir, 'army', 'left')).toBe('');
});
