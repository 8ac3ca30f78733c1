import type { Agent } from './agent.ts';
import { readComposer, showsText } from './composer.ts';
import { relayConfig } from './relay-config.ts';

export const opencodeAgent: Agent = {
  kind: 'opencode',
  program: 'opencode',
  package: 'opencode-ai',
  version: {
    args: ['--version'],
    needs: '1.18.0',
    read: (said) => /(\d+\.\d+\.\d+)/.exec(said)?.[1],
  },
  read: readComposer,
  shows: showsText,
  launch: (order) => ({ argv: ['opencode', ...order.args], mcp: relayConfig(order) }),
};
