import { join } from 'node:path';
import {
  usualNotify,
  usualPauses,
  type Notify,
  type Pauses,
  type RitualDelivery,
} from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import { configSchema, configSchemaOf, type Config, type Keep } from './config.ts';
import { envSettings, languageOf, VARIABLES, type Env } from './env.ts';
import { said } from './fault.ts';
import { ownDirs, type Places } from './places.ts';
import { readYaml } from './read-yaml.ts';

/** Strongest first. */
export type Origin = 'flag' | 'env' | 'project' | 'user' | 'default';

export interface Setting<T> {
  value: T;
  from: Origin;
}

/** Every setting with where it came from; one that nobody made is left to whoever uses it. */
export interface Settings {
  /** Undefined: the formation's, the multiplexer one is inside of, or the first that is installed. */
  mux: Setting<Config['mux']>;
  /** Undefined: the formation's. */
  agent: Setting<Config['agent']>;
  language: Setting<NonNullable<Config['language']>>;
  formation: Setting<string>;
  /** Undefined: the formation's, and so with the two after it. */
  store: Setting<Config['store']>;
  toolsets: Setting<Config['toolsets']>;
  specialists: Setting<Config['specialists']>;
  targeting: Setting<NonNullable<Config['targeting']>>;
  pauses: { [K in keyof Pauses]: Setting<number> };
  notify: { [K in keyof Notify]-?: Setting<Notify[K]> };
  ritualDelivery: Setting<RitualDelivery>;
  dashboard: Setting<boolean>;
  /** In seconds. */
  readyTimeout: Setting<number>;
  /** Of dismissed armies. */
  history: { keepDays: Setting<Keep>; keepArmies: Setting<Keep> };
}

const READY_TIMEOUT_SECONDS = 60;
const KEEP_DAYS: Keep = 90;
const KEEP_ARMIES: Keep = 50;

interface Layer {
  from: Origin;
  config: Config;
}

/** What the command line said, by the names of the configuration. */
export type Flags = { readonly [K in keyof Config]?: unknown };

export async function loadSettings(flags: Flags, env: Env, places: Places): Promise<Settings> {
  const layers: Layer[] = [
    { from: 'flag', config: flagConfig(flags) },
    { from: 'env', config: envConfig(env) },
  ];
  for (const { place, dir } of ownDirs(places)) {
    const config = await readConfig(join(dir, 'config.yaml'), place);
    if (config !== undefined) layers.push({ from: place, config });
  }
  return merge(layers, env);
}

export async function readConfig(
  path: string,
  place: 'project' | 'user',
): Promise<Config | undefined> {
  const read = await readYaml(path, configSchemaOf(place));
  if (read === undefined || 'value' in read) return read?.value;
  throw new OvldError('config_invalid', { path, ...read.fault });
}

function flagConfig(flags: Flags): Config {
  const parsed = configSchema.safeParse(flags);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OvldError('usage', { message: `--${issue ? said(issue) : ''}` });
}

function envConfig(env: Env): Config {
  const parsed = configSchema.safeParse(envSettings(env));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const variable = VARIABLES[issue?.path[0] ?? ''] ?? VARIABLES['language'] ?? '';
  const expected = issue?.code === 'invalid_value' ? issue.values.join(', ') : undefined;
  throw new OvldError('env_invalid', { variable, value: env[variable] ?? '', expected });
}

function merge(layers: readonly Layer[], env: Env): Settings {
  const pick = <T, D>(of: (config: Config) => T | undefined, usual: D): Setting<T | D> => {
    for (const { from, config } of layers) {
      const value = of(config);
      if (value !== undefined) return { value, from };
    }
    return { value: usual, from: 'default' };
  };
  return {
    mux: pick(({ mux }) => mux, undefined),
    agent: pick(({ agent }) => agent, undefined),
    language: pick(({ language }) => language, languageOf(env)),
    formation: pick(({ formation }) => formation, 'overlord'),
    store: pick(({ store }) => store, undefined),
    toolsets: pick(({ toolsets }) => toolsets, undefined),
    specialists: pick(({ specialists }) => specialists, undefined),
    targeting: pick(({ targeting }) => targeting, 'pane' as const),
    pauses: {
      before: pick(({ pauses }) => pauses?.before, usualPauses.before),
      enter: pick(({ pauses }) => pauses?.enter, usualPauses.enter),
      between: pick(({ pauses }) => pauses?.between, usualPauses.between),
    },
    notify: {
      bell: pick(({ notify }) => notify?.bell, usualNotify.bell),
      desktop: pick(({ notify }) => notify?.desktop, usualNotify.desktop),
      command: pick(({ notify }) => notify?.command, undefined),
      on: pick(({ notify }) => notify?.on, usualNotify.on),
    },
    ritualDelivery: pick(({ ritual }) => ritual?.delivery, 'typed' as const),
    dashboard: pick(({ dashboard }) => dashboard, false),
    readyTimeout: pick((config) => config.ready_timeout, READY_TIMEOUT_SECONDS),
    history: {
      keepDays: pick(({ history }) => history?.keep_days, KEEP_DAYS),
      keepArmies: pick(({ history }) => history?.keep_armies, KEEP_ARMIES),
    },
  };
}
