import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_DIR } from './store.ts';

/**
 * The project a folder belongs to: the folder itself, or the nearest one above it, that has a mailbox,
 * knowledge or an army; else the folder. Work done from `src/` must not begin a second board there.
 */
export function projectFolder(folder: string, armies: readonly string[] = []): string {
  for (let at = folder; ; at = dirname(at)) {
    const holds = (name: string): boolean => fs.existsSync(join(at, PROJECT_DIR, name));
    if (armies.includes(at) || holds('queue') || holds('knowledge')) return at;
    if (dirname(at) === at) return folder;
  }
}
