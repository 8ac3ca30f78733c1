import { join } from 'node:path';
import { usualGuard, usualNotify, usualPauses } from '../army/formation.ts';
import { joinKeys } from '../army/issue-reason.ts';
import { OvldError } from '../errors.ts';
import { configSchema, projectConfigSchema, type Config } from './config.ts';
import { envSettings, languageOf, VARIABLES, type Env } from './env.ts';
import { ownDirs, type Places } from './places.ts';
import { readYaml } from './read-yaml.ts';

/** Strongest first. */
export type Origin = 'flag' | 'env' | 'project' | 'user' | 'default';

export interface Setting<T> {
  value: T;
  from: Origin;
}

/**
 * Every setting, under its names in `config.yaml`, with the value it has where no flag, variable or file sets it.
 * Undefined: the formation decides, and for `mux` also the terminal and the installed programs.
 */
const defaultsFor = (env: Env) => ({
  mux: undefined,
  agent: undefined,
  language: languageOf(env),
  formation: 'overlord',
  store: undefined,
  toolsets: undefined,
  specialists: undefined,
  targeting: 'pane',
  pauses: usualPauses,
  notify: {
    bell: usualNotify.bell,
    desktop: usualNotify.desktop,
    command: undefined,
    on: usualNotify.on,
  },
  guard: usualGuard,
  ritual: { delivery: 'typed' },
  dashboard: false,
  ready_timeout: 60,
  history: { keep_days: 90, keep_armies: 50 },
});

type Leaf = string | number | boolean | readonly unknown[] | undefined;
type SettingsOf<C, D> = {
  [K in keyof D & keyof C]: D[K] extends Leaf
    ? Setting<D[K] extends undefined ? C[K] : NonNullable<C[K]>>
    : SettingsOf<NonNullable<C[K]>, D[K]>;
};

/** Every setting with where it came from. */
export type Settings = SettingsOf<Required<Config>, ReturnType<typeof defaultsFor>>;

/** The flags that stand for a setting, by the names of the configuration. */
export type Flags = { readonly [K in keyof Config]?: unknown };

export async function loadSettings(flags: Flags, env: Env, places: Places): Promise<Settings> {
  const layers: { from: Origin; config: Config }[] = [
    { from: 'flag', config: flagConfig(flags) },
    { from: 'env', config: envConfig(env) },
  ];
  for (const { place, dir } of ownDirs(places)) {
    const config = await readConfig(join(dir, 'config.yaml'), place);
    if (config !== undefined) layers.push({ from: place, config });
  }
  return merge(layers, defaultsFor(env)) as unknown as Settings;
}

export const readConfig = (path: string, place: 'project' | 'user'): Promise<Config | undefined> =>
  readYaml(path, place === 'project' ? projectConfigSchema : configSchema, 'config_invalid');

function flagConfig(flags: Flags): Config {
  const parsed = configSchema.safeParse(flags);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OvldError('usage', {
    message: issue ? `--${joinKeys(issue.path)}: ${issue.message}` : '--',
  });
}

function envConfig(env: Env): Config {
  const parsed = configSchema.safeParse(envSettings(env));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const variable = VARIABLES[issue?.path[0] ?? ''] ?? VARIABLES['language'] ?? '';
  const expected = issue?.code === 'invalid_value' ? issue.values.join(', ') : undefined;
  throw new OvldError('env_invalid', { variable, value: env[variable] ?? '', expected });
}

type Tree = Readonly<Record<string, unknown>>;

/** The first layer that has a value wins, for each key of a group by itself. */
function merge(layers: readonly { from: Origin; config: Tree }[], defaults: Tree): Tree {
  const merged = Object.entries(defaults).map(([key, usual]) => {
    const values = layers.map(({ from, config }) => ({ value: config[key], from }));
    if (isTree(usual)) {
      const groups = values.map(({ from, value }) => ({
        from,
        config: isTree(value) ? value : {},
      }));
      return [key, merge(groups, usual)];
    }
    const set = values.find(({ value }) => value !== undefined);
    return [key, set ?? { value: usual, from: 'default' }];
  });
  return Object.fromEntries(merged) as Tree;
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of a group of settings; a setting without one is left out. */
export function valuesOf<G extends Record<string, Setting<unknown>>>(group: G) {
  const set = Object.entries(group).filter(([, { value }]) => value !== undefined);
  const values = Object.fromEntries(set.map(([key, { value }]) => [key, value]));
  return values as { [K in keyof G]: G[K]['value'] };
}
