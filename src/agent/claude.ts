import { OvldError } from '../errors.ts';
import type { Agent, LaunchOrder } from './agent.ts';
import { hookScript, hookSettings } from './claude/hooks.ts';
import { inboxSocket } from './claude/inbox-socket.ts';
import { questionOn } from './claude/questions.ts';
import { readComposer, showsText } from './composer.ts';
import { RECONNECT, RELAY_SERVER, relayConfig } from './relay-config.ts';

/** Has every hook and flag we use; an older one refuses the settings, in a dialog nobody expects. */
const OLDEST = '2.1.150';
const SAID = /^(\d+\.\d+\.\d+) \(Claude Code\)\s*$/;

/** Claude Code. Everything it is told comes by argv and our own files: the user's stay untouched. */
export const claudeAgent: Agent = {
  kind: 'claude',
  program: 'claude',
  version: { args: ['--version'], needs: OLDEST, read: (said) => SAID.exec(said)?.[1] },
  reconnect: RECONNECT,
  read: readComposer,
  asks: questionOn,
  shows: showsText,
  // A session in which nothing was said leaves a file too, and is refused.
  resumes: (transcript) => /"type":"(?:user|assistant)"/.test(transcript),
  doorbells: ({ inbox }) => (inbox === undefined ? [] : [inboxSocket(inbox)]),
  launch: (order) => ({
    argv: argvFor(insistOnPane(order)),
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
 * Printing, it would ask nobody anything, not even whether this folder is trusted: whoever clones a project
 * has not written the formation that comes with it.
 */
function insistOnPane(order: LaunchOrder): LaunchOrder {
  const argument = order.args.find((one) => PRINTS.test(one));
  if (argument !== undefined) throw new OvldError('agent_argument', { role: order.role, argument });
  return order;
}

/** `--mcp-config` takes every word up to the next flag, so a flag follows it, never a prompt. */
const argvFor = ({ role, paths, model, permissionMode, args, ...order }: LaunchOrder): string[] => [
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
