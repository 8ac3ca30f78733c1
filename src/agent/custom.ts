import type { CustomAgent } from '../army/custom-agent.ts';
import type { Agent, LaunchOrder } from './agent.ts';
import { showsText } from './composer.ts';
import { createScreenReader } from './custom/read-screen.ts';
import { relayConfig } from './relay-config.ts';

/** An agent that a formation describes: all that is known of it stands there. It is woken by typing alone. */
export function createCustomAgent(described: CustomAgent): Agent {
  const { program, interrupt, reconnect } = described;
  const screens = createScreenReader(described);
  return {
    kind: 'custom',
    program,
    ...(interrupt !== undefined && { interrupt }),
    ...(reconnect !== undefined && { reconnect }),
    read: screens.read,
    asks: (screen) => (screens.hasDialog(screen) ? 'choice' : undefined),
    shows: showsText,
    launch: (order) => launch(described, order),
  };
}

function launch({ program, args, env, mcp }: CustomAgent, order: LaunchOrder) {
  const { paths } = order;
  const config = relayConfig(order);
  const flag = mcp.flag === undefined ? [] : [mcp.flag, paths.mcp];
  const named = {
    ...(mcp.env !== undefined && { [mcp.env]: paths.mcp }),
    ...(mcp.folder !== undefined && { [mcp.folder]: paths.files }),
  };
  return {
    argv: [program, ...args, ...order.args, ...flag],
    // Always some, though they be none: it is found again by what its launch script exports.
    env: { ...env, ...named },
    mcp: config,
    ...(mcp.file !== undefined && {
      files: { [mcp.file]: `${JSON.stringify(config, null, 2)}\n` },
    }),
  };
}
