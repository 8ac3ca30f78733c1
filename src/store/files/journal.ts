import { OvldError } from '../../errors.ts';
import { rfc3339 } from '../../kit/clock.ts';
import { UnfitFile, type Piece } from '../../kit/disk.ts';
import { isErrno } from '../../kit/errno.ts';
import { parseRecord } from '../journal-record.ts';
import type { Journal, JournalPosition, JournalRecord } from '../store.ts';
import type { Ground } from './ground.ts';
import { watchJournal } from './watch.ts';

const PIECE_BYTES = 1_048_576;
const NEWLINE = 0x0a;

/** Here it counts bytes. */
const position = (bytes: number) => bytes as JournalPosition;

/**
 * One write for all records of a call. Each record begins with a newline: a record torn by SIGKILL
 * then never swallows the next one (N3), and readers skip what does not parse.
 */
export function journalFile({ at, disk, clock, watches }: Omit<Ground, 'ids'>): Journal {
  /** Which file the last piece was of: the same place in another one means nothing. */
  let inode: string | undefined;
  const listeners: Parameters<Journal['listen']>[0][] = [];

  async function piece(from: number, limit: number): Promise<Piece | undefined> {
    try {
      return await disk.readFrom(at.journal, from, limit);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined;
      if (!(error instanceof UnfitFile)) throw error;
      throw new OvldError('store_unusable', { path: at.journal, reason: error.reason });
    }
  }

  return {
    async write(events) {
      const stamp = rfc3339(clock.now());
      const lines = events.map((event) => `\n${JSON.stringify({ at: stamp, ...event })}`);
      if (lines.length === 0) return;
      await disk.append(at.journal, lines.join('')).catch(() => undefined);
      for (const heard of listeners) heard(events);
    },

    async read(after, limit = PIECE_BYTES) {
      const from: number = after ?? 0;
      let [start, found] = [from, await piece(from, limit)];
      const other = inode !== undefined && found?.inode !== inode;
      if (found !== undefined && from > 0 && (other || found.size < from)) {
        [start, found] = [0, await piece(0, limit)];
      }
      if (found === undefined) return { records: [], next: position(0) };
      ({ inode } = found);
      const { records, used } = recordsIn(found.bytes, limit);
      return { records, next: position(start + used) };
    },

    watch: (changed) => watchJournal({ at, disk, watches }, changed),
    listen: (heard) => void listeners.push(heard),
  };
}

/** The records of a piece, and how much of it is done with: its last line may still be growing. */
function recordsIn(bytes: Buffer, limit: number): { records: JournalRecord[]; used: number } {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const tail = bytes.toString('utf8', end);
  const lines = bytes.toString('utf8', 0, end).split('\n');
  const endless = end === 0 && bytes.length === limit;
  const whole = isWhole(tail);
  const records = [...lines, ...(whole ? [tail] : [])].flatMap((line) => parseRecord(line) ?? []);
  return { records, used: whole || endless ? bytes.length : end };
}

/** No beginning of an object is an object. */
export function isWhole(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
