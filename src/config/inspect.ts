import { join } from 'node:path';
import { languages } from '../army/formation.ts';
import { roleSchema } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { namesIn } from '../kit/survey.ts';
import type { Env } from './env.ts';
import type { Fault } from './fault.ts';
import { formationIn } from './formations.ts';
import { ownDirs, type Places } from './places.ts';
import { ritualIn } from './rituals.ts';
import { loadSettings, readConfig } from './settings.ts';

export type OwnFault = Fault & { path: string };

/** Everything of a person's that ovld would read, read: how many files there are, and what is wrong with which. */
export async function inspectOwnFiles(
  env: Env,
  places: Places,
): Promise<{ count: number; faults: OwnFault[] }> {
  const faults: OwnFault[] = [];
  let count = 0;
  const tryTo = async (path: string, read: () => Promise<unknown>): Promise<void> => {
    try {
      if ((await read()) !== undefined) count += 1;
    } catch (error) {
      if (!(error instanceof OvldError)) throw error;
      faults.push({ path, ...faultIn(error) });
    }
  };
  // Without files: what is wrong then is in the environment.
  const nowhere: Places = { folder: '/dev/null', user: undefined };
  await tryTo('', async () => void (await loadSettings({}, env, nowhere)));
  for (const { place, dir } of ownDirs(places)) {
    const config = join(dir, 'config.yaml');
    await tryTo(config, () => readConfig(config, place));
    for (const [name, path] of filesIn(join(dir, 'formations'), '.yaml')) {
      await tryTo(path, () => formationIn(path, name));
    }
    for (const shelf of ['', ...languages]) {
      for (const [, path] of filesIn(join(dir, 'rituals', shelf), '.md')) {
        await tryTo(path, () => ritualIn(path));
      }
    }
  }
  return { count, faults };
}

/** Those with a name that is ever looked for. */
const filesIn = (dir: string, end: string): [name: string, path: string][] =>
  namesIn(dir).flatMap((file) => {
    const name = file.endsWith(end) ? file.slice(0, -end.length) : '';
    return roleSchema.safeParse(name).success ? [[name, join(dir, file)]] : [];
  });

function faultIn({ code, data }: OvldError): Fault & { path?: string } {
  if (code === 'env_invalid' && 'variable' in data && 'value' in data) {
    return { path: data.variable, reason: JSON.stringify(data.value) };
  }
  const line = 'line' in data ? data.line : undefined;
  const reason = 'reason' in data ? data.reason : code;
  return { reason, ...(line !== undefined && { line }) };
}
