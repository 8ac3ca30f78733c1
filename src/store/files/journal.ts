import { rfc3339 } from '../../kit/clock.ts';
import type { Journal } from '../store.ts';
import type { Ground } from './ground.ts';

/**
 * One write for all records of a call. Each record begins with a newline: a record torn by SIGKILL
 * then never swallows the next one (N3), and readers skip what does not parse.
 */
export function journalFile({ at, disk, clock }: Omit<Ground, 'ids'>): Journal {
  return {
    async write(events) {
      const stamp = rfc3339(clock.now());
      const lines = events.map((event) => `\n${JSON.stringify({ at: stamp, ...event })}`);
      if (lines.length === 0) return;
      await disk.append(at.journal, lines.join('')).catch(() => undefined);
    },
  };
}
