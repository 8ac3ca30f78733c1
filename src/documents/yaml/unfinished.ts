import fs from 'node:fs';
import { join } from 'node:path';
import { INTENT, UNSENT } from './places.ts';

/** Whether a change of the board was cut off, or its messages could not be sent, at least so long ago. */
export const isUnfinished = (root: string, sinceMs = 0): boolean =>
  [INTENT, UNSENT].some((name) => {
    const ageMs = ageOf(join(root, name));
    return ageMs !== undefined && ageMs >= sinceMs;
  });

/** Either way round: a clock that went back must not keep it for ever. */
function ageOf(path: string): number | undefined {
  try {
    return Math.abs(Date.now() - fs.statSync(path).mtimeMs);
  } catch {
    return undefined;
  }
}
