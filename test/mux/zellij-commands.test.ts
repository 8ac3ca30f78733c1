import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tab } from '../../src/army/formation.ts';
import { pieces, zellijCommands } from '../../src/mux/zellij/commands.ts';
import { planNavigation } from '../../src/mux/zellij/focus.ts';
import { openZellij } from '../../src/mux/zellij.ts';
import type { MuxAddress } from '../../src/mux/open.ts';
import { tempDir } from '../support/temp.ts';

const character = fc.oneof(
  fc.constantFrom('"', '\\', '$', '~', '\n', '\u2028', '\ufeff', '魔', '👑'),
  fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);
const anyText = fc.array(character, { maxLength: 40 }).map((all) => all.join(''));

const commands = zellijCommands('overlord');
const words = ({ program, args }: { program: string; args: readonly unknown[] }): string =>
  [program, ...args].join(' ');

const address = (more: Partial<MuxAddress> = {}): MuxAddress => ({
  kind: 'zellij',
  session: 'overlord',
  targeting: 'pane',
  tabs: [],
  dir: '/army',
  env: { HOME: '/home', TMPDIR: '/tmp' },
  ...more,
});
const none = { session: 'overlord', env: { OVLD_SESSION: 'overlord' }, tabs: [] };

describe('the command line of Zellij', () => {
  it.each([
    ['session.exists.1', commands.listSessions(), 'zellij list-sessions --no-formatting'],
    ['session.kill.1', commands.kill(), 'zellij kill-session overlord'],
    ['session.delete.1', commands.delete(), 'zellij delete-session overlord --force'],
    ['session.attach.1', commands.attach(), 'zellij attach overlord'],
    [
      'ritual.write-text.1',
      commands.writeChars('be'),
      'zellij --session overlord action write-chars be',
    ],
    [
      'ritual.submit.1',
      commands.writeChars('\r'),
      'zellij --session overlord action write-chars \r',
    ],
    [
      'a dash',
      commands.paste('terminal_1', '-x'),
      'zellij --session overlord action paste --pane-id terminal_1 -- -x',
    ],
  ])('is right: [%s]', (_id, command, expected) => {
    expect(words(command)).toBe(expected);
  });

  it('starts in the terminal or without one, with the whole environment of the panes [session.start.1 Z15]', () => {
    const mux = openZellij(address());
    const attached = mux.plan(none, { attached: true, size: undefined });
    expect(attached.steps).toEqual([]);
    expect(attached.terminal).toEqual({
      program: 'zellij',
      args: ['--session', 'overlord', '--new-session-with-layout', '/army/layout.kdl'],
      env: none.env,
    });
    const headless = mux.plan(none, { attached: false, size: undefined });
    expect(headless.terminal).toBeUndefined();
    expect(headless.steps.map(words)).toEqual([
      'zellij --layout /army/layout.kdl attach --create-background overlord',
    ]);
    expect(headless.steps[0]?.env).toEqual({ TERM: 'xterm-256color', ...none.env });
  });

  it('has the configured socket directory in every command [Z23]', async () => {
    const mux = openZellij(address({ at: '/run/z' }));
    expect(await mux.address()).toBe('/run/z');
    const ZELLIJ_SOCKET_DIR = '/run/z';
    expect(mux.attach(undefined).env).toEqual({ ZELLIJ_SOCKET_DIR });
    expect(mux.endCommands().map(({ env }) => env)).toEqual([
      { ZELLIJ_SOCKET_DIR },
      { ZELLIJ_SOCKET_DIR },
    ]);
  });

  it("inside Zellij switches the person's session, and never nests one [Z24]", () => {
    const mux = openZellij(address());
    expect(words(mux.attach('zellij'))).toBe('zellij action switch-session overlord');
    expect(words(mux.attach('tmux'))).toBe('zellij attach overlord');
  });

  it.each([
    [107, true],
    [108, false],
  ])('accepts a socket path of %i bytes: %s [Z23]', (bytes, fits) => {
    if (process.platform !== 'linux') return;
    const rest = '/contract_version_1/overlord'.length;
    const mux = openZellij(address({ at: `/${'x'.repeat(bytes - rest - 1)}` }));
    const plan = (): unknown => mux.plan(none, { attached: true, size: undefined });
    if (fits) expect(plan).not.toThrow();
    else
      expect(plan).toThrow(
        expect.objectContaining({
          code: 'session_too_long',
          data: expect.objectContaining({ bytes, limit: 107 }),
        }),
      );
  });

  it('reports a missing program as missing', async () => {
    const mux = openZellij(address({ dir: tempDir(), env: { PATH: '/nowhere' } }));
    await expect(mux.capabilities()).rejects.toMatchObject({ code: 'mux_missing' });
    await expect(mux.panes()).rejects.toMatchObject({ code: 'mux_missing' });
  });

  it('never subscribes: tabs that are not shown would seem silent [Z14]', () => {
    const all = Object.values(commands).map((make) => words(make('left', 'x' as never)));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((line) => line.includes('subscribe'))).toEqual([]);
  });

  it('has pieces no longer than an argument may be, of whole characters [Z25]', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 4, max: 9 }), (text, limit) => {
        const found = pieces(text, limit);
        expect(found.join('')).toBe(text);
        expect(found.every((piece) => Buffer.byteLength(piece) <= limit)).toBe(true);
      }),
    );
    expect(pieces('a'.repeat(131_072)).map(({ length }) => length)).toEqual([131_071, 1]);
  });
});

describe('moving the focus', () => {
  const seat = (role: string) => ({ role, focus: false });
  const command: Tab = {
    name: 'command',
    focus: true,
    split: 'columns',
    panes: [seat('overlord'), seat('strategist')],
  };
  const support: Tab = {
    name: 'support',
    focus: false,
    split: 'rows',
    panes: [seat('glacier'), seat('shadow'), seat('storm')],
  };
  const grid: Tab = {
    name: 'grid',
    focus: false,
    split: 'tiled',
    panes: ['a', 'b', 'c', 'd', 'e'].map(seat),
  };
  const home = ['go-to-tab-name grid', 'move-focus up', 'move-focus up', 'move-focus left'];
  const alone: Tab = {
    name: 'battlefield',
    focus: false,
    split: 'columns',
    panes: [seat('inferno')],
  };

  // [ritual.command-tab.1 ritual.battlefield-tab.1 ritual.support-tab.1 ritual.support-tab.2]
  it.each([
    [command, 0, ['go-to-tab-name command', 'move-focus left']],
    [command, 1, ['go-to-tab-name command', 'move-focus left', 'move-focus right']],
    [alone, 0, ['go-to-tab-name battlefield']],
    [grid, 0, home],
    [grid, 3, [...home, 'move-focus down', 'move-focus right']],
    [grid, 4, [...home, 'move-focus down', 'move-focus down']],
    [support, 0, ['go-to-tab-name support', 'move-focus up', 'move-focus up']],
    [support, 1, ['go-to-tab-name support', 'move-focus up', 'move-focus up', 'move-focus down']],
  ])('goes to the tab, to its edge, and forward: %#', (tab, index, expected) => {
    const prefix = 'zellij --session overlord action ';
    expect(planNavigation(commands, { tab, index }).map(words)).toEqual(
      expected.map((action) => prefix + action),
    );
  });
});
