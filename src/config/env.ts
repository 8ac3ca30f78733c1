import { isAbsolute, join } from 'node:path';
import { OvldError } from '../errors.ts';

/** The only reader of `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

export const processEnv = (): Env => process.env;

const OWN = /^OVLD_(?:ROLE|RELAY_DIR|SESSION)$/;
const AGENTS = /^CLAUDE/;
/** Of an agent's variables, what its person set: where its configuration is, whose models it uses. */
const PERSONS = /^CLAUDE_(?:CONFIG_DIR$|CODE_USE_)/;

/** For what we start: an agent that runs ovld in its own shell must not pass for the parent of ours. */
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

/** A locale may be any. `OVLD_LANG` is for us alone: what it says and we do not know is a mistake. */
export function insistOnLanguage(env: Env): void {
  const value = env['OVLD_LANG'] || undefined;
  if (value === undefined || languageIn(value) !== undefined) return;
  throw new OvldError('env_invalid', { variable: 'OVLD_LANG', value, expected: 'en, ja' });
}

/** What `--lang` says, for this process and everything it starts. */
export const speakIn = (language: 'en' | 'ja'): void => void (process.env['OVLD_LANG'] = language);

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
    /** One record for each army of this user. */
    armies: (): string => join(under('relay'), 'armies'),
    /** Configuration, formations and rituals of the user's own. */
    own: (): string => under('relay'),
    history: (session: string): string => join(under('history'), 'history', session),
    /** Of all sessions. */
    histories: (): string => join(under('history'), 'history'),
    knowledge: (): string => join(under('knowledge'), 'knowledge'),
  };
}

/** `~/.config/ovld`; undefined without a HOME, where a person simply has no files of that kind. */
export function userConfigDir(env: Env): string | undefined {
  const home = env['HOME'];
  return home !== undefined && isAbsolute(home) ? join(home, '.config', 'ovld') : undefined;
}

/** Which variable stands for which setting. */
export const VARIABLES: Partial<Record<PropertyKey, string>> = {
  mux: 'OVLD_MUX',
  agent: 'OVLD_AGENT',
  formation: 'OVLD_FORMATION',
  language: 'OVLD_LANG',
};

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
