import { randomUUID } from 'node:crypto';
import { OvldError } from '../errors.ts';
import type { Agent, Launch, LaunchOrder } from './agent.ts';
import { readComposer, showsText } from './gemini/composer.ts';
import { extensionFiles, hooksFor, POLICY } from './gemini/extension.ts';
import { homeScript } from './gemini/home.ts';
import { personHome, readSettings } from './gemini/person.ts';
import { findQuestion } from './gemini/questions.ts';
import { readTrust, recordPath } from './gemini/trust.ts';
import { RELAY_SERVER } from './relay-config.ts';

/** Has extensions with hooks, policies as files, and a conversation's id as a flag. */
const OLDEST = '0.61.0';

/**
 * The space at its end keeps Enter from taking what Gemini CLI proposes in its stead: for 40 ms after a paste, longer on
 * a busy machine, it took `/mcp clear`.
 */
const RECONNECT = '/mcp reload ';

/** Gemini CLI, configured by an extension in a home of the seat's own, which is links to the person's. */
export const geminiAgent: Agent = {
  kind: 'gemini',
  program: 'gemini',
  package: '@google/gemini-cli',
  version: {
    args: ['--version'],
    needs: OLDEST,
    read: (said) => /^(\d+\.\d+\.\d+)\S*\s*$/.exec(said)?.[1],
  },
  reconnect: RECONNECT,
  // Of a longer text it keeps the beginning and the end.
  replies: { bytes: 38_000, textOnly: true },
  interrupt: 'Escape',
  read: readComposer,
  asks: (screen) => (readComposer(screen).state === 'ready' ? undefined : findQuestion(screen)),
  readTrust,
  shows: showsText,
  resumes: (transcript) => /"type": ?"user"/.test(transcript),
  launch,
};

function launch(order: LaunchOrder): Launch {
  const { env, paths, ritual, resume } = assertInteractive(order);
  const person = personHome(env);
  const home = `${paths.files}.home`;
  const conversation = resume ?? randomUUID();
  return {
    argv: buildArgv(order, { person, home, conversation }),
    env: { GEMINI_CLI_HOME: home, GEMINI_CLI_TRUSTED_FOLDERS_PATH: recordPath(env) },
    before: homeScript({ home, person, extension: { name: RELAY_SERVER, folder: paths.files } }),
    lingers: true,
    hooks: hooksFor(order, home, person),
    files: extensionFiles(order),
    conversation,
    ...(ritual?.delivery === 'system-prompt' && { ritual: ritual.text }),
  };
}

/**
 * With a prompt on its command line, or as a server of an editor's, it asks no question, not even whether this folder
 * is trusted; and that is for the person to say, not for a formation that a cloned project brings.
 */
const FORBIDDEN = /^(?:-[a-z]*p[a-z]*|--(?:prompt|skip-?trust|(?:experimental-?)?acp)(?:=.*)?)$/i;

function assertInteractive(order: LaunchOrder): LaunchOrder {
  const argument = order.args.find((one) => FORBIDDEN.test(one));
  if (argument !== undefined) throw new OvldError('agent_argument', { role: order.role, argument });
  return order;
}

function buildArgv(
  { paths, model, permissionMode, resume, args, role }: LaunchOrder,
  { person, home, conversation }: { person: string; home: string; conversation: string },
): string[] {
  const { policyPaths, mcp } = readSettings(person);
  const own = args.some((one) => /^--policy(?:=|$)/.test(one))
    ? []
    : (policyPaths ?? [`${home}/.gemini/policies`]);
  const policies = [`${paths.files}/${POLICY}`, ...own];
  const isChosen = args.some((one) => /^(?:-e|--extensions)(?:=|$)/.test(one));
  const named = args.some((one) => /^--allowed-?mcp-?server-?names(?:=|$)/i.test(one));
  const allowed = named ? [RELAY_SERVER] : mcp?.allowed && [...mcp.allowed, RELAY_SERVER];
  return [
    'gemini',
    ...policies.flatMap((path) => ['--policy', path]),
    ...(isChosen ? ['--extensions', RELAY_SERVER] : []),
    ...(allowed ?? []).flatMap((name) => ['--allowed-mcp-server-names', name]),
    resume === undefined ? '--session-id' : '--resume',
    conversation,
    ...(model === undefined ? [] : ['--model', model]),
    ...(permissionMode === undefined ? [] : ['--approval-mode', modeOf(role, permissionMode)]),
    ...args,
  ];
}

/** Its own names, and Claude's for the same. */
const MODES: Readonly<Record<string, string>> = {
  default: 'default',
  plan: 'plan',
  auto_edit: 'auto_edit',
  acceptEdits: 'auto_edit',
  yolo: 'yolo',
  bypassPermissions: 'yolo',
};

function modeOf(role: string, wanted: string): string {
  const mode = Object.hasOwn(MODES, wanted) ? MODES[wanted] : undefined;
  if (mode === undefined)
    throw new OvldError('agent_mode', { role, agent: 'gemini', mode: wanted });
  return mode;
}
