import type { LaunchOrder } from './agent.ts';

/** The name every agent knows its relay by; its tools are `mcp__ovld-relay__*` in Claude's words. */
export const RELAY_SERVER = 'ovld-relay';

/** Typed into a living agent whose relay died: it does not come back by itself (C12). */
export const RECONNECT = `/mcp reconnect ${RELAY_SERVER}`;

/** The MCP configuration of one role: its relay, and nothing of the person's own. */
export function relayConfig({ ovld, role, relayDir, session }: LaunchOrder): unknown {
  const [command = 'ovld', ...args] = ovld;
  return {
    mcpServers: {
      [RELAY_SERVER]: {
        type: 'stdio',
        command,
        args: [...args, 'relay'],
        env: { OVLD_ROLE: role, OVLD_RELAY_DIR: relayDir, OVLD_SESSION: session },
        // Otherwise the tools are deferred behind a search tool, and the model sees only names.
        alwaysLoad: true,
      },
    },
  };
}
