import { join } from 'node:path';
import { languages } from '../army/formation.ts';
import { roleSchema } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { namesIn } from '../kit/survey.ts';
import type { Env } from './env.ts';
import { readFormation } from './formations.ts';
import type { Fault } from './parse-yaml.ts';
import { NO_FOLDER, ownDirs, type Places } from './places.ts';
import { readRitual } from './rituals.ts';
import { loadSettings, readConfig } from './settings.ts';

export type OwnFault = Fault & { path: string };

/** Reads every file of a person's that ovld would read: how many there are, and the fault of each broken one. */
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
  // Without files: a fault is then in the environment.
  const nowhere: Places = { folder: NO_FOLDER, user: undefined };
  await tryTo('', async () => void (await loadSettings({}, env, nowhere)));
  for (const { place, dir } of ownDirs(places)) {
    const config = join(dir, 'config.yaml');
    await tryTo(config, () => readConfig(config, place));
    for (const [name, path] of listFiles(join(dir, 'formations'), '.yaml')) {
      await tryTo(path, () => readFormation(path, name));
    }
    for (const folder of ['', ...languages]) {
      for (const [, path] of listFiles(join(dir, 'rituals', folder), '.md')) {
        await tryTo(path, () => readRitual(path));
      }
    }
  }
  return { count, faults };
}

/** Files whose name can be a role's or a formation's. */
const listFiles = (dir: string, end: string): [name: string, path: string][] =>
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
