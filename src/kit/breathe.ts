import { steadyMs } from './clock.ts';

/**
 * Long loops of synchronous file work call `pause()` on every turn: now and then it lets the event
 * loop serve others, and costs nothing otherwise.
 */
export function createBreather(everyMs = 8): { pause(): Promise<void> } {
  let since = steadyMs();
  return {
    async pause() {
      if (steadyMs() - since < everyMs) return;
      await new Promise((resolve) => setImmediate(resolve));
      since = steadyMs();
    },
  };
}
