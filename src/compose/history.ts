import { userDirs, type Env } from '../config/env.ts';
import { readRetention } from '../config/retention.ts';
import { pruneHistory } from '../history/retention.ts';
import { systemClock } from '../kit/clock.ts';
import { openHistory } from '../store/open.ts';
import type { History } from '../store/store.ts';

export const composeHistory = (env: Env): Promise<History> =>
  openHistory(userDirs(env).histories());

/** After a dismissal, which must not fail by it; a configuration that cannot be read keeps everything. */
export async function tidyHistory(env: Env, folder: string): Promise<void> {
  try {
    const retentionOf = await readRetention(env, folder);
    const history = await composeHistory(env);
    await pruneHistory({ history, clock: systemClock }, retentionOf, { dryRun: false });
  } catch {
    // The next dismissal tries again.
  }
}
