import { join } from 'node:path';
import type { Exchange } from '../../army/pair.ts';
import { isErrno } from '../../kit/errno.ts';
import type { Traffic } from '../store.ts';
import { ignoring, type Ground } from './ground.ts';

/** Beyond this many the older ones go. What is kept has room for the greatest measure, and its pauses. */
const LINES = 500;
const KEPT = 250;
const FILE_BYTES = 64 * 1024;
const LINE = /^(\d{13})(?: (\d{1,9}))?$/;

/**
 * `traffic/{a}+{b}`: a line for each message between the two, when it was sent, and one for each
 * pause, when it began and its length. One append each, so that no sender waits for another.
 */
export function trafficFiles({ at, disk, clock, ids }: Ground): Traffic {
  const lines = async (path: string): Promise<string[]> =>
    (await disk.read(path, FILE_BYTES)).split('\n').filter((line) => LINE.test(line));

  /** Moved aside first, then read: what is appended meanwhile is not lost with the old ones. */
  async function shorten(path: string): Promise<void> {
    const aside = join(at.tmp, ids.next());
    await ignoring(['ENOENT'], async () => {
      await disk.rename(path, aside);
      const kept = await lines(aside).catch(() => []);
      const text = kept.slice(-KEPT).map((line) => `${line}\n`);
      await disk.append(path, text.join(''));
      await disk.unlink(aside);
    });
  }

  return {
    async note(pair) {
      const path = at.traffic(pair);
      await disk.append(path, `${clock.now()}\n`);
      const all = await lines(path).catch(async (error: unknown) => {
        // Taken away by a release, or not what we wrote: it begins anew.
        if (!isErrno(error, 'ENOENT')) await shorten(path);
        return [];
      });
      if (all.length > LINES) await shorten(path);
      return asExchange(all);
    },

    notePause: (pair, ms) => disk.append(at.traffic(pair), `${clock.now()} ${ms}\n`),

    forget: async (pair) => void (await ignoring(['ENOENT'], () => disk.unlink(at.traffic(pair)))),
  };
}

function asExchange(lines: readonly string[]): Exchange {
  const noted = lines.map((line) => line.split(' ').map(Number));
  return {
    messages: noted.flatMap(([at = 0, ms]) => (ms === undefined ? [at] : [])),
    pauses: noted.flatMap(([at = 0, ms]) => (ms === undefined ? [] : [{ at, ms }])),
  };
}
