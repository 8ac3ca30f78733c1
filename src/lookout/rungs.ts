import { BUCKET_EDGES_MS, type RungFigures } from './picture.ts';

/** Where no ring was needed. */
export const NONE = 'none';

/** Edges of the fine histogram that percentiles are read from: each 5 % above the one before. */
const STEP = Math.log(1.05);

interface Rung {
  rung: number;
  failed: number;
  buckets: number[];
  /** How many took so long, by the number of the fine edge above them. */
  fine: Map<number, number>;
  taken: number;
  longest: number;
}

/**
 * How long messages took, by doorbell, over all messages: two histograms each, the one that is shown and
 * a finer one. So p50 and p95 are at most 5 % above the truth, and cost the same for ten messages or ten
 * million.
 */
export function createRungs() {
  const known = new Map<string, Rung>();

  function of(by: string): Rung {
    const found = known.get(by) ?? {
      rung: 0,
      failed: 0,
      buckets: Array.from({ length: BUCKET_EDGES_MS.length + 1 }, () => 0),
      fine: new Map(),
      taken: 0,
      longest: 0,
    };
    known.set(by, found);
    return found;
  }

  return {
    rang: (by: string) => void (of(by).rung += 1),
    failed: (by: string) => void (of(by).failed += 1),
    /** A message was handed over so long after it was stored, by this doorbell. */
    took(by: string, ms: number) {
      const rung = of(by);
      const edge = BUCKET_EDGES_MS.findIndex((limit) => ms <= limit);
      const bucket = edge === -1 ? BUCKET_EDGES_MS.length : edge;
      rung.buckets[bucket] = (rung.buckets[bucket] ?? 0) + 1;
      const fine = ms <= 1 ? 0 : Math.ceil(Math.log(ms) / STEP);
      rung.fine.set(fine, (rung.fine.get(fine) ?? 0) + 1);
      rung.taken += 1;
      rung.longest = Math.max(rung.longest, ms);
    },
    figures: (): RungFigures[] =>
      [...known]
        .toSorted(([a], [b]) => Number(a === NONE) - Number(b === NONE))
        .map(([by, one]) => ({
          by,
          rung: one.rung,
          failed: one.failed,
          buckets: [...one.buckets],
          p50Ms: percentile(one, 0.5),
          p95Ms: percentile(one, 0.95),
        })),
  };
}

function percentile({ fine, taken, longest }: Rung, part: number): number | undefined {
  let left = Math.ceil(taken * part);
  for (const [edge, count] of [...fine].sort(([a], [b]) => a - b)) {
    left -= count;
    if (left <= 0) return Math.min(longest, Math.round(Math.exp(edge * STEP)));
  }
  return undefined;
}
