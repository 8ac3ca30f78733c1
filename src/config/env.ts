import { isAbsolute, join } from 'node:path';
import { OvldError } from '../errors.ts';

/** The only reader of `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

export const processEnv = (): Env => process.env;

const OWN = /^OVLD_(?:ROLE|RELAY_DIR|SESSION|SEAT|SEAT_PID|SEAT_TTY)$/;
const AGENTS = /^CLAUDE/;
/** Of an agent's variables, those a person sets: its configuration folder, its model provider. */
const PERSONS = /^CLAUDE_(?:CONFIG_DIR$|CODE_USE_)/;

/** For the programs we start: an agent that runs ovld in its own shell must not pass for their parent. */
export function startingEnv(env: Env): Env {
  const insideAgent = env['CLAUDECODE'] !== undefined;
  const passedOn = (name: string): boolean =>
    !OWN.test(name) && !(insideAgent && AGENTS.test(name) && !PERSONS.test(name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => passedOn(name)));
}

/** `ja`, `en`, and the locales of those: `ja_JP.UTF-8`. */
const languageIn = (value: string): 'en' | 'ja' | undefined => {
  const [, language] = /^(en|ja)(?:[_.@-].*)?$/.exec(value.toLowerCase()) ?? [];
  return language as 'en' | 'ja' | undefined;
};

/** ja for a person whose locale says so; `OVLD_LANG` wins. As in POSIX, empty means not set. */
export function languageOf(env: Env): 'en' | 'ja' {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return languageIn(env['OVLD_LANG'] || '') ?? languageIn(locale) ?? 'en';
}

/** A locale may be any. `OVLD_LANG` is for ovld alone: an unknown value is a mistake. */
export function assertLanguage(env: Env): void {
  const value = env['OVLD_LANG'] || undefined;
  if (value === undefined || languageIn(value) !== undefined) return;
  throw new OvldError('env_invalid', { variable: 'OVLD_LANG', value, expected: 'en, ja' });
}

/** From `--lang`, for this process and every program it starts. */
export const setLanguage = (language: 'en' | 'ja'): void =>
  void (process.env['OVLD_LANG'] = language);

export const DEFAULT_SESSION = 'overlord';

/** `~/.config/ovld`; undefined without a HOME, where a person has no files of that kind. */
export function userConfigDir(env: Env): string | undefined {
  const home = env['HOME'];
  return home !== undefined && isAbsolute(home) ? join(home, '.config', 'ovld') : undefined;
}

/** `~/.cache/ovld`, where what can be made again is kept; undefined where there is no place for it. */
export function userCacheDir(env: Env): string | undefined {
  const { XDG_CACHE_HOME: cache = '', HOME: home = '' } = env;
  if (isAbsolute(cache)) return join(cache, 'ovld');
  return isAbsolute(home) ? join(home, '.cache', 'ovld') : undefined;
}

/** The user's own folders. They need HOME, and throw where it is missing. */
export function userDirs(env: Env) {
  const under = (...names: string[]): string => {
    const own = userConfigDir(env);
    if (own === undefined)
      throw new OvldError('home_unset', { path: join('~', '.config', 'ovld', ...names) });
    return join(own, ...names);
  };
  return {
    relay: (session: string): string =>
      session === DEFAULT_SESSION ? under('relay') : under('sessions', session, 'relay'),
    /** One record for each army of this user. */
    armies: (): string => under('armies'),
    /** What this user has approved of projects' formations. */
    approvals: (): string => under('approvals.json'),
    /** Configuration, formations and rituals of the user's own. */
    own: (): string => under(),
    history: (session: string): string => under('history', session),
    /** Of all sessions. */
    histories: (): string => under('history'),
  };
}

/** Which variable stands for which setting. */
export const VARIABLES: Readonly<Record<PropertyKey, string>> = {
  mux: 'OVLD_MUX',
  agent: 'OVLD_AGENT',
  formation: 'OVLD_FORMATION',
  language: 'OVLD_LANG',
};

/** The variables that stand for a setting, unchecked; an empty one counts as not set. */
export function envSettings(env: Env) {
  const set = Object.entries(VARIABLES).filter(([, variable]) => env[variable]);
  const values = Object.fromEntries(set.map(([key, variable]) => [key, env[variable]]));
  return 'language' in values ? { ...values, language: languageOf(env) } : values;
}
