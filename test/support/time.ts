import type { Clock, Timer } from '../../src/kit/clock.ts';

export interface FakeClock extends Clock {
  /** Moves both clocks on and calls what fell due, in order. */
  advance(ms: number): void;
  /** Moves the wall clock alone, as a person or NTP does. */
  setNow(ms: number): void;
  /** Delays of the timers that are waiting. */
  pending(): number[];
}

export function fakeClock(startMs = Date.UTC(2026, 10, 15)): FakeClock {
  let wall = startMs;
  let steady = 0;
  const timers = new Set<{ at: number; call: () => void }>();
  return {
    now: () => wall,
    monotonic: () => steady,
    after(ms, call): Timer {
      const timer = { at: steady + ms, call };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    advance(ms) {
      const end = steady + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        wall += next.at - steady;
        steady = next.at;
        next.call();
      }
      wall += end - steady;
      steady = end;
    },
    setNow(ms) {
      wall = ms;
    },
    pending: () => [...timers].map(({ at }) => at - steady),
  };
}
