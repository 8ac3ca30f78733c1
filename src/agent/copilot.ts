import type { Agent } from './agent.ts';
import { readComposer, showsText } from './composer.ts';
import { relayConfig } from './relay-config.ts';

export const copilotAgent: Agent = {
  kind: 'copilot',
  program: 'copilot',
  package: '@github/copilot',
  version: {
    args: ['--version'],
    needs: '1.0.100',
    read: (said) => /(\d+\.\d+\.\d+)/.exec(said)?.[1],
  },
  read: readComposer,
  shows: showsText,
  launch: (order) => ({ argv: ['copilot', ...order.args], mcp: relayConfig(order) }),
};
