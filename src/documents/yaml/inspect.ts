import fs from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../../kit/survey.ts';
import { BOARD_LOCK, INTENT, UNSENT } from './places.ts';

/** Unfinished changes of a project's board. While a process holds the board, its change is being made. */
export function inspectBoard(project: string): { intent?: string; unsent?: string } {
  if (namesIn(join(project, BOARD_LOCK)).length > 0) return {};
  const [intent, unsent] = [join(project, INTENT), join(project, UNSENT)];
  return {
    ...(fs.existsSync(intent) && { intent }),
    ...(fs.existsSync(unsent) && { unsent }),
  };
}
