import { expect, it } from 'vitest';
import { copiesOf } from '../../src/army/copies.ts';
import type { Argument, ArmyLayout, LayoutTab } from '../../src/mux/mux.ts';
import { openTmux } from '../../src/mux/tmux.ts';
import { literalFormat, programWords, word } from '../../src/mux/tmux/commands.ts';
import { pasteText, pressKey } from '../../src/mux/tmux/typing.ts';
import { escapesBuffers, isNewEnough } from '../../src/mux/tmux/version.ts';
import { echoLayout, overlordLayout } from '../support/mux-layout.ts';

const muxAt = (at?: string) =>
  openTmux({ kind: 'tmux', session: 'army', at, targeting: 'pane', tabs: [], dir: '/', env: {} });

const stepsOf = (layout: ArmyLayout, size?: { columns: number; rows: number }) =>
  muxAt().plan(layout, { attached: false, size }).steps;

it.for([
  ['plain', 'plain'],
  ['', ''],
  [';', '\\;'],
  ['a;', 'a\\;'],
  ['a\\;', 'a\\\\;'],
  ['a;b', 'a;b'],
])('the word %j is written %j for tmux [T3]', ([text, wanted]) => {
  expect(word(text ?? '')).toBe(wanted);
});

it.for([
  ['/a b', '/a b'],
  ['/#{pid}', '/##{pid}'],
  ['/a#', '/a##'],
  ['/##', '/####'],
  ['/#[x', '/#[x'],
  ['/##[x#S', '/##[x##S'],
  ['/a#;', '/a##\\;'],
])('the folder %j is %j where tmux expects a format', ([path, wanted]) => {
  expect(literalFormat(path ?? '')).toBe(wanted);
});

it('several words are passed as argv; a single one is passed to a shell that execs it', () => {
  expect(programWords(['a', '$b', ';'])).toEqual(['--', 'a', '$b', '\\;']);
  expect(programWords(['a b;'])).toEqual(['--', '/bin/sh', '-c', 'exec "$0"', 'a b\\;']);
});

const after = (args: readonly Argument[], name: string): Argument | undefined =>
  args[args.indexOf(name) + 1];

const spoken = (args: readonly Argument[] = []): string =>
  args.filter((argument) => typeof argument === 'string').join(' ');

const percent = (args: readonly Argument[]): number =>
  Number(/(\d+)%/.exec(JSON.stringify(after(args, '-l')))?.[1]);

it('a start has a step for each pane, split by the id of the one before, and one for names and focus', () => {
  const steps = stepsOf(overlordLayout('/d', 'army'));
  const roles = ['overlord', 'strategist', 'inferno', 'glacier', 'shadow', 'storm'];
  expect(steps.map(({ makes }) => makes)).toEqual([...roles, undefined]);
  const made = ['new-session', 'split-window', 'new-window', 'new-window'];
  const kinds = [...made, 'split-window', 'split-window', 'set-option'];
  expect(steps.map(({ args }) => args[1])).toEqual(kinds);
  const split = steps.filter(({ args }) => args.includes('split-window'));
  expect(split.map(({ args }) => [args[2], after(args, '-l'), after(args, '-t')])).toEqual([
    ['-h', '65%', { paneOf: 'overlord' }],
    ['-v', '67%', { paneOf: 'glacier' }],
    ['-v', '51%', { paneOf: 'shadow' }],
  ]);
  expect(steps.at(-1)?.args.slice(-2)).toEqual(['-t', { paneOf: 'strategist' }]);
});

it('without a terminal, the first one that comes gives each pane its share again, once', () => {
  const layout = overlordLayout('/d', 'army');
  const hooks = (size?: { columns: number; rows: number }): string[] =>
    (stepsOf(layout, size).at(-1)?.args ?? []).flatMap((argument) =>
      typeof argument === 'string' ? [] : (argument.within?.(argument.paneOf) ?? []),
    );
  const share = (role: string, how: string): string =>
    `resize-window -A -t ${role} ; resize-pane -t ${role} ${how} ; set-option -wu -t ${role} window-size`;
  expect(hooks()).toEqual([
    share('overlord', '-x 35%'),
    share('glacier', '-y 33%'),
    share('shadow', '-y 33%'),
    'set-hook -u -t overlord client-session-changed',
  ]);
  expect(hooks({ columns: 80, rows: 24 })).toEqual([]);
});

/** What tmux makes of a split: the new pane has its share, one row or column goes to the border. */
function sizes(tab: LayoutTab, whole: number): number[] {
  const steps = stepsOf({ session: 'army', env: {}, tabs: [tab] });
  let rest = whole;
  const taken = steps.slice(1, -1).map(({ args }) => {
    const next = Math.floor((rest * percent(args)) / 100);
    const kept = rest - next - 1;
    rest = next;
    return kept;
  });
  return [...taken, rest];
}

it.for([
  [[35, 65]],
  [[33, 33, 34]],
  [[10, 20, 30, 40]],
  [[70, 10, 10, 10]],
  [[20, 20, 20, 20, 20]],
])('the sizes %j come out right, within two per cent and the borders', ([wanted = []]) => {
  const panes = wanted.map((size, i) => ({
    role: `r${i}`,
    size,
    focus: false,
    argv: ['x'],
    cwd: '/',
  }));
  const got = sizes({ name: 't', focus: true, split: 'columns', panes }, 200);
  got.forEach((cells, i) => {
    expect(Math.abs(cells / 2 - (wanted[i] ?? 0)), got.join(' ')).toBeLessThan(3);
  });
});

it('a grid is tiled after every pane, so that there is space for the next', () => {
  const roles = copiesOf('hand', 12);
  const seats = roles.map((role) => [role, 1] as const);
  const steps = stepsOf(echoLayout('/d', 'army', [{ name: 'all', split: 'tiled', seats }]));
  expect(steps.map(({ makes }) => makes)).toEqual([...roles, undefined]);
  steps.slice(1, 12).forEach(({ args }, i) => {
    const beside = { paneOf: roles[i] };
    expect(args[1]).toBe('split-window');
    expect(args).not.toContain('-l');
    expect(after(args, '-t')).toEqual(beside);
    expect(args.slice(-5)).toEqual([';', 'select-layout', '-t', beside, 'tiled']);
  });
});

it('a session has the size of the terminal, or a roomy one without a terminal', () => {
  const layout = overlordLayout('/d', 'army');
  expect(spoken(stepsOf(layout)[0]?.args)).toContain('-x 200 -y 50');
  expect(spoken(stepsOf(layout, { columns: 99, rows: 33 })[0]?.args)).toContain('-x 99 -y 33');
});

it('a server that was found before is asked by its socket', () => {
  expect(muxAt('/s/t').endCommands()).toEqual([
    { program: 'tmux', args: ['-u', '-S', '/s/t', 'kill-session', '-t', '=army'] },
  ]);
});

it.for([
  ['2.9a', false, false],
  ['3.0a', false, false],
  ['3.1c', false, false],
  ['3.2', true, false],
  ['3.3a', true, false],
  ['next-3.6', true, false],
  ['3.6b', true, false],
  ['next-3.7', true, true],
  ['3.7b', true, true],
  ['3.10', true, true],
  ['4.0', true, true],
  ['master', true, true],
  ['openbsd-6.5', false, false],
  ['openbsd-7.4', true, false],
  ['', false, false],
] as const)('version %s: new enough %s, escapes buffers %s [T6]', ([version, enough, escapes]) => {
  expect([isNewEnough(version), escapesBuffers(version)]).toEqual([enough, escapes]);
});

it.for([true, false])('every paste has -S where tmux would escape buffers: %s [T6]', (raw) => {
  const target = { pane: '%1', raw };
  for (const { args } of [pasteText([], target, 'x'), pressKey([], target, 'Enter')]) {
    const pastes = spoken(args).match(/paste-buffer [^;#]*/g) ?? [];
    expect(pastes.length).toBeGreaterThan(0);
    expect(pastes.every((paste) => paste.includes('-S ') === raw)).toBe(true);
  }
});
