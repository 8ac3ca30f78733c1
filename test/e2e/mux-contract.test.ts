import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { CannotType, type ArmyLayout, type Mux } from '../../src/mux/mux.ts';
import { bytesFile, bytesOf, overlordLayout, pairLayout, SIX } from '../support/mux-layout.ts';
import { inhabitants, muxWorld, paneOf, started, type MuxWorld } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** Where the promise cannot be kept whole by the program underneath. */
const able = {
  tmux: { wholeBytes: Infinity, tells: true },
  // One argument has 131,071 bytes at most, so more comes as several pastes (Z25), and a paste into
  // a closed pane succeeds without a word (Z1).
  zellij: { wholeBytes: 100_000, tells: false },
};

const SEAM = '\u001b[201~\u001b[200~';

/** A word with this SGR code switched on before it, whichever others are. */
const styledAs = (code: string, text: string): RegExp =>
  new RegExp(`\\u001b\\[(?:[\\d;]*;)?${code}(?:;[\\d;]*)?m(?:\\u001b\\[[\\d;]*m)*${text}`);

const HEADLESS = { attached: false, size: undefined };

/** One suite for every multiplexer: what `Mux` promises, on the real program. */
describe.for(muxKinds)('%s', (kind) => {
  const { wholeBytes, tells } = able[kind];

  const test = (name: string, body: (world: MuxWorld) => Promise<void>): void =>
    it(name, async (context) => {
      requireOrSkip(context, kind, missingProgram(kind));
      await body(muxWorld(kind));
    });

  async function summon(
    world: MuxWorld,
    session: string,
    layout: (dir: string, session: string) => ArmyLayout = pairLayout,
  ): Promise<Mux> {
    const mux = await world.open(session);
    const wanted = layout(world.dir, session);
    await mux.start(mux.plan(wanted, HEADLESS));
    const roles = wanted.tabs.flatMap(({ panes }) => panes.map(({ role }) => role));
    for (const role of roles) await started(bytesFile(world.dir, session, role));
    return mux;
  }

  /** These bytes and no others; `seams`: one paste may have come as several. */
  async function arrives(
    world: MuxWorld,
    session: string,
    role: string,
    bytes: string,
    seams = false,
  ): Promise<void> {
    const joined = (all: string): string => (seams ? all.replaceAll(SEAM, '') : all);
    const seen = (): string => joined(bytesOf(world.dir, session, role));
    const wanted = joined(bytes);
    await waitFor(() => seen().length >= wanted.length, `${wanted.length} characters in ${role}`);
    expect(seen()).toBe(wanted);
  }

  const bracketed = (text: string): string => `\u001b[200~${text}\u001b[201~`;

  test('a session goes from none to live to none; ending it twice, or ending none, is no error', async (world) => {
    const mux = await world.open('army');
    expect(await mux.state()).toBe('none');
    expect(await mux.life()).toBeUndefined();
    expect(await mux.panes()).toEqual([]);
    expect(await mux.sight()).toEqual({ state: 'none', life: undefined, panes: [] });
    expect(await mux.end()).toBe(true);
    await summon(world, 'army');
    expect(await mux.state()).toBe('live');
    expect(await mux.sight()).toEqual({
      state: 'live',
      life: await mux.life(),
      panes: await mux.panes(),
      // Zellij has no place for our mark.
      ...(mux.kind === 'tmux' && { isMarked: true }),
    });
    expect(await mux.address()).toContain(world.dir);
    expect(await mux.end()).toBe(true);
    expect(await mux.state()).toBe('none');
    expect(await mux.panes()).toEqual([]);
    expect(await mux.end()).toBe(true);
  });

  // [session.three-tabs.1 session.pane-per-role.1 session.pane-count.1 session.command-tab.1]
  // [session.command-tab.2 session.battlefield-tab.1 session.support-tab.1 session.support-tab.2]
  test('six panes are placed in three tabs', async (world) => {
    const mux = await summon(world, 'army', overlordLayout);
    const panes = await waitFor(async () => {
      const seen = await mux.panes();
      return seen.length === 6 && seen.every(({ alive }) => alive) && seen;
    }, 'six living panes');
    expect(panes.map(({ role, title }) => role ?? title)).toEqual(SIX);
    const support = Array.from({ length: 3 }, () => 'support');
    const tabs = ['command', 'command', 'battlefield', ...support];
    expect(panes.map(({ tab }) => tab)).toEqual(tabs);
    const boxes = panes.map(({ box }) => box ?? { x: 0, y: 0, columns: 0, rows: 0 });
    const [overlord, strategist, inferno, ...rows] = boxes;
    if (!overlord || !strategist || !inferno) throw new Error('no boxes');
    expect(overlord.y).toBe(strategist.y);
    expect(overlord.x).toBeLessThan(strategist.x);
    const share = overlord.columns / (overlord.columns + strategist.columns);
    expect(Math.abs(share - 0.35)).toBeLessThan(0.03);
    expect(inferno.columns).toBeGreaterThanOrEqual(overlord.columns + strategist.columns);
    expect(new Set(rows.map(({ x }) => x)).size).toBe(1);
    expect(rows.map(({ y }) => y)).toEqual(rows.map(({ y }) => y).sort((a, b) => a - b));
    const heights = rows.map(({ rows: height }) => height);
    const whole = heights.reduce((sum, height) => sum + height);
    for (const [i, part] of [0.33, 0.33, 0.34].entries()) {
      expect(Math.abs((heights[i] ?? 0) - part * whole), `${SIX[3 + i]}`).toBeLessThanOrEqual(1);
    }
  });

  test('every program gets its arguments, its folder and the environment of the army', async (world) => {
    const mux = await summon(world, 'army');
    const { env } = pairLayout(world.dir, 'army');
    for (const role of ['left', 'right']) {
      const out = bytesFile(world.dir, 'army', role);
      const { argv, cwd, marker, pid } = await started(out);
      expect({ argv, cwd }).toEqual({ argv: [out, '--child'], cwd: world.dir });
      expect(marker).toBe(env['OVLD_MARKER']);
      const pane = await paneOf(mux, role);
      if (pane.pid !== undefined) expect(pane.pid).toBe(pid);
    }
  });

  test('attaching is described by a value', async (world) => {
    const mux = await world.open('army');
    expect(mux.attach(undefined)).toMatchObject({ program: kind });
    const plan = mux.plan(pairLayout(world.dir, 'army'), { ...HEADLESS, attached: true });
    expect(plan.terminal?.program).toBe(kind);
    expect(mux.plan(pairLayout(world.dir, 'army'), HEADLESS).terminal).toBeUndefined();
    expect(await mux.state()).toBe('none');
  });

  test('texts arrive byte for byte as one bracketed paste, and Enter as one CR [design.risk-enter.1]', async (world) => {
    const mux = await summon(world, 'army');
    const { id } = await paneOf(mux, 'right');
    const texts = [
      'plain',
      `it's "quoted" \`so\``,
      'C:\\path\\new \\u001b \\; \\',
      '$HOME ${HOME} $(id) %H #{pid} #S ~',
      'one\ntwo\n\nthree\n',
      '-t dash',
      '--',
      'ends in ;',
      ';',
      ' spaces kept ',
      'tab\there',
      '日本語の手紙、よろしく',
      '👩‍👩‍👧‍👦 🦊 é',
      `${'0123456789abcdef'.repeat(1250)}!`,
      `${'漢字とkana 🦊\n'.repeat(10_000)}.`,
    ];
    let bytes = '';
    for (const text of texts) {
      await mux.paste(id, text);
      bytes += bracketed(text);
      await arrives(world, 'army', 'right', bytes, Buffer.byteLength(text) > wholeBytes);
    }
    await mux.press(id, 'Enter');
    await arrives(world, 'army', 'right', `${bytes}\r`, wholeBytes < Infinity);
    expect(bytesOf(world.dir, 'army', 'left')).toBe('');
  });

  test('a text cannot close its own bracket', async (world) => {
    const mux = await summon(world, 'army');
    const { id } = await paneOf(mux, 'left');
    await mux.paste(id, 'a\u001b[201~\u009b201~b');
    await mux.paste(id, 'next');
    await arrives(world, 'army', 'left', bracketed('a[201~201~b') + bracketed('next'));
  });

  test('the screen is what the program printed, with its styles', async (world) => {
    const mux = await summon(world, 'army');
    const { id } = await paneOf(mux, 'left');
    const screen = await waitFor(async () => {
      const seen = await mux.screen(id);
      return seen?.lines.some((line) => line.includes('dim')) && seen;
    }, 'the greeting');
    const row = screen.lines.findIndex((line) => line.includes('hello 日本 dim'));
    expect(row).toBeGreaterThanOrEqual(0);
    expect(screen.styled?.[row]).toMatch(styledAs('31', 'hello'));
    expect(screen.styled?.[row]).toMatch(styledAs('2', 'dim'));
    expect(screen.copyMode).toBe(false);
    if (screen.cursor) expect(screen.cursor).toEqual({ row: 0, column: 14 });
  });

  test('a dead pane and a closed one accept nothing, and no other pane gets it', async (world) => {
    const mux = await summon(world, 'army', overlordLayout);
    const [dead, closed] = [await paneOf(mux, 'glacier'), await paneOf(mux, 'shadow')];
    await mux.paste(dead.id, 'please-die');
    await waitFor(
      async () => !(await mux.panes()).some(({ id, alive }) => id === dead.id && alive),
      'the pane to be listed as dead',
    );
    await world.person(mux).closes(closed);
    await waitFor(
      async () => !(await mux.panes()).some(({ id }) => id === closed.id),
      'the pane to be gone',
    );
    expect(await mux.screen(closed.id)).toBeUndefined();
    for (const { id } of [dead, closed]) {
      const paste = mux.paste(id, 'to nobody');
      if (tells) await expect(paste).rejects.toEqual(new CannotType('pane_dead'));
      else await paste.catch(() => undefined);
      await expect(mux.press(id, 'Enter')).rejects.toBeInstanceOf(CannotType);
    }
    const { id } = await paneOf(mux, 'storm');
    await mux.paste(id, 'alive');
    await arrives(world, 'army', 'storm', bracketed('alive'));
    const living = (await mux.panes()).filter(({ alive }) => alive);
    const names = living.map(({ role, title }) => role ?? title);
    expect(names).toEqual(SIX.filter((role) => role !== 'glacier' && role !== 'shadow'));
    for (const role of ['overlord', 'strategist', 'inferno']) {
      expect(bytesOf(world.dir, 'army', role)).toBe('');
    }
  });

  test('two armies and a foreign session do not affect each other', async (world) => {
    await world.foreign('mine');
    const one = await summon(world, 'army');
    const two = await summon(world, 'army-2');
    expect(await one.panes()).toHaveLength(2);
    await one.paste((await paneOf(one, 'left')).id, 'one');
    await two.paste((await paneOf(two, 'left')).id, 'two');
    await arrives(world, 'army', 'left', bracketed('one'));
    await arrives(world, 'army-2', 'left', bracketed('two'));
    expect(await one.end()).toBe(true);
    expect(await two.state()).toBe('live');
    expect(await world.sessions()).toMatch(/^mine/m);
    expect(await two.end()).toBe(true);
    expect(await world.sessions()).toMatch(/^mine/m);
  });

  test('a second session of the same name has another life', async (world) => {
    const mux = await summon(world, 'army');
    const first = await mux.life();
    expect(first).toBeTypeOf('string');
    expect(await mux.life()).toBe(first);
    await mux.end();
    await summon(world, 'army');
    expect(await mux.life()).toBeTypeOf('string');
    expect(await mux.life()).not.toBe(first);
    // What it is expected to be is no answer.
    expect((await mux.sight(first)).life).toBe(await mux.life());
  });

  test('a session is told from another whose name begins with its own', async (world) => {
    await summon(world, 'army-two');
    const mux = await world.open('army');
    expect(await mux.sight()).toMatchObject({ state: 'none', panes: [] });
  });

  test('a start on a live session fails and leaves it alone', async (world) => {
    const mux = await summon(world, 'army');
    const life = await mux.life();
    const plan = mux.plan(pairLayout(world.dir, 'army'), HEADLESS);
    await expect(mux.start(plan)).rejects.toMatchObject({ code: 'session_taken' });
    expect(await mux.life()).toBe(life);
    expect(await mux.panes()).toHaveLength(2);
  });

  test('ending a session ends its programs and their children', async (world) => {
    const mux = await summon(world, 'army');
    const { pid, child } = await started(bytesFile(world.dir, 'army', 'left'));
    expect(inhabitants(world.dir)).toEqual(expect.arrayContaining([pid, child]));
    expect(await mux.end()).toBe(true);
    await waitFor(() => {
      const left = inhabitants(world.dir);
      return !left.includes(pid) && child !== undefined && !left.includes(child);
    }, 'the programs to end');
  });

  test('a pane is still found after a person renamed it', async (world) => {
    const mux = await summon(world, 'army');
    const before = await paneOf(mux, 'left');
    await world.person(mux).renames(before, 'right', 'other tab');
    const panes = await mux.panes();
    expect(panes.filter(({ id, alive }) => id === before.id && alive)).toHaveLength(1);
    await mux.paste(before.id, 'you');
    await arrives(world, 'army', 'left', bracketed('you'));
    expect(bytesOf(world.dir, 'army', 'right')).toBe('');
  });

  test('everything works the same with a client attached', async (world) => {
    const mux = await summon(world, 'army', overlordLayout);
    const client = await world.attach(mux);
    await waitFor(() => client.screen().includes('hello'), 'the army on the screen');
    for (const role of ['strategist', 'storm']) {
      const { id } = await paneOf(mux, role);
      await mux.paste(id, `for ${role}`);
      await mux.press(id, 'Enter');
      await arrives(world, 'army', role, `${bracketed(`for ${role}`)}\r`);
      expect((await mux.screen(id))?.lines.join('\n')).toContain('hello');
    }
    client.type('x');
    await waitFor(
      () => bytesOf(world.dir, 'army', 'strategist').endsWith('x'),
      'what the person typed, in the focused pane',
    );
    expect(await mux.panes()).toHaveLength(6);
    expect(await mux.end()).toBe(true);
  });

  test('a pane is shown to the client of the session; a pane that is gone is not', async (world) => {
    const mux = await summon(world, 'army', overlordLayout);
    const person = await world.attach(mux);
    // Keys go to the pane that is shown. The first time, none was pressed before.
    for (const role of ['storm', 'inferno', 'overlord', 'shadow']) {
      await mux.show((await paneOf(mux, role)).id);
      person.type(role[0] ?? '');
      await arrives(world, 'army', role, role[0] ?? '');
    }
    const storm = await paneOf(mux, 'storm');
    await world.person(mux).closes(storm);
    await waitFor(async () => (await mux.panes()).length === 5, 'five panes');
    await expect(mux.show(storm.id)).rejects.toThrow(new CannotType('no_pane'));
    await expect(mux.show('nonsense')).rejects.toThrow(new CannotType('no_pane'));
    person.type('x');
    await arrives(world, 'army', 'shadow', 'sx');
  });
});
