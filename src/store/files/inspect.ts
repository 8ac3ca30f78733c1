import { join } from 'node:path';
import { OvldError } from '../../errors.ts';
import { nodeDisk, type Disk } from '../../kit/disk.ts';
import { below, namesIn } from '../../kit/survey.ts';
import { isIncarnation, layout } from './layout.ts';
import { ASIDE } from './cleanup.ts';
import { readFormation } from './outfit.ts';

/** A relay directory as somebody sees it who only looks. */
export interface Inspected {
  present: boolean;
  formation: 'fine' | 'missing' | { path: string; reason: string };
  quarantined: number;
  tornLines: number;
  links: readonly string[];
}

const MOST_ENTRIES = 20_000;
const MOST_LINKS = 100;

export async function inspectRelayDir(dir: string, disk: Disk = nodeDisk): Promise<Inspected> {
  const at = layout(dir);
  const [root, ...inside] = below(`${dir}/.`, MOST_ENTRIES).entries;
  return {
    present: root?.kind === 'dir',
    formation: await formationIn(dir, disk),
    quarantined: quarantinedIn(at.bad),
    tornLines: await tornIn(at.journal, disk),
    links: inside.flatMap(({ kind, path }) => (kind === 'link' ? [path] : [])).slice(0, MOST_LINKS),
  };
}

/** Each lies beside its reason. */
export const quarantinedIn = (bad: string): number =>
  namesIn(bad).filter((name) => !name.endsWith('.reason')).length;

async function formationIn(dir: string, disk: Disk): Promise<Inspected['formation']> {
  try {
    const found = await readFormation({ at: layout(dir), disk });
    return found === undefined ? 'missing' : 'fine';
  } catch (error) {
    const { data } = error instanceof OvldError ? error : { data: {} };
    const reason = 'reason' in data ? String(data.reason) : String(error);
    return { path: layout(dir).formation, reason };
  }
}

const PIECE_BYTES = 1_048_576;
const MOST_BYTES = 64 * PIECE_BYTES;

/** Lines that are no record (N3). The last may be growing: it is nobody's yet. */
async function tornIn(path: string, disk: Disk): Promise<number> {
  let [torn, rest] = [0, Buffer.alloc(0)];
  for (let from = 0; from < MOST_BYTES;) {
    const piece = await disk.readFrom(path, from, PIECE_BYTES).catch(() => undefined);
    if (piece === undefined || piece.bytes.length === 0) break;
    from += piece.bytes.length;
    const bytes = Buffer.concat([rest, piece.bytes]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) if (!isRecord(line)) torn += 1;
    rest = bytes.subarray(end);
  }
  return torn;
}

function isRecord(line: string): boolean {
  if (line.trim() === '') return true;
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** What clean-ups of that relay directory left aside. */
export function leavingsOf(dir: string, now: number): string[] {
  const [beside, prefix] = [join(dir, '..'), `.${dir.split('/').at(-1) ?? ''}.`];
  return namesIn(beside)
    .filter((name) => name.startsWith(prefix) && name.endsWith(ASIDE))
    .filter((name) => isIncarnation(name.slice(prefix.length, -ASIDE.length), now))
    .map((name) => join(beside, name));
}
