import type { Agent } from './agent.ts';
import { readComposer, showsText } from './composer.ts';
import { relayConfig } from './relay-config.ts';

export const codexAgent: Agent = {
  kind: 'codex',
  program: 'codex',
  package: '@openai/codex',
  version: {
    args: ['--version'],
    needs: '0.160.0',
    read: (said) => /(\d+\.\d+\.\d+)/.exec(said)?.[1],
  },
  read: readComposer,
  shows: showsText,
  launch: (order) => ({ argv: ['codex', ...order.args], mcp: relayConfig(order) }),
};
