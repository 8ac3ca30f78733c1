import { steadyMs } from './clock.ts';

/** Lets the event loop run once: what has come in meanwhile is served. */
export const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Long loops of synchronous file work call `pause()` in every round: every `everyMs` it lets the event
 * loop run, and costs nothing otherwise.
 */
export function createBreather(everyMs = 8): { pause(): Promise<void> } {
  let since = steadyMs();
  return {
    async pause() {
      if (steadyMs() - since < everyMs) return;
      await letOthersRun();
      since = steadyMs();
    },
  };
}
