import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GUARD_MESSAGES, GUARD_WINDOW_MS, isLoop } from '../../src/relay/guard.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const MINUTE = 60_000;
/** So many messages, evenly over the time until now, the last of them now. */
const lately = (count: number, overMs: number): number[] =>
  Array.from({ length: count }, (_, i) => NOW - Math.floor((overMs * (count - 1 - i)) / count));

describe('the guard', () => {
  it('allows twenty messages in five minutes', () => {
    expect([GUARD_MESSAGES, GUARD_WINDOW_MS]).toEqual([20, 5 * MINUTE]);
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
  ])('%s', (_what, times, spoken, loop) => {
    expect(isLoop(times, NOW, spoken)).toBe(loop);
  });

  it('never holds where no five minutes have more than twenty', () => {
    // Twenty gaps of a row of messages last as long as the window.
    const gaps = fc.array(fc.nat(2 * MINUTE), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(gaps, (given) => {
        const times: number[] = [];
        for (const gap of given) {
          const earliest = (times.at(-GUARD_MESSAGES) ?? -Infinity) + GUARD_WINDOW_MS;
          times.push(Math.max((times.at(-1) ?? NOW) + gap, earliest));
          if (isLoop(times, times.at(-1) ?? 0, undefined)) return false;
        }
        return true;
      }),
    );
  });

  it('always holds at the twenty-first of five minutes, whatever was before', () => {
    const long = fc.array(fc.nat(60 * MINUTE));
    const recent = fc.array(fc.nat(GUARD_WINDOW_MS - 1), {
      minLength: GUARD_MESSAGES,
      maxLength: 60,
    });
    const silence = fc.option(fc.nat(60 * MINUTE), { nil: undefined });
    fc.assert(
      fc.property(long, recent, silence, (older, ages, quiet) => {
        const spoken = quiet === undefined ? undefined : NOW - GUARD_WINDOW_MS - quiet;
        return isLoop(
          [...older, ...ages, 0].map((age) => NOW - age),
          NOW,
          spoken,
        );
      }),
    );
  });
});
