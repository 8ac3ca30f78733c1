import { isAbsolute, join } from 'node:path';
import { roleSchema, sessionSchema } from '../army/role.ts';
import { OvldError } from '../errors.ts';

/** The only reader of `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface RelaySettings {
  role: string;
  dir: string;
  session: string;
}

export const processEnv = (): Env => process.env;

export function relaySettings(env: Env): RelaySettings {
  return {
    role: valid(env, 'OVLD_ROLE', (value) => roleSchema.safeParse(value).success),
    dir: valid(env, 'OVLD_RELAY_DIR', (value) => isAbsolute(value) && !value.includes('\0')),
    session: valid(env, 'OVLD_SESSION', (value) => sessionSchema.safeParse(value).success),
  };
}

function valid(env: Env, variable: string, fits: (value: string) => boolean): string {
  const value = env[variable];
  if (value === undefined || value === '') throw new OvldError('env_missing', { variable });
  if (!fits(value)) throw new OvldError('env_invalid', { variable, value });
  return value;
}

/** ja for a person whose locale says so; `OVLD_LANG` wins. As in POSIX, empty means not set. */
export function languageOf(env: Env): 'en' | 'ja' {
  const wanted = env['OVLD_LANG'] || env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return wanted.toLowerCase().startsWith('ja') ? 'ja' : 'en';
}

export const DEFAULT_SESSION = 'overlord';

/** The user's own folders. They need HOME, and say so when it is missing. */
export function userDirs(env: Env) {
  const under = (purpose: 'relay' | 'history' | 'knowledge'): string => {
    const home = env['HOME'];
    if (home === undefined || !isAbsolute(home)) throw new OvldError('home_unset', { purpose });
    return join(home, '.config', 'ovld');
  };
  return {
    relay: (session: string): string =>
      session === DEFAULT_SESSION
        ? join(under('relay'), 'relay')
        : join(under('relay'), 'sessions', session, 'relay'),
    history: (session: string): string => join(under('history'), 'history', session),
    knowledge: (): string => join(under('knowledge'), 'knowledge'),
  };
}

/** `~/.config/ovld`; undefined without a HOME, where a person simply has no files of that kind. */
export function userConfigDir(env: Env): string | undefined {
  const home = env['HOME'];
  return home !== undefined && isAbsolute(home) ? join(home, '.config', 'ovld') : undefined;
}

/** The variables that stand for a setting, as they are; an empty one counts as not set. */
export function envSettings(env: Env) {
  const set = (variable: string): string | undefined => env[variable] || undefined;
  return {
    mux: set('OVLD_MUX'),
    agent: set('OVLD_AGENT'),
    formation: set('OVLD_FORMATION'),
    language: set('OVLD_LANG') && languageOf(env),
  };
}
