import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandOf } from '../../scripts/real-agent-places.mjs';
import { agentKinds, type AgentKind } from './agent-kinds.ts';

export interface AgentHomesOptions {
  /** The model's address, without a role. */
  url: string;
  /** Whether they start without asking: in `dir` and its project, in the folders named, or nowhere. */
  trusted?: boolean | readonly string[];
  /** For every agent that is started. */
  env?: Readonly<Record<string, string>>;
}

interface Home {
  /** Files below the home. */
  files: Readonly<Record<string, string>>;
  /** In the wrapper's words; `$role` is the seat's. */
  env: Readonly<Record<string, string>>;
  /** Further lines of the wrapper. */
  lines?: readonly string[];
  /** Words before its own. */
  words?: readonly string[];
}

const KEY = 'scripted-key';
/** What leads to another home or model. */
const CLEARED =
  'XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME ' +
  'GITHUB_TOKEN GH_TOKEN GOOGLE_API_KEY ANTHROPIC_API_KEY';

/** A way out of the machine that leads nowhere: Codex asks for news and plugins, opencode for an npm package. */
const NOWHERE = Object.fromEntries(
  [
    ['http_proxy', 'http://127.0.0.1:9'],
    ['https_proxy', 'http://127.0.0.1:9'],
    ['all_proxy', 'http://127.0.0.1:9'],
    ['no_proxy', '127.0.0.1,localhost'],
  ].flatMap(([name = '', value]) => [
    [name, value],
    [name.toUpperCase(), value],
  ]),
) as Readonly<Record<string, string>>;

/**
 * A `codex`, `opencode`, `qwen`, `copilot` and `gemini` in `dir`/bin, each the one of test/real-agents, with a home
 * in which it starts at its prompt and asks our model as the role in `OVLD_ROLE`. One that is not installed is left out.
 */
export function furnishAgents(dir: string, options: AgentHomesOptions): void {
  const { trusted = true } = options;
  const all = [dir, join(dir, 'project')];
  const folders = trusted === true ? all : trusted === false ? [] : trusted;
  for (const kind of agentKinds) {
    const command = commandOf(kind);
    if (command === undefined) continue;
    const home = homes[kind](`${options.url}/as/$role`, folders, dir);
    for (const [name, text] of Object.entries(home.files)) {
      const path = join(dir, 'home', name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, text, { mode: 0o600 });
    }
    const path = join(dir, 'bin', kind);
    writeFileSync(path, wrapper(dir, home, command, options.env ?? {}));
    chmodSync(path, 0o755);
  }
}

function wrapper(
  dir: string,
  { env, lines = [], words = [] }: Home,
  command: readonly string[],
  more: Readonly<Record<string, string>>,
): string {
  const own = { HOME: join(dir, 'home'), OVLD_WORLD: dir, ...NOWHERE, ...env, ...more };
  return [
    '#!/bin/sh',
    'role=${OVLD_ROLE:-unnamed}',
    `unset ${CLEARED}`,
    ...Object.entries(own).map(([key, value]) => `export ${key}="${quoted(value)}"`),
    ...lines,
    `exec ${[...command, ...words].map((word) => `"${quoted(word)}"`).join(' ')} "$@"`,
    '',
  ].join('\n');
}

/** Between double quotes, where only `$role` is the shell's. */
const quoted = (text: string): string => text.replaceAll(/["\\`]/g, '\\$&');

const json = (value: unknown): string => JSON.stringify(value);

const homes: Record<AgentKind, (url: string, folders: readonly string[], dir: string) => Home> = {
  codex: (url, folders) => ({
    files: {
      '.codex/config.toml': [
        'check_for_update_on_startup = false',
        ...['analytics', 'feedback'].flatMap((part) => [`[${part}]`, 'enabled = false']),
        ...folders.flatMap((folder) => [`[projects.${json(folder)}]`, 'trust_level = "trusted"']),
        '',
      ].join('\n'),
    },
    env: { SCRIPTED_KEY: KEY },
    words: [
      'model="scripted"',
      'model_provider="scripted"',
      `model_providers.scripted={name="scripted",base_url="${url}/v1",wire_api="responses",env_key="SCRIPTED_KEY"}`,
    ].flatMap((setting) => ['-c', setting]),
  }),

  opencode: (url, _folders, dir) => {
    writeFileSync(join(dir, 'with-model.mjs'), WITH_MODEL);
    return {
      files: {},
      env: {
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      },
      lines: [
        `OPENCODE_CONFIG_CONTENT=$('${process.execPath}' '${join(dir, 'with-model.mjs')}' "${url}/v1") || exit`,
        'export OPENCODE_CONFIG_CONTENT',
      ],
    };
  },

  qwen: (url, folders) => ({
    files: {
      '.qwen/settings.json': json({
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        security: {
          auth: { selectedType: 'openai' },
          // Off as it ships: it is asked for only where a test wants the question.
          folderTrust: { enabled: folders.length === 0 },
        },
        ui: { autoModeAcknowledged: true },
      }),
      '.qwen/trustedFolders.json': json(trustIn(folders)),
    },
    env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'scripted' },
  }),

  copilot: (url, folders) => ({
    files: { '.copilot/config.json': json({ trustedFolders: folders }) },
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_MODEL: 'scripted',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_PROVIDER_WIRE_API: 'completions',
    },
  }),

  gemini: (url, folders) => ({
    files: {
      '.gemini/settings.json': json({
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: 'gemini-api-key' } },
      }),
      '.gemini/trustedFolders.json': json(trustIn(folders)),
    },
    env: { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url },
  }),
};

const trustIn = (folders: readonly string[]): object =>
  Object.fromEntries(folders.map((folder) => [folder, 'TRUST_FOLDER']));

/** What a caller has set stays, but for the model: two objects become one, key by key. */
const WITH_MODEL = `const [, , baseURL] = process.argv;
const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const merge = (one, other) =>
  isMap(one) && isMap(other)
    ? Object.fromEntries(
        [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [
          key,
          key in other ? (key in one ? merge(one[key], other[key]) : other[key]) : one[key],
        ]),
      )
    : other;
const limit = { context: 200000, output: 8000 };
const models = { scripted: { name: 'Scripted', tool_call: true, limit }, small: { name: 'Small', limit } };
const options = { baseURL, apiKey: '${KEY}' };
const own = {
  autoupdate: false,
  share: 'disabled',
  model: 'scripted/scripted',
  small_model: 'scripted/small',
  provider: { scripted: { npm: '@ai-sdk/openai-compatible', options, models } },
};
const callers = JSON.parse(process.env.OPENCODE_CONFIG_CONTENT || '{}');
process.stdout.write(JSON.stringify(merge(callers, own)));
`;
