import type { Agent } from './agent.ts';
import { readComposer, showsText } from './composer.ts';
import { RECONNECT, relayConfig } from './relay-config.ts';

/** A scripted agent that needs no account: ovld itself is the program (`ovld mock-agent`). */
export const mockAgent: Agent = {
  kind: 'mock',
  reconnect: RECONNECT,
  read: readComposer,
  shows: showsText,
  launch: (order) => ({
    argv: [...order.ovld, 'mock-agent', '--mcp-config', order.paths.mcp, ...order.args],
    mcp: relayConfig(order),
  }),
};
