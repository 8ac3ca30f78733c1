import { realpathSync } from 'node:fs';
import { userConfigDir, type Env } from '../../config/env.ts';
import type { Places } from '../../config/places.ts';
import { foldersInCheckout } from '../../config/project-folder.ts';
import { OvldError } from '../../errors.ts';
import { errnoOf } from '../../kit/errno.ts';
import { quoted } from '../../kit/quoted.ts';
import { insertWords } from '../parse/lang.ts';

/** The folder an army is summoned in and looked for: links resolved, so that it has one name. */
export function ownFolder(): string {
  try {
    return realpathSync(process.cwd());
  } catch (error) {
    throw new OvldError('here_unusable', { reason: errnoOf(error) ?? String(error) });
  }
}

/** Which army a person means who typed this very line. */
export const ownWish = (session: string | undefined) => ({
  session,
  folders: foldersInCheckout(ownFolder()),
  lineFor: (name: string): string => typedLine('--session', name),
});

const LONGEST_LINE = 160;

/** The line that was typed, with these words more; a long letter is left out. */
export function typedLine(...more: readonly string[]): string {
  const { before, after } = insertWords(process.argv.slice(2), more);
  const whole = ['ovld', ...before, ...after].map(quoted).join(' ');
  const isPlain = whole.length <= LONGEST_LINE && !/\p{Cc}/u.test(whole);
  return isPlain ? whole : `${['ovld', ...before].map(quoted).join(' ')} …`;
}

export const placesOf = (env: Env): Places => ({ folder: ownFolder(), user: userConfigDir(env) });

/** argv that runs this very ovld, whatever link it was called by. */
export const ownArgv = (): string[] => [process.execPath, realpathSync(process.argv[1] ?? '')];

/** Package managers put this before the PATH of what they run; afterwards it is not there. */
const LENT = /(?:^|\/)node_modules\/\.bin\/?$/;

/** The folders of the PATH a person still has when this is over, wherever they go. */
export const readLastingPath = (env: Env): string[] =>
  (env['PATH'] ?? '').split(':').filter((dir) => dir.startsWith('/') && !LENT.test(dir));

/** What runs this ovld from any folder, as it is typed. `named`: it is found in one of those folders. */
export function describeOwnCommand(env: Env, script: string, named: boolean): string {
  if (named) return 'ovld';
  if (env['npm_command'] === 'exec' && script.includes('/node_modules/')) return 'npx ovld';
  return `node ${quoted(script)}`;
}
