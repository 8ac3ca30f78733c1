import { basename, dirname, join } from 'node:path';
import { roleSchema } from '../../army/role.ts';
import { namesIn, type Disk } from '../../kit/disk.ts';
import type { PastMessage } from '../store.ts';
import type { Ground } from './ground.ts';
import { isIncarnation, isMessageName, layout, type Layout } from './layout.ts';
import { readFormation } from './outfit.ts';

const ASIDE = '.leaving';
const asidePrefix = (root: string): string => `.${basename(root)}.`;

/** Where a clean-up that began then puts the relay directory aside. */
export const asidePath = (root: string, stamp: string): string =>
  join(dirname(root), `${asidePrefix(root)}${stamp}${ASIDE}`);

/** Those of the names beside a relay directory that are its clean-ups', and when each began. */
export function asidesIn(
  root: string,
  names: readonly string[],
): { stamp: string; path: string }[] {
  const prefix = asidePrefix(root);
  return names
    .filter((name) => name.startsWith(prefix) && name.endsWith(ASIDE))
    .map((name) => ({
      stamp: name.slice(prefix.length, -ASIDE.length),
      path: join(dirname(root), name),
    }));
}

/** The armies that are saved or left aside, newest first. */
export async function listPast({ at, disk, clock }: Ground, history: string): Promise<Layout[]> {
  const asides = asidesIn(at.root, await namesIn(disk, dirname(at.root)));
  const saved = (await namesIn(disk, history)).map((stamp) => ({
    stamp,
    path: join(history, stamp),
  }));
  return [...asides, ...saved]
    .filter(({ stamp }) => isIncarnation(stamp, clock.now()))
    .toSorted((a, b) => (a.stamp < b.stamp ? 1 : -1))
    .map(({ path }) => layout(path));
}

/** The first of that folder, where one is given: another's mail is not ours to read. */
export async function findOfFolder(
  { disk }: Ground,
  armies: readonly Layout[],
  folder: string | undefined,
): Promise<Layout | undefined> {
  for (const at of armies) {
    if (folder === undefined) return at;
    const formation = await readFormation({ at, disk }).catch(() => undefined);
    if (formation?.folder === folder) return at;
  }
  return undefined;
}

/** The directories in a directory, sorted. Links are passed over, as anywhere in a store. */
export async function dirsIn(disk: Disk, dir: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await namesIn(disk, dir)).toSorted()) {
    if ((await disk.stat(join(dir, name)))?.kind === 'dir') found.push(name);
  }
  return found;
}

const SHELVES = { inbox: 'unread', archive: 'acknowledged', collected: 'handed_over' } as const;

/** Every file of mail of an army, by where it lies. */
export async function mailIn(disk: Disk, root: string) {
  const found: { file: string; state: PastMessage['state'] }[] = [];
  for (const [shelf, state] of Object.entries(SHELVES)) {
    for (const role of await dirsIn(disk, join(root, shelf))) {
      if (!roleSchema.safeParse(role).success) continue;
      const own = join(root, shelf, role);
      const holders = shelf === 'collected' ? await dirsIn(disk, own) : ['.'];
      for (const dir of holders.map((holder) => join(own, holder))) {
        const names = (await namesIn(disk, dir)).filter(isMessageName);
        found.push(...names.map((name) => ({ file: join(dir, name), state })));
      }
    }
  }
  return found;
}
