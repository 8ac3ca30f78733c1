import type { Clock, Timer } from './clock.ts';

/** `fallback` once `ms` have passed; the late result is dropped. */
export async function withTimeout<T, F>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  fallback: F,
): Promise<T | F> {
  let timer: Timer | undefined;
  const late = new Promise<F>((resolve) => {
    timer = clock.after(ms, () => resolve(fallback));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer?.cancel();
  }
}

/** Waits; ends earlier on the signal. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const done = (): void => {
      timer.cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.after(ms, done);
    signal?.addEventListener('abort', done);
  });
}
