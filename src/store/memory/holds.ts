import { heldName } from '../../army/pair.ts';
import { rfc3339, type Clock } from '../../kit/clock.ts';
import type { SharedMemory } from '../memory.ts';
import type { Holds, Traffic } from '../store.ts';

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
      async set(held, by) {
        const name = heldName(held);
        if (holds.has(name)) return false;
        holds.set(name, { held, since: rfc3339(clock.now()), by });
        tell();
        return true;
      },
      async lift(held) {
        const lifted = holds.delete(heldName(held));
        if (lifted) tell();
        return lifted;
      },
    },
    traffic: {
      async note(pair) {
        const times = [...(traffic.get(heldName(pair)) ?? []), clock.now()];
        traffic.set(heldName(pair), times);
        return times;
      },
      async forget(pair) {
        traffic.delete(heldName(pair));
      },
    },
  };
}
