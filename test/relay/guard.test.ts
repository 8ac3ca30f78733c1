import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formationSchema, usualGuard, type GuardMeasure } from '../../src/army/formation.ts';
import type { Exchange } from '../../src/army/pair.ts';
import { findPause } from '../../src/relay/guard.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const MINUTE = 60_000;
const MESSAGES = 20;
const WINDOW_MS = 5 * MINUTE;
/** So many messages, evenly over the time until now, the last of them now. */
const lately = (count: number, overMs: number): number[] =>
  Array.from({ length: count }, (_, i) => NOW - Math.floor((overMs * (count - 1 - i)) / count));

const isLoop = (messages: readonly number[], now: number, spoken: number | undefined): boolean =>
  findPause({ messages, pauses: [] }, usualGuard, now, spoken) !== undefined;

/** Messages at these times, each pausing the two before the next as the guard says; the pauses in seconds. */
function play(measure: GuardMeasure, gapsMs: readonly number[]) {
  const exchange = { messages: [] as number[], pauses: [] as { at: number; ms: number }[] };
  const given: number[] = [];
  let now = NOW;
  for (const gap of gapsMs) {
    now += gap;
    exchange.messages.push(now);
    const pause = findPause(exchange, measure, now);
    given.push((pause?.ms ?? 0) / 1000);
    if (pause === undefined) continue;
    exchange.pauses.push({ at: now, ms: pause.ms });
    now += pause.ms;
  }
  return given;
}

describe('the guard', () => {
  it('allows twenty messages in five minutes, then pauses of half a minute to ten minutes [R14]', () => {
    expect(usualGuard).toEqual({ messages: 20, window: 300, pause: 30, longest_pause: 600 });
    const { guard } = formationSchema.parse({ name: 'solo', roles: [{ role: 'one' }] });
    expect(guard).toEqual(usualGuard);
  });

  it.each<[string, number[], number | undefined, boolean]>([
    ['nothing', [], undefined, false],
    ['twenty at once', lately(20, 0), undefined, false],
    ['twenty-one at once', lately(21, 0), undefined, true],
    ['twenty-one over almost five minutes', lately(21, 5 * MINUTE - 1), undefined, true],
    ['twenty-one over six minutes', lately(21, 6 * MINUTE + 30_000), undefined, false],
    ['a hundred, but long ago', lately(100, 0).map((t) => t - 6 * MINUTE), undefined, false],
    [
      'twenty-one, the first exactly five minutes old',
      [NOW - 5 * MINUTE, ...lately(20, 0)],
      undefined,
      false,
    ],
    ['twenty-one, and a person has just spoken', lately(21, MINUTE), NOW, false],
    ['twenty-one since a person spoke', lately(21, MINUTE), NOW - 2 * MINUTE, true],
    ['twenty-one, a person spoke long ago', lately(21, MINUTE), NOW - 60 * MINUTE, true],
    [
      'twenty since a person spoke, many before',
      [...lately(50, 0).map((t) => t - MINUTE), ...lately(20, 0)],
      NOW - MINUTE,
      false,
    ],
    ['many from a clock that went back', lately(100, 0).map((t) => t + MINUTE), undefined, false],
  ])('decides correctly: %s', (_what, times, spoken, loop) => {
    expect(isLoop(times, NOW, spoken)).toBe(loop);
  });

  it('never pauses where no five minutes have more than twenty', () => {
    // Twenty gaps of a row of messages last as long as the window.
    const gaps = fc.array(fc.nat(2 * MINUTE), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(gaps, (given) => {
        const times: number[] = [];
        for (const gap of given) {
          const earliest = (times.at(-MESSAGES) ?? -Infinity) + WINDOW_MS;
          times.push(Math.max((times.at(-1) ?? NOW) + gap, earliest));
          if (isLoop(times, times.at(-1) ?? 0, undefined)) return false;
        }
        return true;
      }),
    );
  });

  it('always pauses at the twenty-first of five minutes, whatever was before', () => {
    const long = fc.array(fc.nat(60 * MINUTE));
    const recent = fc.array(fc.nat(WINDOW_MS - 1), { minLength: MESSAGES, maxLength: 60 });
    const silence = fc.option(fc.nat(60 * MINUTE), { nil: undefined });
    fc.assert(
      fc.property(long, recent, silence, (older, ages, quiet) => {
        const spoken = quiet === undefined ? undefined : NOW - WINDOW_MS - quiet;
        return isLoop(
          [...older, ...ages, 0].map((age) => NOW - age),
          NOW,
          spoken,
        );
      }),
    );
  });

  it('doubles its pauses up to the longest, and keeps a loop slow [R14]', () => {
    const loop = play(usualGuard, Array<number>(30).fill(4000));
    expect(loop.slice(0, 20)).toEqual(Array(20).fill(0));
    expect(loop.slice(20)).toEqual([30, 60, 120, 240, 480, 600, 600, 600, 600, 600]);
  });

  it('lets go of two that have become slow themselves, and begins anew with the first pause [R14]', () => {
    const measure = { ...usualGuard, messages: 2 };
    const minute = MINUTE;
    // Three at once, a reply at once; then five minutes of work between two messages.
    const gaps = [0, 0, 0, 0, 6 * minute, 6 * minute, 0, 0];
    expect(play(measure, gaps)).toEqual([0, 0, 30, 60, 0, 0, 0, 30]);
  });

  it('does not count what was before a person spoke, its pauses neither', () => {
    const exchange: Exchange = {
      messages: lately(25, MINUTE),
      pauses: [{ at: NOW - 2 * MINUTE, ms: MINUTE }],
    };
    expect(findPause(exchange, usualGuard, NOW)).toEqual({ ms: 60_000, isFirst: false });
    expect(findPause(exchange, usualGuard, NOW, NOW - 90_000)).toEqual({
      ms: 30_000,
      isFirst: true,
    });
  });

  it('is off where the configuration says so', () => {
    expect(play({ ...usualGuard, messages: 'off' }, Array<number>(200).fill(0))).toEqual(
      Array(200).fill(0),
    );
  });

  it('gives no pause shorter than the one before it in a loop, nor longer than the longest', () => {
    const measures = fc.record({
      messages: fc.integer({ min: 1, max: 100 }),
      window: fc.integer({ min: 60, max: 3600 }),
      pause: fc.integer({ min: 1, max: 3600 }),
      longest_pause: fc.integer({ min: 1, max: 3600 }),
    });
    fc.assert(
      fc.property(measures, (measure) => {
        // All within the window, so that a loop it stays.
        const given = play(measure, Array<number>(measure.messages + 12).fill(10));
        const pauses = given.slice(measure.messages);
        return (
          given.slice(0, measure.messages).every((pause) => pause === 0) &&
          pauses.every((pause, i) => pause >= (pauses[i - 1] ?? 1)) &&
          pauses.every((pause) => pause <= measure.longest_pause)
        );
      }),
    );
  });
});
