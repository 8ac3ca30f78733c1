import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUCKET_EDGES_MS } from '../../src/lookout/picture.ts';
import { createRungs } from '../../src/lookout/rungs.ts';

const exact = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

it('percentiles are at most 5 % and half a millisecond above the truth, never below it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(600_000), { minLength: 1, maxLength: 300 }), (values) => {
      const rungs = createRungs();
      for (const ms of values) rungs.took('socket', ms);
      const [seen] = rungs.figures();
      for (const [told, part] of [
        [seen?.p50Ms, 0.5],
        [seen?.p95Ms, 0.95],
      ] as const) {
        const truth = exact(values, part);
        expect(told).toBeGreaterThanOrEqual(truth - 0.5);
        expect(told).toBeLessThanOrEqual(Math.max(1, truth) * 1.05 + 0.5);
      }
      expect(seen?.buckets.reduce((a, b) => a + b, 0)).toBe(values.length);
    }),
  );
});

it.for([
  [0, 0],
  [10, 0],
  [11, 1],
  [300_000, BUCKET_EDGES_MS.length - 1],
  [300_001, BUCKET_EDGES_MS.length],
] as const)('a delivery time of %i ms belongs to bucket %i', ([ms, bucket]) => {
  const rungs = createRungs();
  rungs.took('hook', ms);
  expect(rungs.figures()[0]?.buckets.indexOf(1)).toBe(bucket);
});

it('`none` comes last; a doorbell without deliveries has no percentiles', () => {
  const rungs = createRungs();
  rungs.failed('none');
  rungs.rang('typed');
  expect(rungs.figures().map(({ by, rung, failed, p50Ms }) => [by, rung, failed, p50Ms])).toEqual([
    ['typed', 1, 0, undefined],
    ['none', 0, 1, undefined],
  ]);
});
