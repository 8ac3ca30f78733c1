import { join } from 'node:path';
import { isErrno } from '../../kit/errno.ts';
import type { Traffic } from '../store.ts';
import { ignoring, type Ground } from './ground.ts';

/** Beyond this many the older ones go. */
const LINES = 200;
const KEPT = 50;
const FILE_BYTES = 64 * 1024;
const TIME = /^\d{13}$/;

/**
 * `traffic/{a}+{b}`: a line for each message between the two, when it was sent. One append each, so
 * that nobody has to wait for anybody.
 */
export function trafficFiles({ at, disk, clock, ids }: Ground): Traffic {
  const times = async (path: string): Promise<number[]> =>
    (await disk.read(path, FILE_BYTES)).split('\n').flatMap((line) => {
      return TIME.test(line) ? [Number(line)] : [];
    });

  /** Moved aside first, then read: what is appended meanwhile is not lost with the old ones. */
  async function shorten(path: string): Promise<void> {
    const aside = join(at.tmp, ids.next());
    await ignoring(['ENOENT'], async () => {
      await disk.rename(path, aside);
      const kept = await times(aside).catch(() => []);
      await disk.append(
        path,
        kept
          .slice(-KEPT)
          .map((time) => `${time}\n`)
          .join(''),
      );
      await disk.unlink(aside);
    });
  }

  return {
    async note(pair) {
      const path = at.traffic(pair);
      await disk.append(path, `${clock.now()}\n`);
      const all = await times(path).catch(async (error: unknown) => {
        // Taken away by a release, or not what we wrote: it begins anew.
        if (!isErrno(error, 'ENOENT')) await shorten(path);
        return [];
      });
      if (all.length > LINES) await shorten(path);
      return all;
    },

    forget: (pair) => ignoring(['ENOENT'], () => disk.unlink(at.traffic(pair))),
  };
}
