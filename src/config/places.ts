import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What ovld keeps in the folder an army works in. */
export const PROJECT_DIR = '.ovld';

/** In place of a folder, where only the user's files count. */
export const NO_FOLDER = '/dev/null';

/** Where a person's files and ours are looked for. */
export interface Places {
  /** The folder the army is summoned in. */
  folder: string;
  /** `~/.config/ovld`; undefined where HOME is not set. */
  user: string | undefined;
}

export type Place = 'project' | 'user' | 'shipped';

/** The folders that may hold configuration, formations and rituals, the strongest first. */
export function ownDirs({ folder, user }: Places): { place: 'project' | 'user'; dir: string }[] {
  return [
    { place: 'project', dir: join(folder, PROJECT_DIR) },
    ...(user === undefined ? [] : [{ place: 'user' as const, dir: user }]),
  ];
}

export const allDirs = (places: Places): { place: Place; dir: string }[] => [
  ...ownDirs(places),
  { place: 'shipped', dir: shippedDir() },
];

/** The package itself: a bundle lies in `dist/` or `dist/chunks/`, the source in `src/config/`. */
export function shippedDir(from: string = import.meta.dirname): string {
  for (let dir = from; ; dir = dirname(dir)) {
    if (existsSync(join(dir, 'formations')) && existsSync(join(dir, 'rituals'))) return dir;
    if (dirname(dir) === dir) throw new Error(`formations/ and rituals/ are missing above ${from}`);
  }
}
