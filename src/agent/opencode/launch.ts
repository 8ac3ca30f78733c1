import { OvldError } from '../../errors.ts';
import type { Launch, LaunchOrder } from '../agent.ts';
import { relayServer } from '../relay-config.ts';
import { mergeConfig } from './config.ts';

/**
 * opencode configured by its environment: the person's files stay untouched and in force. Its server listens on a port
 * of 127.0.0.1 with a password of its own. What decides of tools stands in the configuration and not in argv, for
 * flags are known to its screen only, and a prompt that comes by the server would not obey them.
 */
export function launchOpencode(order: LaunchOrder): Launch {
  const { endpoint, resume, ritual, paths } = order;
  const args = assertSeatable(order);
  const how = modeOf(order);
  const given = ritual?.delivery === 'system-prompt' ? ritual.text : undefined;
  const model = order.model ?? valueOf(args, MODEL);
  const mode = how.agent ?? valueOf(args, AGENT);
  const name = 'OPENCODE_CONFIG_CONTENT';
  const config = mergeConfig(order.env[name], {
    relay: relayServer(order),
    ...(given !== undefined && { instructions: paths.ritual }),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    ...(how.permission && { permission: how.permission }),
  });
  if (config === undefined)
    throw new OvldError('config_invalid', { path: name, reason: { code: 'not_valid' } });
  return {
    argv: [
      'opencode',
      ...(endpoint === undefined ? [] : ['--port', String(endpoint.at), '--hostname', '127.0.0.1']),
      ...(how.auto ? ['--auto'] : []),
      ...(resume === undefined ? [] : ['-s', resume]),
      ...args,
    ],
    env: {
      [name]: config,
      // A person's own name would be asked for beside our password.
      OPENCODE_SERVER_USERNAME: USER,
      ...(endpoint?.secret !== undefined && { OPENCODE_SERVER_PASSWORD: endpoint.secret }),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
    },
    ...(given !== undefined && { ritual: given }),
  };
}

export const USER = 'opencode';

/** Each of these would have it listen elsewhere, or for others. */
const LISTENS = /^--(?:port|hostname|mdns|mdns-domain|cors)(?:=|$)/;
/** These words make another program of it, without a composer of ours to read. */
const COMMANDS = new Set(
  (
    'completion acp mcp attach run debug providers auth agent upgrade uninstall serve web models stats ' +
    'export import github pr session plugin db'
  ).split(' '),
);
const OTHER = /^(?:--mini(?:=.*)?|-h|--help|-v|--version)$/;
/** Which conversation a seat is in is on record; another one's would be written over it. */
const CHOOSES = /^(?:-[cs]|--(?:continue|session|fork)(?:=|$))/;

function assertSeatable({ role, args }: LaunchOrder): readonly string[] {
  const [first = ''] = args;
  const argument = COMMANDS.has(first)
    ? first
    : args.find((one) => [LISTENS, OTHER, CHOOSES].some((refused) => refused.test(one)));
  if (argument !== undefined) throw new OvldError('agent_argument', { role, argument });
  return args;
}

interface Mode {
  agent?: string;
  auto?: true;
  permission?: Readonly<Record<string, string>>;
}

/** Claude's names where opencode has the like, and its own. */
const MODES: Readonly<Record<string, Mode>> = {
  default: {},
  acceptEdits: { permission: { edit: 'allow' } },
  bypassPermissions: { auto: true },
  auto: { auto: true },
  plan: { agent: 'plan' },
  build: { agent: 'build' },
  ask: { permission: { '*': 'ask' } },
};

function modeOf({ role, permissionMode }: LaunchOrder): Mode {
  if (permissionMode === undefined) return {};
  const mode = Object.hasOwn(MODES, permissionMode) ? MODES[permissionMode] : undefined;
  if (mode !== undefined) return mode;
  throw new OvldError('agent_mode', { role, agent: 'opencode', mode: permissionMode });
}

const MODEL = ['-m', '--model'];
const AGENT = ['--agent'];

function valueOf(args: readonly string[], names: readonly string[]): string | undefined {
  const at = args.findIndex((one) => names.includes(one.split('=')[0] ?? ''));
  const [, value = args[at + 1]] = /=(.*)/.exec(args[at] ?? '') ?? [];
  return at < 0 ? undefined : value;
}
