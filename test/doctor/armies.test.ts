import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/agent/agent.ts';
import { mockAgent } from '../../src/agent/mock.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { armies } from '../../src/doctor/checks/armies.ts';
import { orphans } from '../../src/doctor/checks/orphans.ts';
import type { DoctorParts } from '../../src/doctor/parts.ts';
import { armyTexts } from '../../src/i18n/army.ts';
import { doctor as en } from '../../src/i18n/en/doctor.ts';
import { doctor as ja } from '../../src/i18n/ja/doctor.ts';
import { rfc3339, systemClock } from '../../src/kit/clock.ts';
import type { SessionState } from '../../src/mux/mux.ts';
import type { ArmyRecord, RitualNote } from '../../src/store/store.ts';
import { summonScene } from '../support/summon-scene.ts';

const record: ArmyRecord = {
  session: 'overlord',
  folder: '/p',
  formation: 'overlord',
  mux: 'tmux',
  life: 'ours',
  relayDir: '/r',
  startedAt: '2026-11-15T00:00:00.000Z',
};

interface Scene {
  states: SessionState[];
  life?: string;
  renamed?: string;
  calm?: boolean;
  left?: number[];
  /** The relay directory stands, at each look. */
  present?: boolean[];
  /** Of the relays' seats. */
  boot?: string;
  agents?: boolean;
  stands?: boolean;
  /** Processes of the army, at each look, and the multiplexer above them. */
  running?: number[][];
  server?: number;
  /** When a process of the army last wrote into its relay directory. */
  touched?: number;
}

/** A machine of which only what is done to it matters. */
function scene({ states, life = 'ours', calm = true, left = [], present = [], ...more }: Scene) {
  const {
    boot = 'here',
    agents = true,
    stands = true,
    running = [],
    server,
    touched,
    renamed,
  } = more;
  let found: number[] = [];
  const seat = { incarnation: '1', relay: { pid: 1, start: '1', boot }, alive: agents };
  const done: string[] = [];
  const registered = { now: [record] };
  let last: SessionState = 'none';
  const store = {
    readFormation: async () => overlordFormation,
    isPresent: async () => stands,
    statuses: { readObserved: async () => undefined },
    seats: { list: async () => [{ ...seat, agentAlive: agents }] },
    cleanUp: async () => {
      done.push('cleanup');
      return { messages: 1, path: '/h' };
    },
  };
  const mux = {
    kind: 'tmux',
    async sight() {
      last = states.shift() ?? last;
      const panes = [{ id: '1', title: 'x', alive: true }];
      return { state: last, life, panes, ...(renamed !== undefined && { renamed }) };
    },
    async end() {
      done.push('end');
      return true;
    },
  };
  const parts = {
    army: {
      clock: systemClock,
      armies: {
        list: async () => registered.now,
        remove: async (session: string) => void done.push(`remove ${session}`),
      },
      alone: (work: () => unknown) => work(),
      calm: () => (calm ? Promise.resolve() : new Promise(() => undefined)),
      openStore: async () => store,
      openMux: async () => mux,
      processes: {
        ofArmy: async () => (found = running.shift() ?? found),
        seated: async () => (found = running.shift() ?? found),
        bootId: () => 'here',
        bootedAt: () => 0,
        muxAbove: (pids: number[]) => (pids.length > 0 ? server : undefined),
        end: async (pids: number[]) => {
          if (pids.length > 0) done.push(`ended ${pids.join()}`);
          return left;
        },
      },
      historyDir: () => '/h',
    },
    machine: {
      sessionMs: calm ? 10_000 : 100,
      program: async () => ({ state: 'fine', version: '3.4' }),
    },
    relayDirs: {
      brokenRecords: async () => [],
      lastWriteMs: () => touched,
      running: async () => new Map([['/gone', [7, 8]]]),
      inspect: async () => ({ present: present.shift() ?? false }),
    },
  } as unknown as DoctorParts;
  return { parts, done, registered };
}

describe('an army that seems gone', () => {
  it('is cleared away when it is gone at the second look too', async () => {
    const { parts, done } = scene({ states: ['none', 'none'] });
    const [finding] = await armies.look(parts);
    expect(finding).toMatchObject({ code: 'army_dead', severity: 'fault' });
    expect(await finding!.fix!()).toEqual({ done: true, saved: { messages: 1, path: '/h' } });
    expect(done).toEqual(['cleanup', 'remove overlord']);
  });

  it('is left alone when it stands at the second look', async () => {
    const { parts, done } = scene({ states: ['none', 'live'] });
    const [finding] = await armies.look(parts);
    expect(await finding!.fix!()).toEqual({ done: false, why: 'changed' });
    expect(done).toEqual([]);
  });

  it('is left alone when another army has its name by then', async () => {
    const { parts, done, registered } = scene({ states: ['none', 'none'] });
    const [finding] = await armies.look(parts);
    registered.now = [{ ...record, startedAt: '2026-11-16T00:00:00.000Z' }];
    expect(await finding!.fix!()).toEqual({ done: false, why: 'changed' });
    expect(done).toEqual([]);
  });

  it('is removed from the records when the session of its name is not its own, and that session is not ended', async () => {
    const { parts, done } = scene({ states: ['live', 'live'], life: 'theirs' });
    const [finding] = await armies.look(parts);
    expect(finding).toMatchObject({ code: 'army_foreign', severity: 'warning' });
    expect(await finding!.fix!()).toMatchObject({ done: true });
    expect(done).toEqual(['cleanup', 'remove overlord']);
  });

  it('stays on record when a process of it does not end', async () => {
    const { parts, done } = scene({ states: ['none', 'none'], left: [9] });
    const [finding] = await armies.look(parts);
    expect(await finding!.fix!()).toEqual({ done: false, why: 'failed' });
    expect(done).toEqual(['cleanup']);
  });
});

const STARTED = Date.parse(record.startedAt);
const HOUR = 3_600_000;

describe.each<[string, Pick<Scene, 'states' | 'life'>]>([
  ['gone', { states: ['none'] }],
  ['exited', { states: ['exited'] }],
  ["another's", { states: ['live'], life: 'theirs' }],
])('an army whose session is %s', (standing, seen) => {
  const cleared = standing === "another's" ? 'army_foreign' : 'army_dead';
  const sceneOf = (more: Omit<Scene, 'states'>) =>
    scene({ ...seen, ...more, states: [...seen.states] });

  it.each<[string, string, number, number | undefined, string]>([
    ['on another machine, after this one was', 'there', STARTED - HOUR, undefined, 'elsewhere'],
    [
      'on another machine before this one was, and works since',
      'there',
      STARTED + HOUR,
      STARTED + 2 * HOUR,
      'elsewhere',
    ],
    [
      'before this machine was, and nothing of it has moved since',
      'there',
      STARTED + HOUR,
      STARTED + HOUR / 2,
      'cleared',
    ],
    ['here', 'here', STARTED - HOUR, STARTED + HOUR, 'cleared'],
  ])(
    'is handled correctly when it was started %s',
    async (_what, boot, bootedAt, touched, expected) => {
      // What outlived a boot in Zellij was saved by a person: that is another's.
      const old = standing === 'exited' && bootedAt > STARTED;
      const { parts, done } = sceneOf({ boot, ...(touched !== undefined && { touched }) });
      parts.army.processes.bootedAt = () => bootedAt;
      const [finding] = await armies.look(parts);
      const dead = old ? 'army_foreign' : cleared;
      expect(finding!.code).toBe(expected === 'elsewhere' ? 'army_elsewhere' : dead);
      await finding!.fix?.();
      expect(done.includes('remove overlord')).toBe(expected === 'cleared');
    },
  );

  it('is left alone when a process of it lives in a multiplexer', async () => {
    const { parts, done } = sceneOf({ running: [[7, 8]], server: 4 });
    const found = await armies.look(parts);
    const data = { session: 'overlord', mux: 'tmux', running: 2, server: 4 };
    expect(found).toEqual([{ code: 'army_hidden', severity: 'fault', data }]);
    expect(done).toEqual([]);
  });

  it('is left alone when only the second look sees such a process', async () => {
    const looks = standing === "another's" ? [[], [7]] : [[], [], [7]];
    const { parts, done } = sceneOf({ running: looks, server: 4 });
    const [finding] = await armies.look(parts);
    expect(finding).toMatchObject({ code: cleared });
    expect(await finding!.fix!()).toEqual({ done: false, why: 'changed' });
    expect(done).toEqual([]);
  });

  it('is left alone when the second look finds it on another machine', async () => {
    const { parts, done } = sceneOf({ boot: 'there', touched: 0 });
    parts.army.processes.bootedAt = () => STARTED + HOUR;
    const [finding] = await armies.look(parts);
    parts.relayDirs.lastWriteMs = () => STARTED + 2 * HOUR;
    expect(await finding!.fix!()).toEqual({ done: false, why: 'changed' });
    expect(done).toEqual([]);
  });

  it('has its orphans ended, which are in no multiplexer [Z20]', async () => {
    const { parts, done } = sceneOf({ running: [[7, 8]] });
    const [finding] = await armies.look(parts);
    expect(finding).toMatchObject({ code: cleared });
    expect(await finding!.fix!()).toMatchObject({ done: true });
    expect(done).toContain('ended 7,8');
  });
});

it('a standing army without its relay directory or without agents is reported', async () => {
  const without = await armies.look(scene({ states: ['live'], stands: false }).parts);
  expect(without).toMatchObject([{ code: 'army_without_relay', severity: 'fault' }]);
  const [, ...gone] = await armies.look(scene({ states: ['live'], agents: false }).parts);
  expect(gone).toHaveLength(overlordFormation.roles.length);
  expect(gone[0]).toMatchObject({ code: 'agent_gone', severity: 'warning' });
});

it('a standing army has nothing to fix', async () => {
  const { parts } = scene({ states: ['live'] });
  const found = await armies.look(parts);
  expect(found).toMatchObject([{ code: 'army_live', severity: 'ok' }]);
  expect(found[0]!.fix).toBeUndefined();
});

it('no multiplexer is asked while an army is being started', async () => {
  const { parts } = scene({ states: ['none'], calm: false });
  expect(await armies.look(parts)).toMatchObject([{ code: 'armies_busy', severity: 'note' }]);
});

describe('processes without an army', () => {
  it('are ended only if they are still the same processes', async () => {
    const { parts, done } = scene({ states: [] });
    const [finding] = await orphans.look(parts);
    expect(finding).toMatchObject({ code: 'orphans', data: { path: '/gone', pids: [7, 8] } });
    expect(await finding!.fix!()).toEqual({ done: true });
    expect(done).toEqual(['ended 7,8']);
  });

  it('are reported and left alone when one of them lives in a multiplexer', async () => {
    const { parts, done } = scene({ states: [], server: 4 });
    const data = { path: '/gone', pids: [7, 8], server: 4 };
    expect(await orphans.look(parts)).toEqual([
      { code: 'orphans_hidden', severity: 'fault', data },
    ]);
    expect(done).toEqual([]);
  });

  it('are left alone when only the second look sees that', async () => {
    const { parts, done } = scene({ states: [] });
    const [finding] = await orphans.look(parts);
    parts.army.processes.muxAbove = () => 4;
    expect(await finding!.fix!()).toEqual({ done: false, why: 'changed' });
    expect(done).toEqual([]);
  });

  it('are left alone when their relay directory exists, or exists by then', async () => {
    expect(await orphans.look(scene({ states: [], present: [true] }).parts)).toEqual([]);
    const { parts, done } = scene({ states: [], present: [false, true] });
    const [finding] = await orphans.look(parts);
    expect(await finding!.fix!()).toEqual({ done: false, why: 'changed' });
    expect(done).toEqual([]);
  });
});

it('a session that a person renamed is told with the words of `ovld status` [session.renamed.2]', async () => {
  const { parts } = scene({ states: ['live'], renamed: 'my work' });
  const [live, renamed] = await armies.look(parts);
  expect(live).toMatchObject({ code: 'army_live' });
  const data = { session: 'overlord', name: 'my work', mux: 'tmux' } as const;
  expect(renamed).toMatchObject({ code: 'army_renamed', severity: 'note', data });
  for (const [texts, words] of [
    [en.findings, armyTexts.en],
    [ja.findings, armyTexts.ja],
  ] as const) {
    const { what } = texts.army_renamed(data);
    expect(what).toBe(words.renamed('overlord', 'my work', 'tmux'));
    expect(what).toContain("tmux rename-session -t 'my work' overlord");
  }
});

const RULE = '─'.repeat(60);

it.each<[string, Pick<RitualNote, 'state' | 'code'>, number, Question | undefined, number]>([
  ['is due and may still come', { state: 'due' }, 1_000, undefined, 0],
  ['is overdue', { state: 'due' }, 120_000, undefined, 1],
  ['waits behind a question', { state: 'due' }, 120_000, 'login', 0],
  ['was skipped', { state: 'skipped', code: 'not_ready' }, 1_000, undefined, 1],
  ['was given', { state: 'given' }, 120_000, undefined, 0],
])('a role whose ritual %s is told, with what gives it [session.interrupt.3]', async (...row) => {
  const [, note, ageMs, asked, count] = row;
  const { parts: army, mux, store, formation, record: pair } = summonScene();
  await store.init(formation);
  await store.writeOutfit(formation, []);
  await store.statuses.noteRitual('one', { ...note, at: rfc3339(Date.now() - ageMs) });
  Object.assign(mux, {
    sight: async () => ({ state: 'live', life: undefined, panes: await mux.panes() }),
    screen: async () => ({ lines: [RULE, '❯\u00a0', RULE], copyMode: false }),
  });
  const found = await armies.look({
    ...scene({ states: [] }).parts,
    army: {
      ...army,
      armies: { ...army.armies, list: async () => [pair] },
      calm: async () => undefined,
      openAgent: async () => ({ ...mockAgent, asks: () => asked }),
    },
  });
  const data = { session: 'pair', role: 'one' };
  const told = found.filter(({ code }) => code === 'ritual_missing');
  expect(told).toEqual(
    Array.from({ length: count }, () => ({ code: 'ritual_missing', severity: 'warning', data })),
  );
  for (const texts of [en.findings, ja.findings]) {
    expect(texts.ritual_missing(data).hint).toBe('ovld inject one --session pair');
  }
});
