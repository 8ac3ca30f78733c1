import { isAbsolute, join } from 'node:path';
import { muxKinds, type MuxKind } from '../army/formation.ts';
import { roleSchema, sessionSchema } from '../army/role.ts';
import { OvldError } from '../errors.ts';

/** The only reader of `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface RelaySettings {
  role: string;
  dir: string;
  session: string;
  /** Where the agent that started this relay takes prompts, if it says so. */
  inbox: string | undefined;
  /** The pane of the army's session this process was started in, if it was. */
  paneIn(mux: string): string | undefined;
}

export const processEnv = (): Env => process.env;

export function relaySettings(env: Env): RelaySettings {
  const role = valid(env, 'OVLD_ROLE', (value) => roleSchema.safeParse(value).success);
  const dir = valid(env, 'OVLD_RELAY_DIR', (value) => isAbsolute(value) && !value.includes('\0'));
  const session = valid(env, 'OVLD_SESSION', (value) => sessionSchema.safeParse(value).success);
  const inbox = env['CLAUDE_CODE_MESSAGING_SOCKET'];
  return {
    role,
    dir,
    session,
    inbox: inbox !== undefined && isAbsolute(inbox) ? inbox : undefined,
    paneIn: (mux) => ownPane(env, mux, session),
  };
}

function valid(env: Env, variable: string, fits: (value: string) => boolean): string {
  const value = env[variable];
  if (value === undefined || value === '') throw new OvldError('env_missing', { variable });
  if (!fits(value)) throw new OvldError('env_invalid', { variable, value });
  return value;
}

/** Both multiplexers tell a program its pane; Zellij also tells the session, and it must be ours. */
function ownPane(env: Env, mux: string, session: string): string | undefined {
  const tmuxPane = env['TMUX_PANE'] ?? '';
  if (mux === 'tmux') return /^%\d+$/.test(tmuxPane) ? tmuxPane : undefined;
  const zellijPane = env['ZELLIJ_PANE_ID'] ?? '';
  const ours = mux === 'zellij' && env['ZELLIJ_SESSION_NAME'] === session;
  return ours && /^\d+$/.test(zellijPane) ? `terminal_${zellijPane}` : undefined;
}

/**
 * Which multiplexer this terminal is in; the inner one, where one runs in the other. Each marks its
 * programs and knows nothing of the other, so then the names of our ancestors tell, nearest first.
 */
export function insideOf(env: Env, ancestors: () => readonly string[]): MuxKind | undefined {
  const marked = muxKinds.filter((kind) => (env[kind.toUpperCase()] ?? '') !== '');
  if (marked.length < 2) return marked[0];
  const inner = ancestors().find((name) => /^(?:zellij|tmux)/.test(name)) ?? '';
  return inner.startsWith('tmux') ? 'tmux' : 'zellij';
}

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
