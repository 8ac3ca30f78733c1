import type { Formation } from '../../src/army/formation.ts';
import { createHandovers } from '../../src/mcp/handovers.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { toolsFor } from '../../src/mcp/tools.ts';
import type { Relay } from '../../src/relay/relay.ts';
import type { Work } from '../../src/work/work.ts';

export interface CallResult {
  isError: boolean;
  text: string;
  data: Record<string, unknown>;
}

/** The tools of one role on a board, called as the protocol calls them; of the relay only its name. */
export function toolCaller(
  formation: Formation,
  role: string,
  work: Work,
  relay: Partial<Relay> = {},
) {
  const tools = toolsFor(formation, role);
  const handovers = createHandovers(() => undefined);
  const whole = { role, formation, replies: { bytes: 60_000 }, ...relay } as Relay;
  let id = 0;
  return async (name: string, args: Record<string, unknown> = {}): Promise<CallResult> => {
    id += 1;
    const call = { relay: whole, work: async () => work, tools, handovers, id };
    const result = await callTool(call, name, args);
    const content = result['content'] as { text: string }[];
    return {
      isError: result['isError'] === true,
      text: content.map(({ text }) => text).join('\n'),
      data: result['structuredContent'] as Record<string, unknown>,
    };
  };
}
