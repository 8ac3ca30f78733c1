import { join } from 'node:path';
import { openQueue, type Queue, type QueueOptions } from '../store/open-queue.ts';
import { findProjectFolder } from '../config/project-folder.ts';
import { PROJECT_DIR } from '../config/places.ts';

/** The queue of the project the folder belongs to; with `mustExist` none is made. */
export const composeQueue = (
  folder: string,
  options: Pick<QueueOptions, 'mustExist'> = {},
): Promise<Queue> => openQueue(join(findProjectFolder(folder), PROJECT_DIR), options);
