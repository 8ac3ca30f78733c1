import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ArmyLayout, Mux } from '../../src/mux/mux.ts';
import { paneOf } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  bytesIn,
  oneTab,
  recorder,
  screenShows,
  zellijWorld,
  type ZellijWorld,
} from '../support/zellij.ts';

const headless = { attached: false, size: undefined };
const cat = { role: 'overlord', argv: ['cat'] };

beforeEach((context) => requireOrSkip(context, 'zellij', missingProgram('zellij')));

async function summon(world: ZellijWorld, layout: ArmyLayout, session = 'army'): Promise<Mux> {
  const mux = world.open(session);
  await mux.start(mux.plan(layout, headless));
  return mux;
}

/** A recorder that is up: it has asked for bracketed pastes. */
async function recording(world: ZellijWorld): Promise<{ mux: Mux; id: string; file: string }> {
  const file = join(world.dir, 'bytes');
  const mux = await summon(world, oneTab([{ role: 'overlord', argv: recorder(file) }]));
  const { id } = await paneOf(mux, 'overlord');
  await screenShows(mux, id, 'ready');
  return { mux, id, file };
}

describe('typing on Zellij', () => {
  it('delivers a paste as one bracketed paste, exact except for escapes; Enter is one CR', async () => {
    const { mux, id, file } = await recording(zellijWorld());
    await mux.paste(id, '-x "y" \\ $HOME `z`\n魔王 👑\u001b[201~; rm');
    await mux.press(id, 'Enter');
    await waitFor(() => bytesIn(file).endsWith('\r'), 'Enter');
    expect(bytesIn(file)).toBe('\u001b[200~-x "y" \\ $HOME `z`\n魔王 👑[201~; rm\u001b[201~\r');
  });

  it('delivers a text longer than an argument whole, in pieces that submit nothing [Z25]', async () => {
    const { mux, id, file } = await recording(zellijWorld());
    const text = '軍'.repeat(60_000);
    await mux.paste(id, text);
    await waitFor(() => bytesIn(file).split('\u001b[201~').length === 3, 'both pieces');
    expect(bytesIn(file).replaceAll(/\u001b\[20[01]~/g, '')).toBe(text);
  });

  it('into a closed pane gives no error: Enter, panes and screen show it [Z1]', async () => {
    const world = zellijWorld();
    const mux = await summon(world, oneTab([cat, { role: 'strategist', argv: ['cat'] }]));
    const { id } = await paneOf(mux, 'strategist');
    world.zellij('--session', 'army', 'action', 'close-pane', '--pane-id', id);
    await waitFor(async () => (await mux.panes()).length === 1, 'the pane to be gone');
    await mux.paste(id, 'lost');
    await expect(mux.press(id, 'Enter')).rejects.toMatchObject({ code: 'no_pane' });
    expect((await mux.panes()).map(({ title }) => title)).toEqual(['overlord']);
    expect(await mux.screen(id)).toBeUndefined();
    await expect(mux.paste('nonsense', 'x')).rejects.toMatchObject({ code: 'mux_failed' });
  });

  it('without the session types nothing and says so, even with two others alive [Z2]', async () => {
    const world = zellijWorld();
    await summon(world, oneTab([cat]), 'one');
    await summon(world, oneTab([cat]), 'two');
    const mux = world.open('none');
    expect(await mux.panes()).toEqual([]);
    expect(await mux.screen('terminal_0')).toBeUndefined();
    await expect(mux.paste('terminal_0', 'x')).rejects.toMatchObject({
      code: 'mux_failed',
      data: { reason: expect.stringContaining('not found') },
    });
  });

  it('into a pane that is scrolled up works, and the pane shows it after a thaw [Z10]', async () => {
    const world = zellijWorld();
    const mux = await summon(
      world,
      oneTab([{ role: 'overlord', argv: ['sh', '-c', 'seq 200; exec cat'] }]),
    );
    const { id } = await paneOf(mux, 'overlord');
    await screenShows(mux, id, '200');
    const scrollUp = (): void =>
      void world.zellij('--session', 'army', 'action', 'page-scroll-up', '--pane-id', id);
    const atEnd = async (): Promise<boolean> => !!(await mux.screen(id))?.lines.includes('200');
    scrollUp();
    expect(await atEnd()).toBe(false);
    await mux.thaw(id);
    expect(await atEnd()).toBe(true);
    scrollUp();
    await mux.paste(id, 'nudge');
    expect(await atEnd()).toBe(false);
    await mux.thaw(id);
    await screenShows(mux, id, 'nudge');
  });
});

describe('panes of Zellij', () => {
  it('that are held are not alive: Enter would run their command again, and is not pressed [Z6]', async () => {
    const world = zellijWorld();
    const runs = join(world.dir, 'runs');
    const script = 'echo run >>"$0"; sleep 0.5';
    const mux = await summon(
      world,
      oneTab([cat, { role: 'storm', argv: ['sh', '-c', script, runs] }]),
    );
    const held = await waitFor(
      async () => (await mux.panes()).find(({ title, alive }) => title === 'storm' && !alive),
      'the pane to be held',
    );
    expect((await paneOf(mux, 'overlord')).alive).toBe(true);
    await expect(mux.press(held.id, 'Enter')).rejects.toMatchObject({ code: 'pane_dead' });
    expect(bytesIn(runs)).toBe('run\n');
    // Pressed all the same, it does the damage.
    world.zellij('--session', 'army', 'action', 'send-keys', '--pane-id', held.id, 'Enter');
    await waitFor(() => bytesIn(runs) === 'run\nrun\n', 'the second run');
  });

  it('whose command ends at once, or is missing, are not alive [Z7 Z21]', async () => {
    const mux = await summon(
      zellijWorld(),
      oneTab([{ role: 'storm', argv: ['true'] }, { role: 'shadow', argv: ['/no/such'] }, cat]),
    );
    const alive = async (): Promise<string[]> =>
      (await mux.panes()).filter((pane) => pane.alive).map(({ title }) => title);
    await waitFor(async () => (await alive()).join() === 'overlord', 'two dead panes');
    expect((await mux.panes()).length).toBe(3);
  });

  it('whose scrollback is open in an editor are hidden [Z8]', async () => {
    const world = zellijWorld();
    const mux = await summon(world, oneTab([cat]));
    const { id, hidden } = await paneOf(mux, 'overlord');
    expect(hidden).toBe(false);
    world.zellij('--session', 'army', 'action', 'edit-scrollback', '--pane-id', id);
    await waitFor(async () => (await mux.panes()).find((pane) => pane.id === id)?.hidden, 'hidden');
  });

  // [Z12 Z16 Z22]
  it("have their name before the program's title; plugins are no panes; a folder is where the program runs", async () => {
    const world = zellijWorld();
    const cwd = join(world.dir, '$HOME ~ "魔" \\ \'x\'');
    mkdirSync(cwd);
    const script = 'printf "\\033]0;my own title\\007"; pwd; exec cat';
    const mux = await summon(
      world,
      oneTab([{ role: 'overlord', argv: ['sh', '-c', script], cwd }]),
    );
    const { id, box } = await paneOf(mux, 'overlord');
    await screenShows(mux, id, '魔');
    const panes = await mux.panes();
    expect(panes.map(({ title }) => title)).toEqual(['overlord']);
    expect(box).toEqual({ x: 0, y: 1, columns: 50, rows: 48 });
    const shown = (await mux.screen(id))?.lines.join('');
    expect(shown).toContain(cwd);
  });

  it('pass arguments unchanged, whatever is in them [Z22]', async () => {
    const world = zellijWorld();
    const odd = [
      '',
      ' a  b ',
      '"',
      "'",
      '\\',
      '$HOME',
      '~',
      '-n',
      '--',
      '*',
      '\n',
      '\t',
      '} }',
      '//',
      'r#"x"#',
      '\u2028\ufeff',
      '魔王 👑',
      '\u001b[0m',
      '\u007f',
    ];
    const file = join(world.dir, 'argv');
    const argv = [
      'sh',
      '-c',
      'printf "%s\\0" "$@" >"$0".part; mv "$0".part "$0"; exec cat',
      file,
      ...odd,
    ];
    await summon(world, oneTab([{ role: 'overlord', argv }]));
    await waitFor(() => existsSync(file), 'the arguments');
    expect(bytesIn(file).split('\0').slice(0, -1)).toEqual(odd);
  });

  it('show dim text apart from typed text; lines are as long as they were written [Z13]', async () => {
    const long = 'x'.repeat(120);
    const script = `printf '\\033[2mTry this\\033[0m typed\\n${long}\\n'; exec cat`;
    const mux = await summon(
      zellijWorld(),
      oneTab([{ role: 'overlord', argv: ['sh', '-c', script] }]),
    );
    const { id } = await paneOf(mux, 'overlord');
    await screenShows(mux, id, long);
    const screen = await mux.screen(id);
    expect(screen?.lines.slice(0, 2)).toEqual(['Try this typed', long]);
    expect(screen?.styled?.[0]).toMatch(/\u001b\[2m(\u001b\[\d+m)*Try this\u001b\[m? ?/);
    expect(screen?.copyMode).toBe(false);
  });

  it('have the environment of the army, with TERM [Z15]', async () => {
    const world = zellijWorld();
    const mux = world.open('army', { env: { ...world.env, TERM: undefined } });
    const argv = ['sh', '-c', 'echo "[$TERM][$OVLD_X]"; exec cat'];
    const layout = oneTab([{ role: 'overlord', argv }], { env: { OVLD_X: 'a b"c' } });
    await mux.start(mux.plan(layout, headless));
    await screenShows(mux, (await paneOf(mux, 'overlord')).id, '[xterm-256color][a b"c]');
  });
});

describe('sessions of Zellij', () => {
  // [Z18 Z19 session.kill.1 session.delete.1]
  it('go from none to live to none; ending twice, or ending none, is no error', async () => {
    const world = zellijWorld();
    const mux = world.open('army');
    expect(await mux.state()).toBe('none');
    expect(await mux.life()).toBeUndefined();
    expect(await mux.end()).toBe(true);
    await mux.start(mux.plan(oneTab([cat]), headless));
    expect(await mux.state()).toBe('live');
    expect(world.processes().length).toBeGreaterThan(1);
    expect(await mux.end()).toBe(true);
    expect(await mux.state()).toBe('none');
    await waitFor(() => world.processes().length === 0, 'the children to end');
    expect(await mux.end()).toBe(true);
  });

  it('are ended by their exact name, not by its beginning', async () => {
    const world = zellijWorld();
    const other = await summon(world, oneTab([cat]), 'army-two');
    const life = await other.life();
    expect(life).toBeDefined();
    expect(await world.open('army').end()).toBe(true);
    expect(await other.state()).toBe('live');
    expect(await other.life()).toBe(life);
    expect(await world.open('army').life()).toBeUndefined();
  });

  it('refuse a live session of the same name; another life of that name is recognised [Z17]', async () => {
    const world = zellijWorld();
    const mux = await summon(world, oneTab([cat]));
    const life = await mux.life();
    await expect(mux.start(mux.plan(oneTab([cat]), headless))).rejects.toMatchObject({
      code: 'session_taken',
    });
    expect(await mux.life()).toBe(life);
    await mux.end();
    await mux.start(mux.plan(oneTab([cat]), headless));
    expect(await mux.life()).not.toBe(life);
  });

  it('that are EXITED are cleared away first: the layout starts, not a shell [Z17 Z18]', async () => {
    const world = zellijWorld();
    world.zellij('attach', '--create-background', 'army');
    const mux = world.open('army');
    // It says it has, and does so when it comes to it.
    const isSaved = (): boolean =>
      readdirSync(world.env['HOME'] ?? '', { recursive: true }).some((name) =>
        String(name).endsWith('session-layout.kdl'),
      );
    await waitFor(() => {
      world.zellij('--session', 'army', 'action', 'save-session');
      return isSaved();
    }, 'the session to be saved');
    // A busy Zellij may lose the request (Z19).
    await waitFor(async () => {
      const state = await mux.state();
      if (state === 'live') world.zellij('kill-session', 'army');
      return state === 'exited';
    }, 'an EXITED twin');
    expect(await mux.panes()).toEqual([]);
    await mux.start(mux.plan(oneTab([cat, { role: 'storm', argv: ['cat'] }]), headless));
    expect((await mux.panes()).map(({ title }) => title)).toEqual(['overlord', 'storm']);
  });

  it('leave a child that ignores the hang-up alive: its pid must be known [Z20]', async () => {
    const world = zellijWorld();
    const file = join(world.dir, 'pid');
    const argv = ['sh', '-c', 'trap "" HUP; echo $$ >"$0"; while :; do sleep 0.2; done', file];
    const mux = await summon(world, oneTab([{ role: 'overlord', argv }]));
    const pid = await waitFor(() => Number(bytesIn(file)) || undefined, 'its pid');
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    expect(await mux.end()).toBe(true);
    await waitFor(() => world.processes().length === 0, 'the server to end');
    expect(() => process.kill(pid, 0)).not.toThrow();
  });

  it('whose server was killed with -9 are not live [Z18]', async () => {
    const world = zellijWorld();
    const mux = await summon(world, oneTab([cat]));
    process.kill(Number((await mux.life())?.split('/')[0]), 'SIGKILL');
    await waitFor(async () => (await mux.state()) !== 'live', 'the end');
    expect(await mux.life()).toBeUndefined();
    expect(await mux.panes()).toEqual([]);
    expect(await mux.end()).toBe(true);
  });

  it('whose layout Zellij refuses report the reason', async () => {
    const mux = zellijWorld().open('army');
    const plan = mux.plan(oneTab([cat]), headless);
    const broken = { ...plan, files: plan.files.map(({ path }) => ({ path, text: 'layout {' })) };
    await expect(mux.start(broken)).rejects.toMatchObject({ code: 'mux_failed' });
    expect(await mux.state()).toBe('none');
  });
});
