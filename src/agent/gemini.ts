import type { Agent } from './agent.ts';
import { readComposer, showsText } from './composer.ts';
import { relayConfig } from './relay-config.ts';

export const geminiAgent: Agent = {
  kind: 'gemini',
  program: 'gemini',
  package: '@google/gemini-cli',
  version: {
    args: ['--version'],
    needs: '0.60.0',
    read: (said) => /(\d+\.\d+\.\d+)/.exec(said)?.[1],
  },
  read: readComposer,
  shows: showsText,
  launch: (order) => ({ argv: ['gemini', ...order.args], mcp: relayConfig(order) }),
};
