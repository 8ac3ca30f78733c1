import type { LaunchOrder } from './agent.ts';

/** The name every agent knows its relay by; its tools are `mcp__ovld-relay__*` in Claude's words. */
export const RELAY_SERVER = 'ovld-relay';

/** Typed into a living agent whose relay died: it does not come back by itself (C12). */
export const RECONNECT = `/mcp reconnect ${RELAY_SERVER}`;

type Relayed = Pick<LaunchOrder, 'ovld' | 'role' | 'relayDir' | 'session'>;

/** How the relay of one role is started. */
export function relayServer({ ovld, role, relayDir, session }: Relayed) {
  const [command = 'ovld', ...args] = ovld;
  return {
    command,
    args: [...args, 'relay'],
    env: { OVLD_ROLE: role, OVLD_RELAY_DIR: relayDir, OVLD_SESSION: session },
  };
}

/** The MCP configuration of one role: its relay, and nothing of the person's own. */
export const relayConfig = (order: Relayed): unknown => ({
  mcpServers: {
    [RELAY_SERVER]: {
      type: 'stdio',
      ...relayServer(order),
      // Otherwise the tools are deferred behind a search tool, and the model sees only names.
      alwaysLoad: true,
    },
  },
});
