import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { OvldError } from '../errors.ts';
import type { Agent, Launch, LaunchOrder } from './agent.ts';
import { readComposer, showsPasted, wantsAgain } from './copilot/composer.ts';
import { copilotHookScript, pluginFiles } from './copilot/plugin.ts';
import { findQuestion } from './copilot/questions.ts';
import { createServerDoorbell } from './copilot/server-doorbell.ts';
import { readTrust } from './copilot/trust.ts';
import { RELAY_SERVER, relayServer } from './relay-config.ts';

/** The one all of this was measured with. */
const OLDEST = '1.0.102';
const SAID = /^GitHub Copilot CLI (\d+\.\d+\.\d+)/;

/** Folders in `Launch.files`. */
const PLUGIN = 'plugin';
const RITUAL = 'ritual';

/** Copilot CLI, configured by argv, two variables and our own files: the person's stay untouched. */
export const copilotAgent: Agent = {
  kind: 'copilot',
  program: 'copilot',
  package: '@github/copilot',
  version: { args: ['--version'], needs: OLDEST, read: (said) => SAID.exec(said)?.[1] },
  // Every server is started anew by it; there is no word for one alone.
  reconnect: '/mcp reload',
  // From 20,481 bytes of UTF-8 on, it puts a result into a file and gives its model the beginning.
  replies: { bytes: 20_000, textOnly: true },
  interrupt: 'Escape',
  wantsAgain,
  read: readComposer,
  asks: findQuestion,
  readTrust,
  relayFirst: true,
  shows: showsPasted,
  listens: 'port',
  listensToAll: true,
  doorbells: ({ at }) => (typeof at === 'number' ? [createServerDoorbell(at)] : []),
  resumes: (transcript) => transcript.includes('"type":"user.message"'),
  launch: (order) => {
    const conversation = order.resume ?? randomUUID();
    return {
      argv: [
        'copilot',
        '--additional-mcp-config',
        `@${order.paths.mcp}`,
        `--allow-tool=${RELAY_SERVER}`,
        '--allow-all-mcp-server-instructions',
        '--plugin-dir',
        join(order.paths.files, PLUGIN),
        '--session-id',
        conversation,
        ...(order.model === undefined ? [] : ['--model', order.model]),
        ...permissionWords(order),
        ...doorWords(order),
        ...assertInteractive(order),
      ],
      conversation,
      mcp: mcpConfig(order),
      hooks: copilotHookScript(order),
      ...ritualOf(order),
    };
  },
};

/** Without these its tools may be deferred behind a search tool, or be those of another relay, kept on the disk. */
const mcpConfig = (order: LaunchOrder): unknown => ({
  mcpServers: {
    [RELAY_SERVER]: {
      type: 'stdio',
      ...relayServer(order),
      tools: ['*'],
      deferTools: 'never',
      disableToolCache: true,
    },
  },
});

/** A folder of instructions more than a person's; their names stand in a list between commas. */
function ritualOf({
  role,
  ritual,
  paths,
  env,
}: LaunchOrder): Required<Pick<Launch, 'env' | 'files'>> & Pick<Launch, 'ritual'> {
  const files = pluginFiles(PLUGIN, paths.hooks);
  const quiet = { COPILOT_AUTO_UPDATE: 'false' };
  const folder = join(paths.files, RITUAL);
  if (ritual?.delivery !== 'system-prompt' || folder.includes(',')) return { env: quiet, files };
  const others = env[FOLDERS] || undefined;
  return {
    env: { ...quiet, [FOLDERS]: others === undefined ? folder : `${others},${folder}` },
    files: { ...files, [`${RITUAL}/${role}.instructions.md`]: ritual.text },
    ritual: ritual.text,
  };
}

const FOLDERS = 'COPILOT_CUSTOM_INSTRUCTIONS_DIRS';

/** ovld's names for them where Copilot has the like, and its own. */
const MODES: Readonly<Record<string, readonly string[]>> = {
  default: [],
  manual: [],
  interactive: ['--mode', 'interactive'],
  plan: ['--mode', 'plan'],
  autopilot: ['--mode', 'autopilot'],
  acceptEdits: ['--allow-tool=write'],
  bypassPermissions: ['--allow-all'],
  'allow-all': ['--allow-all'],
};

function permissionWords({ role, permissionMode = 'default' }: LaunchOrder): readonly string[] {
  const words = Object.hasOwn(MODES, permissionMode) ? MODES[permissionMode] : undefined;
  if (words !== undefined) return words;
  throw new OvldError('agent_mode', { role, agent: 'copilot', mode: permissionMode });
}

/** It has no lock, not even with `COPILOT_CONNECTION_TOKEN`: every program that reaches the port may prompt it (X16). */
const doorWords = ({ allowOpenDoor, endpoint }: LaunchOrder): readonly string[] =>
  allowOpenDoor === true && typeof endpoint?.at === 'number'
    ? ['--ui-server', '--port', String(endpoint.at)]
    : [];

/** With the first it asks no question, not even whether this folder is trusted; the others open a port to every user here. */
const NOT_SEATED =
  /^(?:-[a-z]*p.*|--prompt(?:=.*)?|--acp|--(?:ui-|managed-)?server|--headless|--ahp-host|--embedded-host|--environment-host(?:=.*)?|--port(?:=.*)?)$/;

function assertInteractive({ role, args }: LaunchOrder): readonly string[] {
  const argument = args.find((one) => NOT_SEATED.test(one));
  if (argument !== undefined) throw new OvldError('agent_argument', { role, argument });
  return args;
}
