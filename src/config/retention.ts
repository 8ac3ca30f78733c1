import type { Retention, RetentionOf } from '../history/retention.ts';
import { userConfigDir, type Env } from './env.ts';
import { NO_FOLDER } from './places.ts';
import { loadSettings, valuesOf } from './settings.ts';

/**
 * How long dismissed armies are kept: armies of this folder by its configuration, all others by the user's alone.
 * A project that came from elsewhere must not decide over the mail of another.
 */
export async function readRetention(env: Env, folder: string): Promise<RetentionOf> {
  const user = userConfigDir(env);
  async function read(place: string): Promise<Retention> {
    const { history } = await loadSettings({}, env, { folder: place, user });
    const { keep_days: days, keep_armies: armies } = valuesOf(history);
    return {
      keepDays: days === 'all' ? undefined : days,
      keepArmies: armies === 'all' ? undefined : armies,
    };
  }
  const [here, elsewhere] = [await read(folder), await read(NO_FOLDER)];
  return ({ formation }) => (formation?.folder === folder ? here : elsewhere);
}
