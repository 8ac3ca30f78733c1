import { isAbsolute } from 'node:path';
import { OvldError } from '../errors.ts';
import type { Agent, LaunchOrder } from './agent.ts';
import { createSocketDoorbell } from './claude/inbox-socket.ts';
import { findQuestion } from './claude/questions.ts';
import { readTrust } from './claude/trust.ts';
import { readComposer, showsText } from './composer.ts';
import { hookScript, hookSettings } from './hooks.ts';
import { RECONNECT, RELAY_SERVER, relayConfig } from './relay-config.ts';

/** Has every hook and flag we use; an older one refuses the settings in a dialog. */
const OLDEST = '2.1.150';
const SAID = /^(\d+\.\d+\.\d+) \(Claude Code\)\s*$/;

/** Claude Code, configured by argv and our own files: the person's stay untouched. */
export const claudeAgent: Agent = {
  kind: 'claude',
  program: 'claude',
  package: '@anthropic-ai/claude-code',
  version: { args: ['--version'], needs: OLDEST, read: (said) => SAID.exec(said)?.[1] },
  reconnect: RECONNECT,
  interrupt: 'Escape',
  read: readComposer,
  asks: findQuestion,
  readTrust,
  shows: showsText,
  // A session without a message leaves a file too, and Claude refuses to resume it.
  resumes: (transcript) => /"type":"(?:user|assistant)"/.test(transcript),
  endpoint({ CLAUDE_CODE_MESSAGING_SOCKET: inbox }) {
    return inbox !== undefined && isAbsolute(inbox) ? { at: inbox } : undefined;
  },
  doorbells: ({ at }) => [createSocketDoorbell(String(at))],
  launch: (order) => ({
    argv: buildArgv(assertInteractive(order)),
    mcp: relayConfig(order),
    settings: {
      permissions: { allow: [`mcp__${RELAY_SERVER}__*`] },
      hooks: hookSettings(order.paths.hooks),
    },
    hooks: hookScript(order),
    ...(order.ritual?.delivery === 'system-prompt' && { ritual: order.ritual.text }),
  }),
};

const PRINTS = /^(?:-[a-z]*p[a-z]*|--print(?:=.*)?)$/i;

/**
 * With `--print` Claude asks no question, not even whether this folder is trusted, and a cloned project
 * brings its own formation.
 */
function assertInteractive(order: LaunchOrder): LaunchOrder {
  const argument = order.args.find((one) => PRINTS.test(one));
  if (argument !== undefined) throw new OvldError('agent_argument', { role: order.role, argument });
  return order;
}

/** `--mcp-config` takes every word up to the next flag, so a flag follows it, never a prompt. */
const buildArgv = ({
  role,
  paths,
  model,
  permissionMode,
  args,
  ...order
}: LaunchOrder): string[] => [
  'claude',
  '--mcp-config',
  paths.mcp,
  '--settings',
  paths.settings,
  '--name',
  role,
  ...(model === undefined ? [] : ['--model', model]),
  ...(permissionMode === undefined ? [] : ['--permission-mode', permissionMode]),
  ...(order.ritual?.delivery === 'system-prompt'
    ? ['--append-system-prompt-file', paths.ritual]
    : []),
  ...(order.resume === undefined ? [] : ['--resume', order.resume]),
  ...args,
];
