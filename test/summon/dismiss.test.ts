import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Mux, Pane, SessionState } from '../../src/mux/mux.ts';
import type { ArmyRecord, Store } from '../../src/store/store.ts';
import { dismiss, settleSession } from '../../src/summon/dismiss.ts';
import type { ArmyParts } from '../../src/summon/parts.ts';

const record: ArmyRecord = {
  session: 'overlord',
  folder: '/work',
  formation: 'overlord',
  mux: 'zellij',
  life: 'ours',
  relayDir: '/r',
  startedAt: '2026-11-15T00:00:00.000Z',
};
const { life: _, ...unnoted } = record;

interface Scene {
  state?: SessionState[] | 'broken';
  life?: string;
  panes?: Partial<Pane>[];
  registered?: ArmyRecord[];
  running?: number[];
  /** How many sit there, look by look. */
  seated?: number[];
  left?: number[];
  ends?: boolean | 'broken';
  bootedAt?: number;
  /** The pid of a multiplexer in which something of it lives. */
  inside?: number;
}

/** What is done to the army, in order. */
function scene({ state = ['live'], life = 'ours', ...more }: Scene) {
  const done: string[] = [];
  const { registered = [record], running = [], left = [], ends = true } = more;
  const seats = overlordFormation.roles.map(({ role }) => ({ title: role }));
  const states = state === 'broken' ? [] : [...state];
  let last: SessionState = 'none';
  const mux = {
    kind: 'zellij',
    async sight() {
      if (state === 'broken') throw new Error('zellij does not answer');
      const panes = (more.panes ?? seats).map((pane) => ({ id: '1', alive: true, ...pane }));
      return { state: (last = states.shift() ?? last), life, panes };
    },
    async end() {
      done.push('end');
      if (ends === 'broken') throw new Error('no');
      return ends;
    },
  } as unknown as Mux;
  const store = {
    readFormation: async () => undefined,
    async cleanUp() {
      done.push('cleanup');
      return { messages: 0, path: undefined };
    },
  } as unknown as Store;
  let now = 0;
  const parts = {
    clock: {
      monotonic: () => now,
      after(ms: number, call: () => void) {
        now += ms;
        queueMicrotask(call);
        return { cancel: () => undefined };
      },
    },
    alone: <T>(work: () => Promise<T>) => work(),
    historyDir: () => '/h',
    openStore: async () => store,
    armies: {
      list: async () => registered,
      add: async () => undefined,
      remove: async () => void done.push('remove'),
    },
    processes: {
      ofArmy: async () => running,
      seated: async () => {
        if (more.seated === undefined) return running;
        const [count = 0, next] = more.seated;
        if (next !== undefined) more.seated.shift();
        return [...Array(count).keys()];
      },
      bootedAt: () => more.bootedAt ?? 0,
      boot: () => 'here',
      muxAbove: () => more.inside,
      async end() {
        done.push('processes');
        return left;
      },
    },
  } as unknown as ArmyParts;
  return { parts, done, army: { mux, store, record, formation: overlordFormation } };
}

const ALL = ['end', 'processes', 'cleanup', 'remove'];
const dead = overlordFormation.roles.map(({ role }) => ({ title: role, alive: false }));

describe('an army, when the multiplexer returns the terminal', () => {
  it.each<[string, Scene, 'detached' | 'ended', string[]]>([
    ['the session runs', {}, 'detached', []],
    ['the list has just missed it [Z19]', { state: ['none', 'live'] }, 'detached', []],
    ['its panes were renamed', { panes: [{ title: 'mine' }] }, 'detached', []],
    ['the multiplexer does not answer', { state: 'broken' }, 'detached', []],
    ['it is only just ending', { state: ['live', 'live', 'none'] }, 'ended', ALL.slice(1)],
    [
      'it takes its time to end, and its agents go one by one',
      {
        state: [...Array<SessionState>(30).fill('live'), 'none'],
        seated: [...Array(30).keys()].map((i) => 6 - Math.floor(i / 6)),
      },
      'ended',
      ALL.slice(1),
    ],
    ['its remains are kept [session.exited-session.1]', { state: ['exited'] }, 'ended', ALL],
    [
      'a session of that name was kept since before the machine started: a person saved it',
      { state: ['exited'], bootedAt: Date.parse(record.startedAt) + 1 },
      'ended',
      ALL.slice(1),
    ],
    ['it is gone', { state: ['none'] }, 'ended', ALL.slice(1)],
    ['every program in it has ended', { panes: dead }, 'ended', ALL],
    ['one of them looks dead and is not', { panes: dead, running: [7] }, 'detached', []],
    ['another has its name', { life: 'theirs' }, 'ended', ALL.slice(1)],
    ['it was dismissed meanwhile', { registered: [], state: ['none'] }, 'ended', []],
    [
      'it was dismissed, and a new one summoned',
      { registered: [{ ...record, life: 'new', startedAt: '2026-11-15T01:00:00.000Z' }] },
      'ended',
      [],
    ],
    [
      'kill fails [session.cleanup-failure.1]',
      { state: ['exited'], ends: 'broken' },
      'ended',
      ALL.slice(0, 3),
    ],
  ])('is handled correctly when %s', async (_what, given, outcome, steps) => {
    const { parts, done, army } = scene(given);
    expect(await settleSession(parts, army)).toBe(outcome);
    expect(done).toEqual(steps);
  });

  it.each<[string, Scene]>([
    ['its socket was taken away', { state: ['none'], running: [7], inside: 3 }],
    ['it was renamed, and another took its name', { life: 'theirs', running: [7], inside: 3 }],
  ])('is left alone when all its agents live on: %s', async (_what, given) => {
    const { parts, done, army } = scene(given);
    await expect(settleSession(parts, army)).rejects.toMatchObject({
      code: 'army_hidden',
      data: { running: 1, server: 3 },
    });
    expect(done).toEqual([]);
  });

  it('is recognised by its registered life, even when that was recorded after the start', async () => {
    const { parts, done, army } = scene({ panes: [{ title: 'mine' }] });
    expect(await settleSession(parts, { ...army, record: unnoted })).toBe('detached');
    expect(done).toEqual([]);
  });
});

describe('a dismissal', () => {
  it('keeps the record of what did not end, so that it can be tried again', async () => {
    const stubborn = scene({ left: [7] });
    expect(await dismiss(stubborn.parts, stubborn.army)).toMatchObject({ left: [7] });
    expect(stubborn.done).toEqual(['end', 'processes', 'cleanup']);
    const live = scene({ ends: false });
    await expect(dismiss(live.parts, live.army)).rejects.toMatchObject({ code: 'mux_failed' });
    expect(live.done).toEqual(['end', 'processes', 'cleanup']);
  });
});

describe('the history at a dismissal', () => {
  it('is pruned by the settings of its folder, once its mail is safe', async () => {
    const { parts, done, army } = scene({});
    parts.tidyHistory = async (folder) => void done.push(`tidy ${folder}`);
    await dismiss(parts, army);
    expect(done).toEqual(['end', 'processes', 'cleanup', 'tidy /work', 'remove']);
  });

  it('fails no dismissal when it cannot be pruned', async () => {
    const { parts, done, army } = scene({});
    parts.tidyHistory = async () => Promise.reject(new Error('no'));
    await dismiss(parts, army);
    expect(done).toEqual(ALL);
  });
});
