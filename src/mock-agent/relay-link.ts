import { shakeHands, spawnRelay, type RelayClient, type ToolReply } from '../demo/client.ts';
import { systemClock } from '../kit/clock.ts';
import { within } from '../kit/timeout.ts';
import { isFields, listIn, type Fields } from './fields.ts';
import type { ServerConfig } from './mcp-config.ts';

/** The agent's own relay, as an agent keeps it: started once, and never again by itself (C12). */
export interface RelayLink {
  /** Starts it anew, in place of what there was; its pid once it has told its tools. */
  connect(): Promise<number>;
  /** The tools it told of when it was last connected. */
  readonly tools: ReadonlySet<string>;
  call(tool: string, args: object): Promise<ToolReply>;
  kill(): Promise<void>;
  /** As an agent that exits does; whoever does not go in time is made to. */
  close(): Promise<void>;
}

const PATIENCE_MS = 3_000;

export function openRelayLink(
  { name, command, args, env: own }: ServerConfig,
  inherited: Readonly<Record<string, string>>,
): RelayLink {
  let ready: RelayClient | undefined;
  let current: RelayClient | undefined;
  let tools: ReadonlySet<string> = new Set();

  /** The same relay; what it tells of its tools in the handshake is kept. */
  const hearing = (relay: RelayClient): RelayClient => ({
    ...relay,
    async request(method, params) {
      const answer = await relay.request(method, params);
      if (method === 'tools/list') tools = toolsIn(answer.result ?? {});
      return answer;
    },
  });

  async function kill(): Promise<void> {
    const relay = current;
    current = ready = undefined;
    await relay?.kill('SIGKILL').catch(() => undefined);
  }

  return {
    async connect() {
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
      await Promise.race([shakeHands(hearing(relay)), lost]);
      ready = relay;
      return relay.pid;
    },
    async call(tool, given) {
      if (ready === undefined) return disconnected(name, tool);
      try {
        return await ready.call(tool, given);
      } catch (error) {
        return { ...disconnected(name, tool), data: { reason: String(error) } };
      }
    },
    kill,
    get tools() {
      return tools;
    },
    async close() {
      const relay = current;
      if (relay === undefined) return;
      await within(
        systemClock,
        PATIENCE_MS,
        relay.close().catch(() => undefined),
        undefined,
      );
      await kill();
    },
  };
}

const toolsIn = (result: Fields): ReadonlySet<string> =>
  new Set(listIn(result, 'tools').flatMap((one) => (isFields(one) ? String(one['name']) : [])));

const disconnected = (server: string, tool: string): ToolReply => ({
  isError: true,
  text: `No such tool available: mcp__${server}__${tool}. The MCP server ${server} has disconnected.`,
  data: {},
});
