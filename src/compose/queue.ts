import { join } from 'node:path';
import { openQueue, type Queue } from '../store/open-queue.ts';
import { projectFolder } from './project-folder.ts';
import { PROJECT_DIR } from './store.ts';

/** The queue of the project the folder belongs to. */
export const composeQueue = (folder: string): Promise<Queue> =>
  openQueue(join(projectFolder(folder), PROJECT_DIR));
