import type { Agent } from './agent.ts';
import { readComposer, showsText } from './composer.ts';
import { RECONNECT, relayConfig } from './relay-config.ts';

/** A scripted agent that needs no account: ovld itself is the program (`ovld mock-agent`). */
export const mockAgent: Agent = {
  kind: 'mock',
  reconnect: RECONNECT,
  read: readComposer,
  shows: showsText,
  resumes: (transcript) => transcript !== '',
  launch: (order) => ({
    argv: [
      ...order.ovld,
      'mock-agent',
      '--mcp-config',
      order.paths.mcp,
      ...(order.ritual?.delivery === 'system-prompt' ? ['--ritual', order.paths.ritual] : []),
      ...(order.resume === undefined ? [] : ['--resume', order.resume]),
      ...order.args,
    ],
    mcp: relayConfig(order),
    ...(order.ritual?.delivery === 'system-prompt' && { ritual: order.ritual.text }),
  }),
};
