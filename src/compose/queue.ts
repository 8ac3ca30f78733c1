import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { openQueue, type Queue } from '../store/open-queue.ts';
import { PROJECT_DIR } from './store.ts';

/** The queue of the folder, or of the nearest one above it that has one; else a new one in the folder. */
export async function composeQueue(folder: string): Promise<Queue> {
  for (let at = folder; ; at = dirname(at)) {
    if (fs.existsSync(join(at, PROJECT_DIR, 'queue'))) return openQueue(join(at, PROJECT_DIR));
    if (dirname(at) === at) return openQueue(join(folder, PROJECT_DIR));
  }
}
