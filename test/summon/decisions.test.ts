import { parseAgentWish } from '../../src/army/agent-wish.ts';
import { describe, expect, it } from 'vitest';
import { copiesOf } from '../../src/army/copies.ts';
import { formationSchema, type Formation } from '../../src/army/formation.ts';
import { chooseMux } from '../../src/summon/choose-mux.ts';
import {
  findArmiesAround,
  findArmy,
  findArmyToShow,
  type Wanted,
} from '../../src/summon/find-army.ts';
import { findCramped, layoutOf, smallestTerminal } from '../../src/summon/layout.ts';
import { resolveFormation, type Choices } from '../../src/summon/resolve.ts';
import { textsFor } from '../../src/i18n/explain.ts';
import { columnsOf } from '../../src/terminal/columns.ts';
import { sessionNames } from '../../src/summon/session-name.ts';
import { sessionSchema } from '../../src/army/role.ts';
import type { ArmyRecord } from '../../src/store/store.ts';

const formation = (more: object = {}): Formation =>
  formationSchema.parse({
    name: 'trio',
    roles: [{ role: 'one', agent: 'mock' }, { role: 'two' }, { role: 'three' }],
    ...more,
  });

const choices: Choices = {
  mux: 'tmux',
  agent: undefined,
  store: undefined,
  toolsets: undefined,
  language: 'ja',
  targeting: 'focus',
  pauses: { before: 1, enter: 2, between: 3 },
  notify: { bell: false, desktop: true, command: ['say'], on: ['died'] },
  guard: { messages: 'off', window: 1, pause: 2, longest_pause: 3 },
  ritual_delivery: 'system-prompt',
  ready_timeout: 9,
  folder: '/home/me/it',
};

describe('the name of a session', () => {
  it.each([
    ['/home/me/login', ['overlord', 'overlord-login']],
    ['/home/me/My Project (2)', ['overlord', 'overlord-my-project-2']],
    ['/', ['overlord']],
  ])('is built from %s', (folder, names) => {
    expect(sessionNames('overlord', folder).slice(0, names.length)).toEqual(names);
  });

  it.each(['/魔王', '/a/業火', `/${'long'.repeat(20)}`, '/---', '/..'])(
    'is a safe one even for %s, and differs from folder to folder',
    (folder) => {
      const names = sessionNames('overlord', folder);
      for (const name of names) expect(sessionSchema.safeParse(name).success, name).toBe(true);
      expect(names.at(-1)).not.toBe(sessionNames('overlord', `${folder}x`).at(-1));
    },
  );
});

describe('the multiplexer', () => {
  const has = (...programs: string[]) => ({
    isInstalled: async (program: string) => programs.includes(program),
  });
  it.each([
    [['zellij', 'tmux'], undefined, undefined, 'zellij'],
    [['tmux'], undefined, undefined, 'tmux'],
    [['zellij', 'tmux'], undefined, 'tmux', 'tmux'],
    [['zellij', 'tmux'], 'zellij', 'tmux', 'zellij'],
  ] as const)(
    'is chosen with %j installed, %s wanted, inside %s: %s',
    async (programs, wanted, inside, kind) => {
      expect(await chooseMux(has(...programs), { wanted, inside })).toBe(kind);
    },
  );

  it.each([
    ['tmux', ['zellij', 'tmux'], undefined, undefined, 'tmux'],
    ['tmux', ['zellij', 'tmux'], undefined, 'zellij', 'tmux'],
    ['tmux', ['zellij', 'tmux'], 'zellij', undefined, 'zellij'],
    ['tmux', ['zellij'], undefined, undefined, 'zellij'],
    ['zellij', ['zellij', 'tmux'], undefined, 'tmux', 'zellij'],
    ['zellij', ['tmux'], undefined, 'tmux', 'tmux'],
  ] as const)(
    'is chosen for a formation for %s, installed %j, wanted %s, inside %s: %s',
    async (preferred, programs, wanted, inside, kind) => {
      expect(await chooseMux(has(...programs), { wanted, inside, preferred })).toBe(kind);
    },
  );

  it('that is missing is named, or both', async () => {
    await expect(
      chooseMux(has('tmux'), { wanted: 'zellij', inside: undefined }),
    ).rejects.toMatchObject({ code: 'mux_missing', data: { program: 'zellij', other: 'tmux' } });
    await expect(chooseMux(has(), { wanted: undefined, inside: undefined })).rejects.toMatchObject({
      code: 'mux_none',
    });
  });
});

describe('the army that a command means', () => {
  const army = (session: string, folder: string): ArmyRecord => ({
    session,
    folder,
    formation: 'overlord',
    mux: 'tmux',
    relayDir: `/r/${session}`,
    startedAt: '2026-11-15T00:00:00.000Z',
  });
  const wish = (session: string | undefined, ...folders: string[]): Wanted => ({
    session,
    folders,
    lineFor: (name) => `ovld it --session ${name}`,
  });
  const [here, there, third] = [army('overlord', '/a'), army('b', '/b'), army('c', '/b')];
  const listed = ({ session, folder }: ArmyRecord) => ({
    session,
    folder,
    line: `ovld it --session ${session}`,
  });

  it.each([
    ['the named one', [here, there], wish('b', '/a'), 'b'],
    ["this folder's", [here, there], wish(undefined, '/b'), 'b'],
    ["this folder's before one above it", [here, there], wish(undefined, '/b', '/a'), 'b'],
    ['the nearest above', [here, there], wish(undefined, '/b/c/d', '/b/c', '/b', '/a'), 'b'],
  ])('[session.which-army.1] is %s', (_, records, wanted, session) => {
    expect(findArmy(records, wanted).session).toBe(session);
    expect(findArmyToShow(records, wanted)).toMatchObject({ record: { session }, isHere: true });
  });

  it.each([
    ['none', [], wish(undefined, '/a'), 'army_none'],
    ['a name that no army has', [here], wish('x', '/a'), 'army_unknown'],
    ['several in a folder', [there, third], wish(undefined, '/b'), 'army_ambiguous'],
    ['several elsewhere', [there, third], wish(undefined, '/a'), 'army_not_here'],
  ])('is an error with %s', (_, records, wanted, code) => {
    for (const find of [findArmy, findArmyToShow]) {
      expect(() => find(records, wanted)).toThrow(expect.objectContaining({ code }));
    }
  });

  it('[session.which-army.2] is never the only one of another folder, which may only be shown', () => {
    const wanted = wish(undefined, '/elsewhere');
    expect(() => findArmy([here], wanted)).toThrow(
      expect.objectContaining({
        code: 'army_not_here',
        data: { folder: '/elsewhere', armies: [listed(here)] },
      }),
    );
    expect(findArmyToShow([here], wanted)).toEqual({ record: here, isHere: false });
  });

  it('is not raised silently beside one of this folder, nor below one of a folder above', () => {
    const around = (folders: string[], name: string, all = [here, there, third]) =>
      findArmiesAround(all, folders, name);
    expect(around(['/b/c', '/b', '/a'], 'overlord')).toEqual([there, third, here]);
    expect(around(['/b', '/a'], 'pair')).toEqual([there, third]);
    expect(around(['/b', '/a'], there.formation)).toEqual([]);
    expect(around(['/c'], 'overlord', [here, there])).toEqual([]);
  });
});

describe('a resolved formation', () => {
  it('has no choice left, and a pane for every role', () => {
    const resolved = resolveFormation(formation(), choices);
    expect(resolved).toMatchObject({
      mux: 'tmux',
      language: 'ja',
      targeting: 'focus',
      pauses: { before: 1, enter: 2, between: 3 },
      notify: choices.notify,
      ritual_delivery: 'system-prompt',
      ready_timeout: 9,
      folder: '/home/me/it',
    });
    expect(resolved.tabs.map(({ name }) => name)).toEqual(['one', 'two', 'three']);
    expect(formationSchema.parse(JSON.parse(JSON.stringify(resolved)))).toEqual(resolved);
  });

  it('keeps the agents of single roles, unless one is asked for all', () => {
    const played = (wish?: string) =>
      resolveFormation(formation(), { ...choices, agent: parseAgentWish(wish ?? '') });
    const kinds = (wish?: string) => played(wish).roles.map((seat) => seat.agent);
    expect(kinds()).toEqual(['mock', undefined, undefined]);
    expect(kinds('claude')).toEqual([undefined, undefined, undefined]);
    expect(played('claude').agent).toBe('claude');
    expect(kinds('two=codex')).toEqual(['mock', 'codex', undefined]);
    expect(kinds('claude,two=codex')).toEqual([undefined, 'codex', undefined]);
    expect(played('gemini,two=codex').agent).toBe('gemini');
  });

  it('gives no program the arguments, the model or the permissions that were meant for another', () => {
    const seat = { args: ['--x'], model: 'm', permission_mode: 'plan' };
    const mixed = formation();
    const roles = mixed.roles.map((one) => ({ ...one, ...seat }));
    const [one, two, three] = resolveFormation(
      { ...mixed, roles },
      { ...choices, agent: parseAgentWish('one=mock,two=codex') },
    ).roles;
    expect([one, three]).toMatchObject([seat, seat]);
    expect(two).toMatchObject({ agent: 'codex', args: [] });
    expect(two).not.toHaveProperty('model');
    expect(two).not.toHaveProperty('permission_mode');
  });
});

describe('a resolved formation', () => {
  it.each([
    [undefined, undefined, ['messaging']],
    [['knowledge', 'board'], undefined, ['messaging', 'board', 'knowledge']],
    [['messaging', 'board', 'board'], undefined, ['messaging', 'board']],
    [['board'], [], ['messaging']],
    [undefined, ['knowledge'], ['messaging', 'knowledge']],
  ] as const)(
    'that has the toolsets %j, and is asked for %j, has the tools %j',
    (own, toolsets, resolved) => {
      const given = formation(own === undefined ? {} : { toolsets: own });
      expect(resolveFormation(given, { ...choices, toolsets }).toolsets).toEqual(resolved);
    },
  );

  it('has the store that was asked for, else its own', () => {
    const queue = formation({ store: 'queue' });
    expect(resolveFormation(formation(), choices).store).toBe('files');
    expect(resolveFormation(queue, choices).store).toBe('queue');
    expect(resolveFormation(queue, { ...choices, store: 'files' }).store).toBe('files');
  });
});

describe('a layout', () => {
  const seated = (role: string) => ({ argv: ['run', role], cwd: '/w' });
  const tabs = [
    {
      name: 'a',
      split: 'rows',
      panes: [{ role: 'one', size: 33 }, { role: 'two' }, { role: 'three' }],
    },
  ];

  const grid = (count: number): Formation => {
    const roles = copiesOf('hand', count).map((role) => ({ role }));
    const tiled = [{ name: 'a', split: 'tiled', panes: roles }];
    return formationSchema.parse({ name: 'grid', roles, tabs: tiled });
  };

  it('shares out the space that the formation leaves open, a hundred per cent in all', () => {
    const { tabs: laid } = layoutOf('s', formation({ tabs }), {}, seated);
    expect(laid[0]?.panes.map(({ size }) => size)).toEqual([33, 33, 34]);
    expect(laid[0]?.panes[1]).toMatchObject({ role: 'two', argv: ['run', 'two'], cwd: '/w' });
  });

  it('has exactly one tab in focus, the first where none is named', () => {
    const each = ['one', 'two', 'three'].map((role) => ({ name: role, panes: [{ role }] }));
    const focused = (given: object[]) =>
      layoutOf('s', formation({ tabs: given }), {}, seated).tabs.map(({ focus }) => focus);
    expect(focused(each)).toEqual([true, false, false]);
    expect(focused(each.map((tab, i) => ({ ...tab, focus: i > 0 })))).toEqual([false, true, false]);
  });

  it('fits an ordinary terminal, and says its least size', () => {
    const small = smallestTerminal(layoutOf('s', formation({ tabs }), {}, seated), 80);
    expect(small.columns).toBeLessThanOrEqual(80);
    expect(small.rows).toBeLessThanOrEqual(24);
    expect(small.rows).toBeGreaterThan(15);
  });

  it.each([
    [4, 80, { columns: 64, rows: 21 }],
    [4, 160, { columns: 64, rows: 15 }],
    [12, 80, { columns: 96, rows: 39 }],
    [12, 240, { columns: 96, rows: 27 }],
    [3, 60, { columns: 64, rows: 21 }],
    [1, 80, { columns: 32, rows: 9 }],
  ])('of a grid of %i in a terminal %i wide needs %j', (count, width, size) => {
    const laid = layoutOf('s', grid(count), {}, seated);
    expect(laid.tabs[0]?.split).toBe('tiled');
    expect(laid.tabs[0]?.panes.map(({ role }) => role)).toEqual(copiesOf('hand', count));
    expect(smallestTerminal(laid, width)).toEqual(size);
  });

  it.each([
    [50, 50, 6, false],
    [50, 50, 7, true],
    [50, 50, 12, true],
    [200, 50, 12, false],
    [96, 39, 12, false],
    [95, 39, 12, true],
    [80, 24, 4, false],
  ])('in a session of %i by %i, with a pane of %i, is too small for a ritual: %s', (...given) => {
    const [columns, rows, count, cramped] = given;
    const { tabs: tiled } = grid(count);
    const roles = findCramped({ columns, rows }, tiled);
    expect([...roles]).toEqual(cramped ? copiesOf('hand', count) : []);
    // Elsewhere it is for the person who chose the sizes.
    const plain = tiled.map((tab) => ({ ...tab, split: 'rows' as const }));
    expect(findCramped({ columns, rows }, plain).size).toBe(0);
  });

  it('needs more rows where a nudge does not fit into one line', () => {
    const laid = layoutOf('s', formation({ tabs }), {}, seated);
    expect(smallestTerminal(laid, 60).rows).toBeGreaterThan(smallestTerminal(laid, 80).rows);
  });
});

describe('a nudge', () => {
  it.each(['en', 'ja'] as const)('in %s fits into one line of eighty columns', (language) => {
    const text = textsFor(language).nudge({ from: 'strategist', mark: 'zzzzzz.12' });
    expect(columnsOf(text)).toBeLessThan(76);
  });
});
