import { isAbsolute } from 'node:path';
import { OvldError } from '../errors.ts';
import type { Agent, LaunchOrder } from './agent.ts';
import { readComposer, showsPasted } from './qwen/composer.ts';
import { qwenHooks, qwenHookScript } from './qwen/hooks.ts';
import { createInboxDoorbell } from './qwen/inbox-socket.ts';
import { systemPaths } from './qwen/own-files.ts';
import { findQuestion } from './qwen/questions.ts';
import { mergeSystemSettings } from './qwen/settings.ts';
import { readTrust } from './qwen/trust.ts';
import { RELAY_SERVER, relayServer } from './relay-config.ts';

/** Has the inbox with its tokens and receipts, and every hook we use. */
const OLDEST = '0.24.0';

/**
 * Qwen Code, configured by argv, two variables and our own files: the person's stay untouched. It starts a relay
 * that died again by itself, after a minute and a half, or at once for a call, which it repeats where the tool
 * says that it may be.
 */
export const qwenAgent: Agent = {
  kind: 'qwen',
  program: 'qwen',
  package: '@qwen-code/qwen-code',
  version: {
    args: ['--version'],
    needs: OLDEST,
    read: (said) => /^(\d+\.\d+\.\d+)\S*\s*$/.exec(said)?.[1],
  },
  // Both faces count; how much, its settings say.
  replies: { bytes: 60_000, textOnly: true },
  interrupt: 'Escape',
  sparesDraft: true,
  read: readComposer,
  asks: findQuestion,
  readTrust,
  shows: showsPasted,
  resumes: (transcript) => /"type":"(?:user|assistant)"/.test(transcript),
  endpoint({ QWEN_CODE_MESSAGING_SOCKET: inbox, QWEN_CODE_MESSAGING_TOKEN: token }) {
    if (inbox === undefined || !isAbsolute(inbox) || !token) return undefined;
    return { at: inbox, secret: token };
  },
  doorbells: (endpoint) => [createInboxDoorbell(endpoint)],
  launch: (order) => ({
    argv: buildArgv(assertInteractive(order)),
    env: {
      QWEN_CODE_SYSTEM_SETTINGS_PATH: order.paths.settings,
      // Otherwise it is looked for beside ours.
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: systemPaths(order.env).defaults,
    },
    mcp: {
      mcpServers: {
        // Without the last its tools are deferred behind a search tool, and the model sees only names (X8).
        [RELAY_SERVER]: { ...relayServer(order), trust: true, alwaysLoadTools: true },
      },
    },
    settings: mergeSystemSettings(settingsOf(order), order.env),
    hooks: qwenHookScript(order),
    ...(order.ritual?.delivery === 'system-prompt' && { ritual: order.ritual.text }),
  }),
};

const settingsOf = ({ paths }: LaunchOrder) => ({
  hooks: qwenHooks(paths.hooks),
  permissions: { allow: [`mcp__${RELAY_SERVER}__*`] },
  // A ghost text would stand in the composer, and its survey takes 0 to 3 for an answer (X11).
  ui: { enableFollowupSuggestions: false, enableUserFeedback: false },
  general: { enableAutoUpdate: false },
  // Of a longer reply its model is shown the beginning alone.
  tools: { truncateToolOutputThreshold: 80_000, truncateToolOutputLines: 20_000 },
});

/** Ours for what Qwen Code has too; its own names count as well. */
const MODES: Readonly<Record<string, string>> = {
  acceptEdits: 'auto-edit',
  bypassPermissions: 'yolo',
};
const OWN_MODES = new Set(['plan', 'default', 'auto-edit', 'auto', 'yolo']);

function approvalMode({ role, permissionMode }: LaunchOrder): string[] {
  if (permissionMode === undefined) return [];
  const mode = MODES[permissionMode] ?? permissionMode;
  if (OWN_MODES.has(mode)) return ['--approval-mode', mode];
  throw new OvldError('agent_mode', { role, agent: 'qwen', mode: permissionMode });
}

const PRINTS = /^(?:-[dsyc]*p.*|--prompt(?:=.*)?|--acp|--experimental-acp)$/;

/** Otherwise it asks no question, not even whether this folder is trusted; a first bare word is a prompt too. */
function assertInteractive(order: LaunchOrder): LaunchOrder {
  const { role, args } = order;
  const bare = args.find((one, i) => one === '--' || (i === 0 && !one.startsWith('-')));
  const argument = args.find((one) => PRINTS.test(one)) ?? bare;
  if (argument !== undefined) throw new OvldError('agent_argument', { role, argument });
  return order;
}

/** Its process is found by the word that follows `--mcp-config`. */
const buildArgv = (order: LaunchOrder): string[] => [
  'qwen',
  '--mcp-config',
  order.paths.mcp,
  ...(order.model === undefined ? [] : ['--model', order.model]),
  ...approvalMode(order),
  ...(order.resume === undefined ? [] : ['--resume', order.resume]),
  ...order.args,
];
