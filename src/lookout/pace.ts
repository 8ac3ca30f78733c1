import type { Clock, Timer } from '../kit/clock.ts';

/** Runs the work when stirred, never twice at once, and never more often than every `gapMs`. */
export function createPace(clock: Clock, gapMs: number, work: () => Promise<void>) {
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let last = -Infinity;

  async function run(): Promise<void> {
    last = clock.monotonic();
    await work();
    running = undefined;
    if (again) stir();
  }

  /** Starts the work at once, or `gapMs` after its last start. */
  function stir(): void {
    if (stopped || timer !== undefined) return;
    again = running !== undefined;
    if (again) return;
    const waitMs = last + gapMs - clock.monotonic();
    if (waitMs <= 0) {
      running = run();
      return;
    }
    timer = clock.after(waitMs, () => {
      timer = undefined;
      stir();
    });
  }

  return {
    stir,
    /** Starts nothing more; returns when running work is over. */
    async stop(): Promise<void> {
      stopped = true;
      timer?.cancel();
      await running;
    },
  };
}
