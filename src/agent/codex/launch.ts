import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OvldError } from '../../errors.ts';
import type { Launch, LaunchOrder, Variables } from '../agent.ts';
import { RELAY_SERVER, relayServer } from '../relay-config.ts';
import { readDeveloperInstructions, toToml, type TomlValue } from './toml.ts';

/**
 * An app-server of the seat's own, and the terminal program attached to it. The person's configuration is in force
 * and stays as it is: what is ours comes as arguments, most of it to the server, which alone heeds it (X5).
 * Where that does not come to listen, as an older one does not, Codex runs without it, and without the daemon
 * that would outlive the pane (X4); then it is typed into.
 */
export function launchCodex(order: LaunchOrder): Launch {
  assertInteractive(order);
  const { resume, args, ritual, endpoint } = order;
  const resumed = resume === undefined ? [] : ['resume', resume];
  const chosen = [...NO_UPDATES, ...modelFlags(order), ...modeFlags(order), ...args];
  const settings = settingsOf(order);
  const alone = ['codex', ...resumed, '--no-daemon', ...settings, ...chosen];
  const given = ritual?.delivery === 'system-prompt' && { ritual: ritual.text };
  if (typeof endpoint?.at !== 'string') return { argv: alone, ...given };
  const address = `unix://${endpoint.at}`;
  return {
    argv: ['codex', ...resumed, '--remote', address, ...chosen],
    companion: {
      argv: ['codex', ...settings, ...settingsIn(args), 'app-server', '--listen', address],
      socket: endpoint.at,
      instead: alone,
    },
    ...given,
  };
}

const setting = (key: string, value: TomlValue): string[] => ['-c', `${key}=${toToml(value)}`];

/** It would ask at its start. */
const NO_UPDATES = setting('check_for_update_on_startup', false);

const PANE =
  'TMUX TMUX_PANE TMUX_TMPDIR ZELLIJ ZELLIJ_PANE_ID ZELLIJ_SESSION_NAME ZELLIJ_SOCKET_DIR';
const PLACES = 'XDG_RUNTIME_DIR XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME TMPDIR';
const PERSON = 'USER LOGNAME SHELL LC_ALL LC_MESSAGES OVLD_LANG';
const SCREEN = 'DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS';

/** Codex gives a server few variables but those that are named. */
const VARIABLES = [PANE, PLACES, PERSON, SCREEN].flatMap((names) => names.split(' '));

/** While a whole army starts a relay may take its time. */
const STARTUP_SECONDS = 60;

/** Of four bytes at most: more than a relay sends (R9). */
const REPLY_TOKENS = 40_000;

function settingsOf(order: LaunchOrder): string[] {
  const { ritual, env } = order;
  const server = {
    ...relayServer(order),
    env_vars: VARIABLES,
    startup_timeout_sec: STARTUP_SECONDS,
    default_tools_approval_mode: 'approve',
  };
  const relay = [
    ...setting(`mcp_servers.${RELAY_SERVER}`, server),
    // Of a longer reply it would cut the middle out, and two letters would become one.
    ...setting('tool_output_token_limit', REPLY_TOKENS),
  ];
  if (ritual?.delivery !== 'system-prompt') return relay;
  // There is one place for instructions: what the person has there must be given again.
  const texts = [readOwnInstructions(env), ritual.text].filter((text) => text !== undefined);
  return [...relay, ...setting('developer_instructions', texts.join('\n\n'))];
}

const MOST_BYTES = 1_048_576;

function readOwnInstructions({ CODEX_HOME, HOME = '/' }: Variables): string | undefined {
  const path = join(CODEX_HOME || join(HOME, '.codex'), 'config.toml');
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > MOST_BYTES) return undefined;
    return readDeveloperInstructions(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const modelFlags = ({ model }: LaunchOrder): string[] => (model === undefined ? [] : ['-m', model]);

/** Claude's names for what Codex has too, then its own: when it asks, and what its commands may touch. */
const MODES: Readonly<Record<string, readonly string[]>> = {
  default: [],
  acceptEdits: ['-a', 'on-request', '-s', 'workspace-write'],
  bypassPermissions: ['-a', 'never', '-s', 'danger-full-access'],
  plan: ['-a', 'on-request', '-s', 'read-only'],
  'on-request': ['-a', 'on-request'],
  never: ['-a', 'never'],
  'read-only': ['-s', 'read-only'],
  'workspace-write': ['-s', 'workspace-write'],
  'danger-full-access': ['-s', 'danger-full-access'],
};

function modeFlags({ role, permissionMode }: LaunchOrder): readonly string[] {
  if (permissionMode === undefined) return [];
  const flags = Object.hasOwn(MODES, permissionMode) ? MODES[permissionMode] : undefined;
  if (flags !== undefined) return flags;
  throw new OvldError('agent_mode', { role, agent: 'codex', mode: permissionMode });
}

/** Of a person's arguments those that set what only the server heeds. */
function settingsIn(args: readonly string[]): string[] {
  const found: string[] = [];
  for (const [i, word] of args.entries()) {
    if (/^(?:-c|--config|--enable|--disable)$/.test(word)) found.push(word, args[i + 1] ?? '');
    else if (/^(?:-c.|--(?:config|enable|disable)=)/.test(word)) found.push(word);
  }
  return found;
}

/** Commands that work without a terminal or play no role, and a server of another's. */
const ELSEWHERE = new Set(
  (
    'exec e review apply a cloud sandbox mcp app-server exec-server ' +
    'login logout update plugin queue remote-control agents --remote'
  ).split(' '),
);

/** Without its terminal Codex asks no question, and a cloned project brings its own formation. */
function assertInteractive({ role, args }: LaunchOrder): void {
  const argument = args.find((word) => ELSEWHERE.has(word.split('=')[0] ?? ''));
  if (argument !== undefined) throw new OvldError('agent_argument', { role, argument });
}
