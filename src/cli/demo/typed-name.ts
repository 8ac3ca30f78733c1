import type { Env } from '../../config/env.ts';

/** Package managers put this before the PATH of what they run; afterwards it is not there. */
const LENT = /(?:^|\/)node_modules\/\.bin\/?$/;
const PLAIN = /^[\w@%+=:,./-]+$/;

/** The folders of the PATH a person still has when this is over, wherever they go. */
export const lastingPath = (env: Env): string[] =>
  (env['PATH'] ?? '').split(':').filter((dir) => dir.startsWith('/') && !LENT.test(dir));

/** What runs this ovld from any folder, as it is typed. `named`: it is found in one of those folders. */
export function typedName(env: Env, script: string, named: boolean): string {
  if (named) return 'ovld';
  if (env['npm_command'] === 'exec' && script.includes('/node_modules/')) return 'npx ovld';
  return `node ${PLAIN.test(script) ? script : `'${script.replaceAll("'", `'\\''`)}'`}`;
}
