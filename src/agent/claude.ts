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
  }),
};

/** `--mcp-config` takes every word up to the next flag, so a flag follows it, never a prompt. */
const argvFor = ({ role, paths, model, permissionMode, args }: LaunchOrder): string[] => [
  'claude',
  '--mcp-config',
  paths.mcp,
  '--settings',
  paths.settings,
  '--name',
  role,
  ...(model === undefined ? [] : ['--model', model]),
  ...(permissionMode === undefined ? [] : ['--permission-mode', permissionMode]),
  ...args,
];
