import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageChangesInMs, coarseAge } from '../../src/kit/age.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

describe('a coarse age', () => {
  it.each([
    [-5 * MINUTE, 'now', 0],
    [0, 'now', 0],
    [59 * SECOND, 'now', 0],
    [MINUTE, 'minutes', 1],
    [HOUR - 1, 'minutes', 59],
    [HOUR, 'hours', 1],
    [DAY - 1, 'hours', 23],
    [3 * DAY + HOUR, 'days', 3],
    [Number.NaN, 'now', 0],
  ] as const)('%d ms is %s %d', (ms, unit, count) =>
    expect(coarseAge(ms)).toEqual({ unit, count }),
  );

  it('looks the same until its change is due, and different then', () => {
    fc.assert(
      fc.property(fc.nat(10 * DAY), (ms) => {
        const due = ageChangesInMs(ms);
        expect(coarseAge(ms + due - 1)).toEqual(coarseAge(ms));
        expect(coarseAge(ms + due)).not.toEqual(coarseAge(ms));
      }),
    );
  });

  it('of a future time is looked at again', () => expect(ageChangesInMs(-HOUR)).toBeGreaterThan(0));
});
