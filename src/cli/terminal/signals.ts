import { ENDING_SIGNALS } from '../../kit/signals.ts';

/** Aborts at these signals, until it is disposed: all that ask a process to end, unless others are named. */
export function abortOnSignals(
  signals: readonly NodeJS.Signals[] = ENDING_SIGNALS,
): Disposable & Pick<AbortController, 'abort' | 'signal'> {
  const ending = new AbortController();
  const abort = (): void => ending.abort();
  for (const signal of signals) process.on(signal, abort);
  return {
    signal: ending.signal,
    abort,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, abort);
    },
  };
}
