import type { Clock, Timer } from '../kit/clock.ts';

export interface Pace {
  /** Something is to be done: at once, or when the last time is long enough ago. */
  stir(): void;
  /** Nothing more is begun; returns when what was begun is over. */
  stop(): Promise<void>;
}

/** Does the same work again and again, never twice at once, and never more often than every `gapMs`. */
export function createPace(clock: Clock, gapMs: number, work: () => Promise<void>): Pace {
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

  function stir(): void {
    if (stopped || timer !== undefined) return;
    again = running !== undefined;
    if (again) return;
    const wait = last + gapMs - clock.monotonic();
    if (wait <= 0) {
      running = run();
      return;
    }
    timer = clock.after(wait, () => {
      timer = undefined;
      stir();
    });
  }

  return {
    stir,
    async stop() {
      stopped = true;
      timer?.cancel();
      await running;
    },
  };
}
