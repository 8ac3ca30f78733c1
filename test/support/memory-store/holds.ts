import { heldName, type Exchange } from '../../../src/army/pair.ts';
import { rfc3339, type Clock } from '../../../src/kit/clock.ts';
import type { SharedMemory } from '../memory-store.ts';
import type { Holds, Traffic } from '../../../src/store/store.ts';

const NOTHING: Exchange = { messages: [], pauses: [] };

export function memoryHolds(
  { holds, traffic, watchers, lookers }: SharedMemory,
  clock: Clock,
): { holds: Holds; traffic: Traffic } {
  const tell = (): void => {
    for (const watcher of watchers) watcher('', 'hold');
    for (const looker of lookers) looker(undefined);
  };
  return {
    holds: {
      list: async () => [...holds].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, hold]) => hold),
      async set(held, by, until) {
        const name = heldName(held);
        if (holds.has(name)) return false;
        holds.set(name, {
          held,
          since: rfc3339(clock.now()),
          by,
          ...(until !== undefined && { until }),
        });
        tell();
        return true;
      },
      async noteInterrupted(held, roles) {
        const name = heldName(held);
        const hold = holds.get(name);
        if (hold === undefined) return;
        const interrupted = [...new Set([...(hold.interrupted ?? []), ...roles])];
        holds.set(name, { ...hold, interrupted });
      },
      async lift(held) {
        const lifted = holds.delete(heldName(held));
        if (lifted) tell();
        return lifted;
      },
    },
    traffic: {
      async note(pair) {
        const { messages, pauses } = traffic.get(heldName(pair)) ?? NOTHING;
        const noted = { messages: [...messages, clock.now()], pauses };
        traffic.set(heldName(pair), noted);
        return noted;
      },
      async notePause(pair, ms) {
        const { messages, pauses } = traffic.get(heldName(pair)) ?? NOTHING;
        traffic.set(heldName(pair), { messages, pauses: [...pauses, { at: clock.now(), ms }] });
      },
      async forget(pair) {
        traffic.delete(heldName(pair));
      },
    },
  };
}
