import type { Agent } from './agent.ts';
import { readComposer, showsText } from './composer.ts';
import { relayConfig } from './relay-config.ts';

export const qwenAgent: Agent = {
  kind: 'qwen',
  program: 'qwen',
  package: '@qwen-code/qwen-code',
  version: {
    args: ['--version'],
    needs: '0.24.0',
    read: (said) => /(\d+\.\d+\.\d+)/.exec(said)?.[1],
  },
  read: readComposer,
  shows: showsText,
  launch: (order) => ({ argv: ['qwen', ...order.args], mcp: relayConfig(order) }),
};
