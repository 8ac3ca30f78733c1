import fs from 'node:fs';
import { join } from 'node:path';
import { userConfigDir, userDirs, type Env } from '../config/env.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import { expired, type Retention } from '../history/retention.ts';
import { systemClock } from '../kit/clock.ts';
import { openHistory } from '../store/open.ts';
import type { History, PastArmy } from '../store/store.ts';
import { projectFolder } from './project-folder.ts';
import { PROJECT_DIR } from './store.ts';

export const composeHistory = (env: Env): Promise<History> =>
  openHistory(userDirs(env).histories());

/** The mailbox of the project a folder belongs to, if it has one: mail there is in nobody's history. */
export function queueHere(folder: string): string | undefined {
  const path = join(projectFolder(folder), PROJECT_DIR, 'queue');
  return fs.existsSync(path) ? path : undefined;
}

type KeepOf = (army: PastArmy) => Retention;

/**
 * What is kept, as the configuration says: of armies of this folder by its own, of all others by the user's alone.
 * A project that came from elsewhere must not decide over the mail of another.
 */
export async function keepHere(env: Env, folder: string): Promise<KeepOf> {
  const user = userConfigDir(env);
  const here = retentionOf(await loadSettings({}, env, { folder, user }));
  const elsewhere = retentionOf(await loadSettings({}, env, { folder: NOWHERE, user }));
  return ({ formation }) => (formation?.folder === folder ? here : elsewhere);
}

const NOWHERE = '/dev/null';

const retentionOf = ({ history: { keepDays, keepArmies } }: Settings): Retention => ({
  keepDays: keepDays.value === 'all' ? undefined : keepDays.value,
  keepArmies: keepArmies.value === 'all' ? undefined : keepArmies.value,
});

export interface Pruned {
  removed: PastArmy[];
  kept: number;
}

/** Takes out what is over; only says so with `dryRun`. */
export async function pruneHistory(
  history: History,
  keepOf: KeepOf,
  { dryRun }: { dryRun: boolean },
): Promise<Pruned> {
  const armies = await history.armies();
  const removed = expired(armies, keepOf, systemClock.now());
  if (!dryRun) for (const army of removed) await history.remove(army);
  return { removed, kept: armies.length - removed.length };
}

/** After a dismissal, which it must never fail; a configuration that cannot be read keeps everything. */
export async function tidyHistory(env: Env, folder: string): Promise<void> {
  try {
    const keepOf = await keepHere(env, folder);
    await pruneHistory(await composeHistory(env), keepOf, { dryRun: false });
  } catch {
    // The next dismissal tries again.
  }
}
