import { shakeHands, spawnRelay, type RelayClient, type ToolReply } from './mcp-client.ts';
import { systemClock } from '../kit/clock.ts';
import { withTimeout } from '../kit/timeout.ts';
import type { ServerConfig } from './mcp-config.ts';

const PATIENCE_MS = 3_000;

/** The agent's own relay, as an agent keeps it: started once, and never again by itself (C12). */
export function openRelayLink(
  { name, command, args, env: own }: ServerConfig,
  inherited: Readonly<Record<string, string>>,
) {
  let ready: RelayClient | undefined;
  let current: RelayClient | undefined;
  let tools: ReadonlySet<string> = new Set();

  async function kill(): Promise<void> {
    const relay = current;
    current = ready = undefined;
    await relay?.kill('SIGKILL').catch(() => undefined);
  }

  return {
    /** Starts a relay in place of the one before; its pid once it has listed its tools. */
    async connect(): Promise<number> {
      await kill();
      const relay = spawnRelay({ command, args, env: { ...inherited, ...own } });
      current = relay;
      const lost = relay.exited.then(
        () => Promise.reject(new Error(`${name} ended: ${relay.stderr().trim()}`)),
        (error: unknown) => Promise.reject(error),
      );
      lost.catch(() => {
        if (current === relay) ready = undefined;
      });
      ({ tools } = await Promise.race([shakeHands(relay), lost]));
      ready = relay;
      return relay.pid;
    },
    async call(tool: string, given: object): Promise<ToolReply> {
      if (ready === undefined) return disconnected(name, tool);
      try {
        return await ready.call(tool, given);
      } catch (error) {
        return { ...disconnected(name, tool), data: { reason: String(error) } };
      }
    },
    kill,
    /** The tools that the relay listed when it was last connected. */
    get tools(): ReadonlySet<string> {
      return tools;
    },
    /** Ends the relay as an agent that exits does, and kills it where it does not end in time. */
    async close(): Promise<void> {
      const relay = current;
      if (relay === undefined) return;
      await withTimeout(
        systemClock,
        PATIENCE_MS,
        relay.close().catch(() => undefined),
        undefined,
      );
      await kill();
    },
  };
}

const disconnected = (server: string, tool: string): ToolReply => ({
  isError: true,
  text: `No such tool available: mcp__${server}__${tool}. The MCP server ${server} has disconnected.`,
  data: {},
});
