import { describe, expect, it } from 'vitest';
import { usualPauses } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { WakeFailure } from '../../src/errors.ts';
import { openMemoryStore, sharedMemory } from '../../src/store/memory.ts';
import { giveRituals, type Welcome } from '../../src/summon/inject.ts';
import type { Progress } from '../../src/summon/parts.ts';
import { fakeClock, type FakeClock } from '../support/time.ts';

const { between } = usualPauses;
const WHEN = '2026-11-15T00:00:00.000Z';

/** A ceremony for three, on a clock that moves on whenever everybody waits for it. */
async function ceremony(options: {
  /** When each becomes ready; one that is not named never does. */
  ready: Partial<Record<string, number>>;
  patienceMs?: number;
  rituals?: readonly string[];
  type?: (role: string, attempt: number) => WakeFailure | undefined;
  each?: (now: number, ending: AbortController) => void;
}) {
  const { ready, patienceMs = 60_000, rituals = ['overlord', 'strategist', 'inferno'] } = options;
  const clock = fakeClock();
  const store = openMemoryStore(sharedMemory(), { clock, isAlive: () => true });
  await store.init(overlordFormation);
  const relay = { pid: 1, start: '', boot: '' };
  for (const [role, at] of Object.entries(ready)) {
    const seat = { relay, agent: { kind: 'mock' }, doorbells: [] };
    const incarnation = await store.seats.take(role, seat);
    clock.after(at ?? 0, () => {
      void store.seats.update(role, { ...seat, incarnation, readyAt: WHEN });
    });
  }
  const typed: string[] = [];
  const told: Progress[] = [];
  const ending = new AbortController();
  const work = giveRituals({
    store,
    clock,
    formation: { pauses: usualPauses },
    roles: ['overlord', 'strategist', 'inferno'],
    rituals: new Map(rituals.map((role) => [role, `You are ${role}.`])),
    patienceMs,
    async type(role, text) {
      expect(text).toBe(`You are ${role}.`);
      typed.push(`${clock.monotonic()} ${role}`);
      const attempts = typed.filter((line) => line.endsWith(` ${role}`)).length;
      return options.type?.(role, attempts);
    },
    tell: (progress) => told.push(progress),
    signal: ending.signal,
  });
  const outcomes = await settle(clock, work, () => options.each?.(clock.monotonic(), ending));
  return { typed, told, store, outcomes: Object.fromEntries(outcomes) as Record<string, Welcome> };
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

  it('gives each its own as soon as it is ready, whoever comes first', async () => {
    const { typed, told } = await ceremony({
      ready: { overlord: 9000, strategist: 5000, inferno: 0 },
    });
    expect(typed.map((line) => line.split(' ')[1])).toEqual(['inferno', 'strategist', 'overlord']);
    expect(Number(typed[2]?.split(' ')[0])).toBeGreaterThanOrEqual(9000);
    const steps = told.filter(({ role }) => role === 'overlord').map(({ step }) => step);
    expect(steps).toEqual(['starting', 'ready', 'given']);
  });

  it('skips who is not ready in time, and notes it', async () => {
    const { typed, outcomes, store, told } = await ceremony({
      ready: { overlord: 0, inferno: 0 },
      patienceMs: 10_000,
    });
    expect(typed).toHaveLength(2);
    expect(outcomes).toMatchObject({ overlord: 'given', strategist: 'not_ready' });
    expect(await store.statuses.ritual('strategist')).toMatchObject({
      state: 'skipped',
      code: 'not_ready',
    });
    expect(await store.statuses.ritual('inferno')).toMatchObject({ state: 'given' });
    expect(told.at(-1)).toEqual({ role: 'strategist', step: 'skipped', code: 'not_ready' });
  });

  it('gives one who was ready in time its own, however long those before it took', async () => {
    const { outcomes } = await ceremony({
      ready: { overlord: 0, inferno: 0, strategist: 5_000 },
      patienceMs: between / 2,
    });
    expect(outcomes).toEqual({ overlord: 'given', inferno: 'given', strategist: 'not_ready' });
  });

  it('comes back to a dialog after the others, and gives up in time', async () => {
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
    expect(await never.store.statuses.ritual('overlord')).toMatchObject({ code: 'dialog_open' });
  });

  it('types nothing where there is nothing to give, and says who is ready [ritual.skip.1]', async () => {
    const { typed, outcomes, store } = await ceremony({
      ready: { overlord: 0, strategist: 0 },
      rituals: [],
      patienceMs: 3000,
    });
    expect(typed).toEqual([]);
    expect(outcomes).toEqual({ overlord: 'ready', strategist: 'ready', inferno: 'not_ready' });
    expect(await store.statuses.ritual('overlord')).toBeUndefined();
  });

  it('stops when it is told to', async () => {
    const { typed, outcomes } = await ceremony({
      ready: { overlord: 0, strategist: 5000, inferno: 5000 },
      each: (now, ending) => now > 3000 && ending.abort(),
    });
    expect(typed).toHaveLength(1);
    expect(outcomes).toEqual({
      overlord: 'given',
      strategist: 'not_ready',
      inferno: 'not_ready',
    });
  });

  it('ends with an army that was dismissed meanwhile', async () => {
    const clock = fakeClock();
    const store = openMemoryStore(sharedMemory(), { clock });
    const nobody = giveRituals({
      store,
      clock,
      formation: { pauses: usualPauses },
      roles: ['overlord'],
      rituals: new Map(),
      patienceMs: 60_000,
      type: async () => undefined,
      tell: () => undefined,
      signal: new AbortController().signal,
    });
    await expect(nobody).rejects.toMatchObject({ code: 'store_gone' });
  });
});
