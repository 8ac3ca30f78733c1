import fs from 'node:fs';
import { join } from 'node:path';
import type { QueueSeen } from '../doctor/parts.ts';
import { namesIn } from '../kit/survey.ts';
import { BOARD_LOCK, INTENT, UNSENT } from '../papers/yaml/places.ts';
import { inspectQueue } from '../store/queue/inspect.ts';

/** The mailbox and the board of a project. While somebody holds the board, its change is being made. */
export async function inspectProject(project: string): Promise<QueueSeen> {
  const queue = await inspectQueue(project);
  if (namesIn(join(project, BOARD_LOCK)).length > 0) return queue;
  const [intent, unsent] = [INTENT, UNSENT].map((name) => join(project, name));
  return {
    ...queue,
    ...(intent !== undefined && fs.existsSync(intent) && { intent }),
    ...(unsent !== undefined && fs.existsSync(unsent) && { unsent }),
  };
}
