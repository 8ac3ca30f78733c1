import type { Agent, LaunchOrder } from './agent.ts';
import { readComposer, showsText } from './composer.ts';
import { RECONNECT, RELAY_SERVER, relayConfig } from './relay-config.ts';

/** Claude Code. Everything it is told comes by argv and our own files: the user's stay untouched. */
export const claudeAgent: Agent = {
  kind: 'claude',
  program: 'claude',
  reconnect: RECONNECT,
  read: readComposer,
  shows: showsText,
  launch: (order) => ({
    argv: argvFor(order),
    mcp: relayConfig(order),
    settings: { permissions: { allow: [`mcp__${RELAY_SERVER}__*`] } },
    ...(order.ritual?.delivery === 'system-prompt' && { ritual: order.ritual.text }),
  }),
};

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
