import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/agent/agent.ts';
import { usualPauses } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { WakeFailure } from '../../src/errors.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import { giveRituals, type RitualOutcome } from '../../src/summon/inject.ts';
import type { Store } from '../../src/store/store.ts';
import type { Progress } from '../../src/summon/parts.ts';
import type { StartSight } from '../../src/summon/read-starts.ts';
import { fakeClock, type FakeClock } from '../support/time.ts';

const { between } = usualPauses;
const WHEN = '2026-11-15T00:00:00.000Z';

/** A ceremony for three, on a clock that moves on whenever all of them wait for it. */
async function ceremony(options: {
  /** When each becomes ready; one that is not named never does. */
  ready: Partial<Record<string, number>>;
  patienceMs?: number;
  rituals?: readonly string[];
  type?: (role: string, attempt: number) => WakeFailure | undefined;
  /** What a role that is not ready asks at that time. */
  asks?: (role: string, now: number) => Question | undefined;
  /** The same of one whose agent has ended. */
  ended?: (role: string, now: number) => StartSight | undefined;
  leaveQuestions?: boolean;
  each?: (now: number, ending: AbortController, store: Store) => void;
}) {
  const { ready, patienceMs = 60_000, rituals = ['overlord', 'strategist', 'inferno'] } = options;
  const clock = fakeClock();
  const store = openMemoryStore(sharedMemory(), { clock, isAlive: () => true });
  await store.init(overlordFormation);
  const relay = { pid: 1, start: '', boot: '' };
  for (const [role, at] of Object.entries(ready)) {
    const seat = { relay, agent: { kind: 'mock' }, doorbells: [] };
    const incarnation = await store.seats.add(role, seat);
    clock.after(at ?? 0, () => {
      void store.seats.update(role, { ...seat, incarnation, readyAt: WHEN });
    });
  }
  const typed: string[] = [];
  const looks: number[] = [];
  const told: Progress[] = [];
  const ending = new AbortController();
  const work = giveRituals({
    store,
    clock,
    formation: { pauses: usualPauses },
    roles: ['overlord', 'strategist', 'inferno'],
    rituals: new Map(rituals.map((role) => [role, `You are ${role}.`])),
    patienceMs,
    questionMs: 1_000,
    async readStarts(roles) {
      looks.push(clock.monotonic());
      return new Map(
        [...roles].flatMap((role): [string, StartSight][] => {
          const ended = options.ended?.(role, clock.monotonic());
          if (ended !== undefined) return [[role, ended]];
          const asks = options.asks?.(role, clock.monotonic());
          return asks === undefined ? [] : [[role, { asks }]];
        }),
      );
    },
    leaveQuestions: options.leaveQuestions ?? false,
    async type(role, text) {
      expect(text).toBe(`You are ${role}.`);
      typed.push(`${clock.monotonic()} ${role}`);
      const attempts = typed.filter((line) => line.endsWith(` ${role}`)).length;
      return options.type?.(role, attempts);
    },
    tell: (progress) => told.push(progress),
    signal: ending.signal,
  });
  const outcomes = await settle(clock, work, () =>
    options.each?.(clock.monotonic(), ending, store),
  );
  return {
    typed,
    looks,
    told,
    store,
    outcomes: Object.fromEntries(outcomes) as Record<string, RitualOutcome>,
  };
}

async function settle<T>(clock: FakeClock, work: Promise<T>, each: () => void): Promise<T> {
  let over = false;
  void work.catch(() => undefined).then(() => (over = true));
  for (;;) {
    await new Promise((resolve) => void setImmediate(resolve));
    if (over) return work;
    each();
    clock.advance(Math.min(...clock.pending(), 1_000_000));
  }
}

describe('giving rituals', () => {
  it('waits between two, in the order of the army [ritual.pause-between.1]', async () => {
    const { typed, outcomes } = await ceremony({
      ready: { overlord: 0, strategist: 0, inferno: 0 },
    });
    const first = Number(typed[0]?.split(' ')[0]);
    expect(typed).toEqual([
      `${first} overlord`,
      `${first + between} strategist`,
      `${first + 2 * between} inferno`,
    ]);
    expect(outcomes).toEqual({ overlord: 'given', strategist: 'given', inferno: 'given' });
  });

  it('types each as soon as its role is ready, in whatever order', async () => {
    const { typed, told } = await ceremony({
      ready: { overlord: 9000, strategist: 5000, inferno: 0 },
    });
    expect(typed.map((line) => line.split(' ')[1])).toEqual(['inferno', 'strategist', 'overlord']);
    expect(Number(typed[2]?.split(' ')[0])).toBeGreaterThanOrEqual(9000);
    const steps = told.filter(({ role }) => role === 'overlord').map(({ step }) => step);
    expect(steps).toEqual(['starting', 'ready', 'given']);
  });

  it('skips a role that is not ready in time, and records it', async () => {
    const { typed, outcomes, store, told } = await ceremony({
      ready: { overlord: 0, inferno: 0 },
      patienceMs: 10_000,
    });
    expect(typed).toHaveLength(2);
    expect(outcomes).toMatchObject({ overlord: 'given', strategist: 'not_ready' });
    expect(await store.statuses.readRitual('strategist')).toMatchObject({
      state: 'skipped',
      code: 'not_ready',
    });
    expect(await store.statuses.readRitual('inferno')).toMatchObject({ state: 'given' });
    expect(told.at(-1)).toEqual({ role: 'strategist', step: 'skipped', code: 'not_ready' });
  });

  it('types the ritual of a role that was ready in time, however long those before it took', async () => {
    const { outcomes } = await ceremony({
      ready: { overlord: 0, inferno: 0, strategist: 5_000 },
      patienceMs: between / 2,
    });
    expect(outcomes).toEqual({ overlord: 'given', inferno: 'given', strategist: 'not_ready' });
  });

  it('returns to a dialog after the others, and gives up in time', async () => {
    const dialog = (times: number) => (role: string, attempt: number) =>
      role === 'overlord' && attempt <= times ? ('dialog_open' as const) : undefined;
    const ready = { overlord: 0, strategist: 0, inferno: 0 };
    const { typed, outcomes } = await ceremony({ ready, type: dialog(1) });
    expect(typed.map((line) => line.split(' ')[1])).toEqual([
      'overlord',
      'strategist',
      'inferno',
      'overlord',
    ]);
    expect(outcomes).toMatchObject({ overlord: 'given' });
    const never = await ceremony({ ready, type: dialog(1000), patienceMs: 20_000 });
    expect(never.outcomes).toMatchObject({ overlord: 'dialog_open', inferno: 'given' });
    expect(await never.store.statuses.readRitual('overlord')).toMatchObject({
      code: 'dialog_open',
    });
  });

  it('types nothing without rituals, and says which roles are ready [ritual.skip.1]', async () => {
    const { typed, outcomes, store } = await ceremony({
      ready: { overlord: 0, strategist: 0 },
      rituals: [],
      patienceMs: 3000,
    });
    expect(typed).toEqual([]);
    expect(outcomes).toEqual({ overlord: 'ready', strategist: 'ready', inferno: 'not_ready' });
    expect(await store.statuses.readRitual('overlord')).toBeUndefined();
  });

  it('stops when it is told to', async () => {
    const { typed, outcomes } = await ceremony({
      ready: { overlord: 0, strategist: 5000, inferno: 5000 },
      each: (now, ending) => now > 3000 && ending.abort(),
    });
    expect(typed).toHaveLength(1);
    expect(outcomes).toEqual({
      overlord: 'given',
      strategist: 'interrupted',
      inferno: 'interrupted',
    });
  });

  it('does not blame the nudge that an interruption cut off', async () => {
    let ending: AbortController | undefined;
    const { outcomes } = await ceremony({
      ready: { overlord: 0, strategist: 0, inferno: 5000 },
      type(role, attempt) {
        if (role === 'overlord') return 'dialog_open';
        if (attempt === 1) ending?.abort();
        return 'ring_timeout';
      },
      each: (_now, given) => (ending = given),
    });
    expect(outcomes).toEqual({
      overlord: 'dialog_open',
      strategist: 'interrupted',
      inferno: 'interrupted',
    });
  });

  it('takes no ritual from a role that an interruption leaves with it, or without need of one', async () => {
    let isNoted = false;
    const { outcomes, store, told } = await ceremony({
      ready: {},
      rituals: ['overlord', 'strategist'],
      each(now, ending, of) {
        if (now > 3000) ending.abort();
        if (isNoted) return;
        isNoted = true;
        void of.statuses.noteRitual('overlord', { state: 'given', at: WHEN });
      },
    });
    const cut = 'interrupted';
    expect(outcomes).toEqual({ overlord: cut, strategist: cut, inferno: cut });
    expect(await store.statuses.readRitual('overlord')).toMatchObject({ state: 'given' });
    expect(await store.statuses.readRitual('strategist')).toMatchObject({ code: cut });
    expect(await store.statuses.readRitual('inferno')).toBeUndefined();
    const skipped = told.filter(({ step }) => step === 'skipped').map(({ role }) => role);
    expect(skipped).toEqual(['strategist']);
  });

  const ALL = { overlord: 3_600_000, strategist: 3_601_000, inferno: 3_602_000 };
  const askedUntil =
    (ms: number) =>
    (role: string, now: number): Question | undefined =>
      now < ms ? (role === 'overlord' ? 'trust' : 'elsewhere') : undefined;

  it('waits for a person as long as it takes, and hardly looks meanwhile [session.trust.3]', async () => {
    const { outcomes, told, looks } = await ceremony({
      ready: ALL,
      patienceMs: 10_000,
      asks: askedUntil(3_600_000),
    });
    expect(outcomes).toEqual({ overlord: 'given', strategist: 'given', inferno: 'given' });
    const steps = told.filter(({ role }) => role === 'overlord').map(({ step }) => step);
    expect(steps).toEqual(['starting', 'asks', 'ready', 'given']);
    expect(told).toContainEqual({ role: 'inferno', step: 'asks', question: 'elsewhere' });
    expect(looks.length).toBeLessThan(140);
  });

  it('begins within a second of the answer, not at its next look [session.trust.3]', async () => {
    const ready = { overlord: 3_615_000, strategist: 3_615_100, inferno: 3_615_200 };
    const { typed } = await ceremony({ ready, asks: askedUntil(3_615_000) });
    expect(Number(typed[0]?.split(' ')[0])).toBeLessThan(3_616_000);
  });

  it('leaves the questions to the person where it is told to, and skips nothing [session.trust.3]', async () => {
    const { outcomes, typed, store, told } = await ceremony({
      ready: { ...ALL, inferno: 0 },
      asks: askedUntil(3_600_000),
      leaveQuestions: true,
    });
    expect(typed).toHaveLength(1);
    const left = 'waits_for_person';
    expect(outcomes).toEqual({ inferno: 'given', overlord: left, strategist: left });
    expect(told.some(({ step }) => step === 'skipped')).toBe(false);
    expect(await store.statuses.readRitual('overlord')).toBeUndefined();
  });

  it('gives up one that asks nothing and does not come; those that ask are waited for', async () => {
    const { outcomes } = await ceremony({
      ready: { overlord: 3_600_000, strategist: 3_600_000 },
      patienceMs: 10_000,
      asks: (role, now) => (role === 'inferno' ? undefined : askedUntil(3_600_000)(role, now)),
    });
    expect(outcomes).toEqual({ overlord: 'given', strategist: 'given', inferno: 'not_ready' });
  });

  it('does not wait for an agent that has ended, and says what it left [session.ended.1]', async () => {
    const { outcomes, told, store, looks } = await ceremony({
      ready: { inferno: 0 },
      ended: () => ({ ended: 'pane_dead', postpones: false, lastLine: 'no key' }),
      leaveQuestions: true,
    });
    expect(outcomes).toEqual({ inferno: 'given', overlord: 'pane_dead', strategist: 'pane_dead' });
    const steps = told.filter(({ role }) => role === 'overlord');
    expect(steps.at(-1)).toEqual({ role: 'overlord', step: 'ended', lastLine: 'no key' });
    expect(steps).toHaveLength(2);
    expect(looks.at(-1)).toBeLessThan(10_000);
    const code = 'pane_dead';
    expect(await store.statuses.readRitual('overlord')).toMatchObject({ state: 'skipped', code });
  });

  it('takes no agent for ended by one look: its pane may just be made', async () => {
    let looks = 0;
    const { outcomes, told } = await ceremony({
      ready: { overlord: 9_000, strategist: 0, inferno: 0 },
      ended: () => ((looks += 1) === 1 ? { ended: 'pane_dead', postpones: false } : undefined),
    });
    expect(looks).toBeGreaterThan(1);
    expect(outcomes).toMatchObject({ overlord: 'given' });
    expect(told.some(({ step }) => step === 'ended')).toBe(false);
  });

  it('takes no agent for ended while a busy multiplexer may still make its pane', async () => {
    const { outcomes } = await ceremony({
      ready: { overlord: 14_000, strategist: 0, inferno: 0 },
      ended: () => ({ ended: 'no_pane', postpones: false }),
    });
    expect(outcomes).toMatchObject({ overlord: 'given' });
    const gone = await ceremony({
      ready: {},
      ended: () => ({ ended: 'no_pane', postpones: false }),
    });
    expect(gone.outcomes).toMatchObject({ overlord: 'no_pane' });
    expect(gone.looks.at(-1)).toBeLessThan(30_000);
  });

  it('leaves the roles that start after an ended agent, and asks for nothing [session.ended.2]', async () => {
    const ended = (role: string) =>
      role === 'overlord' ? ({ ended: 'pane_dead', postpones: true } as const) : undefined;
    const asks = () => 'elsewhere' as const;
    const left = await ceremony({ ready: {}, ended, asks, leaveQuestions: true });
    const waits = 'waits_for_person';
    expect(left.outcomes).toEqual({
      overlord: 'waits_for_restart',
      strategist: waits,
      inferno: waits,
    });
    expect(left.told.at(-1)).toEqual({ role: 'overlord', step: 'ended' });
    expect(await left.store.statuses.readRitual('overlord')).toBeUndefined();

    const again = await ceremony({
      ready: { overlord: 3_600_000, strategist: 3_601_000, inferno: 3_602_000 },
      ended: (role, now) => (now < 3_600_000 ? ended(role) : undefined),
      asks: (_, now) => (now < 3_600_000 ? 'elsewhere' : undefined),
    });
    expect(Object.values(again.outcomes)).toEqual(['given', 'given', 'given']);
  });

  it('gives up in its usual time once a question is gone and nothing comes', async () => {
    const { outcomes } = await ceremony({
      ready: {},
      patienceMs: 10_000,
      asks: askedUntil(60_000),
    });
    expect(Object.values(outcomes)).toEqual(['not_ready', 'not_ready', 'not_ready']);
  });

  it('does not give a ritual that another command gave while it waited', async () => {
    let given = false;
    const { typed, outcomes } = await ceremony({
      ready: { overlord: 50_000, strategist: 0, inferno: 0 },
      each(now, _ending, store) {
        if (now < 30_000 || given) return;
        given = true;
        void store.statuses.noteRitual('overlord', {
          state: 'given',
          at: '2999-01-01T00:00:00.000Z',
        });
      },
    });
    expect(typed.map((line) => line.split(' ')[1])).toEqual(['strategist', 'inferno']);
    expect(outcomes).toMatchObject({ overlord: 'ready' });
  });

  it('ends when the army is dismissed meanwhile', async () => {
    const clock = fakeClock();
    const store = openMemoryStore(sharedMemory(), { clock });
    const nobody = giveRituals({
      store,
      clock,
      formation: { pauses: usualPauses },
      roles: ['overlord'],
      rituals: new Map(),
      patienceMs: 60_000,
      questionMs: 1_000,
      readStarts: async () => new Map(),
      leaveQuestions: false,
      type: async () => undefined,
      tell: () => undefined,
      signal: new AbortController().signal,
    });
    await expect(nobody).rejects.toMatchObject({ code: 'store_gone' });
  });
});
