import { dirname } from 'node:path';
import { OvldError, type Reason } from '../../errors.ts';
import { nodeDisk, type Disk } from '../../kit/disk.ts';
import { listBelow, namesIn } from '../../kit/survey.ts';
import { isIncarnation, layout } from './layout.ts';
import { isWhole } from './journal.ts';
import { readFormation } from './outfit.ts';
import { asidesIn } from './past.ts';

const MOST_LINKS = 100;
/** What an agent is given for its home: links are all it is made of, and nothing of ovld's is looked for there. */
const SEAT_HOME = /\/files\/[^/]+\.home\//;

export async function inspectRelayDir(dir: string, disk: Disk = nodeDisk) {
  const at = layout(dir);
  const [root, ...inside] = listBelow(`${dir}/.`).entries;
  return {
    present: root?.kind === 'dir',
    formation: await formationIn(dir, disk),
    quarantined: quarantinedIn(at.bad),
    tornLines: await tornIn(at.journal, disk),
    links: inside
      .flatMap(({ kind, path }) => (kind === 'link' && !SEAT_HOME.test(path) ? [path] : []))
      .slice(0, MOST_LINKS),
  };
}

/** Each lies beside its reason. */
export const quarantinedIn = (bad: string): number =>
  namesIn(bad).filter((name) => !name.endsWith('.reason')).length;

async function formationIn(
  dir: string,
  disk: Disk,
): Promise<'fine' | 'missing' | { path: string; reason: Reason }> {
  try {
    const found = await readFormation({ at: layout(dir), disk });
    return found === undefined ? 'missing' : 'fine';
  } catch (error) {
    const { data } = error instanceof OvldError ? error : { data: {} };
    const reason = 'reason' in data ? data.reason : String(error);
    return { path: layout(dir).formation, reason };
  }
}

const PIECE_BYTES = 1_048_576;
const MOST_BYTES = 64 * PIECE_BYTES;

/** Lines that are no record (N3). The last may still be growing. */
async function tornIn(path: string, disk: Disk): Promise<number> {
  let [torn, rest] = [0, Buffer.alloc(0)];
  for (let from = 0; from < MOST_BYTES;) {
    const piece = await disk.readFrom(path, from, PIECE_BYTES).catch(() => undefined);
    if (piece === undefined || piece.bytes.length === 0) break;
    from += piece.bytes.length;
    const bytes = Buffer.concat([rest, piece.bytes]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    const lines = bytes.toString('utf8', 0, end).split('\n');
    torn += lines.filter((line) => line.trim() !== '' && !isWhole(line)).length;
    rest = bytes.subarray(end);
  }
  return torn;
}

/** What clean-ups of that relay directory left aside. */
export function listInterruptedCleanups(dir: string, now: number): string[] {
  return asidesIn(dir, namesIn(dirname(dir))).flatMap(({ stamp, path }) =>
    isIncarnation(stamp, now) ? [path] : [],
  );
}
