import type { Readable, Writable } from 'node:stream';
import { dutyOf } from '../army/formation.ts';
import { boardTexts } from '../i18n/board.ts';
import { explain, textsFor } from '../i18n/explain.ts';
import type { Log } from '../kit/log.ts';
import type { Relay } from '../relay/relay.ts';
import type { Work } from '../work/work.ts';
import { callTool } from './call-tool.ts';
import { createHandovers } from './handovers.ts';
import { createProtocol } from './protocol.ts';
import type { Tool } from './tool.ts';
import { toolsFor } from './tools.ts';
import { wireTools } from './wire-tools.ts';
import { serveWire } from './wire.ts';

interface Serving {
  relay: Relay;
  work: () => Promise<Work>;
  version: string;
  input: Readable;
  output: Writable;
  log: Log;
  signal: AbortSignal;
}

/** One relay on one connection. Resolves when the client is gone, or on the signal. */
export async function serveRelay(serving: Serving): Promise<void> {
  const { relay, work, version, input, output, log, signal } = serving;
  const complain = (error: unknown): void => log(explain(error, 'en').what);
  const handovers = createHandovers(complain, relay.replies.cancelsLate);
  // Built when first asked for: an agent waits for the answer to `initialize`, not for schemas.
  let made: readonly Tool[] | undefined;
  const tools = (): readonly Tool[] => (made ??= toolsFor(relay.formation, relay.role));
  const serve = createProtocol({
    serverInfo: { name: 'ovld-relay', version },
    instructions: instructionsFor(relay),
    listTools() {
      relay.ready().catch(complain);
      return wireTools(tools(), relay.replies.textOnly);
    },
    callTool: (id, name, args) =>
      callTool({ relay, work, tools: tools(), handovers, id }, name, args),
  });
  await serveWire({ input, output, signal, events: handovers.events, serve, complain });
}

function instructionsFor({ role, formation, wakes }: Relay): string {
  const texts = textsFor(formation.language);
  const duty = formation.toolsets.includes('board') ? dutyOf(formation, role) : undefined;
  const more = duty === undefined ? [] : [boardTexts[formation.language].tools.duty[duty]];
  return [texts.instructions(role, wakes), ...more].join(' ');
}
