export interface Timer {
  cancel(): void;
}

/** Time as a value, so that a test can control it. */
export interface Clock {
  /** Milliseconds since 1970; may jump. */
  now(): number;
  /** Milliseconds that never go back. */
  monotonic(): number;
  /** Calls once. Does not keep the process alive. */
  after(ms: number, call: () => void): Timer;
}

/** Not `performance.now()`: a relay would load all of perf_hooks at its start for this alone. */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / 1e6;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: steadyMs,
  after(ms, call) {
    const timer = setTimeout(call, ms);
    timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

export const rfc3339 = (ms: number): string => new Date(ms).toISOString();
