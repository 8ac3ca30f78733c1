import { execFile } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { OVLD } from './relay-process.ts';
import { tempDir } from './temp.ts';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** A person with a home and a project, and nothing installed; `ovld` is the built program. */
export function cliWorld() {
  const dir = realpathSync(tempDir());
  const [home, project] = [join(dir, 'home'), join(dir, 'project')];
  for (const place of [home, project]) mkdirSync(place, { mode: 0o700 });
  const env = { HOME: home, PATH: '/nonexistent', LANG: 'C.UTF-8', TZ: 'UTC' };
  const ovld = (...words: (string | Record<string, string>)[]): Promise<Ran> => {
    const args = words.filter((word) => typeof word === 'string');
    const more = words.find((word) => typeof word === 'object');
    const how = {
      cwd: project,
      env: { ...env, ...more },
      encoding: 'utf8',
      timeout: 60_000,
    } as const;
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [OVLD, ...args], how, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
      child.stdin?.end();
    });
  };
  return { home, project, env, ovld };
}
