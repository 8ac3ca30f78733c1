import type { Readable, Writable } from 'node:stream';
import { Server, type CallToolResult, type Tool as WireTool } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { rolesOf } from '../army/formation.ts';
import { OvldError } from '../errors.ts';
import { explain, textsFor } from '../i18n/explain.ts';
import type { Log } from '../kit/log.ts';
import type { Relay } from '../relay/relay.ts';
import { createHandovers, type Handovers } from './handovers.ts';
import { stdioTransport } from './stdio.ts';
import type { Tool } from './tool.ts';
import { broadcast } from './tools/broadcast.ts';
import { checkInbox } from './tools/check-inbox.ts';
import { getStatus } from './tools/get-status.ts';
import { sendMessage } from './tools/send-message.ts';
import { updateStatus } from './tools/update-status.ts';

export const toolMakers = [sendMessage, checkInbox, getStatus, updateStatus, broadcast];

interface Serving {
  relay: Relay;
  version: string;
  input: Readable;
  output: Writable;
  log: Log;
  signal: AbortSignal;
}

/** One relay on one connection. Resolves when the client is gone, or on the signal. */
export async function serveRelay(serving: Serving): Promise<void> {
  const { relay, version, input, output, log, signal } = serving;
  const tools = toolMakers.map((make) => make(rolesOf(relay.formation)));
  const complain = (error: unknown): void => log(explain(error, 'en').what);
  const handovers = createHandovers(complain);
  const transport = stdioTransport(input, output, handovers.wire);
  const instructions = textsFor(relay.formation.language).instructions(relay.role);

  serveStdio(
    () => {
      const server = new Server(
        { name: 'ovld-relay', version },
        { capabilities: { tools: {} }, instructions },
      );
      server.setRequestHandler('tools/list', () => {
        relay.ready().catch(complain);
        return { tools: wireTools(tools) };
      });
      server.setRequestHandler('tools/call', (request, context) =>
        callTool({ relay, tools, handovers, id: context.mcpReq.id }, request.params),
      );
      return server;
    },
    { transport, onerror: (error) => log(`mcp: ${error.message}`) },
  );
  await new Promise<void>((resolve) => {
    const closing = transport.onclose;
    transport.onclose = () => {
      closing?.();
      resolve();
    };
    signal.addEventListener('abort', () => void transport.close());
    if (signal.aborted) void transport.close();
  });
}

interface Call {
  relay: Relay;
  tools: readonly Tool[];
  handovers: Handovers;
  id: string | number;
}

async function callTool(
  { relay, tools, handovers, id }: Call,
  { name, arguments: args }: { name: string; arguments?: unknown },
): Promise<CallToolResult> {
  const { language } = relay.formation;
  const tool = tools.find((one) => one.name === name);
  try {
    if (tool === undefined) {
      throw new OvldError('unknown_tool', { tool: name, tools: tools.map((one) => one.name) });
    }
    const reply = await tool.call(
      {
        relay,
        texts: textsFor(language),
        check: (fits) => handovers.during(id, () => relay.check(fits)),
      },
      args ?? {},
    );
    return { content: [{ type: 'text', text: reply.text }], structuredContent: reply.data };
  } catch (error) {
    const { code, what, hint, data } = explain(asKnown(error, name), language);
    const text = `${what}\n→ ${hint}`;
    return {
      isError: true,
      content: [{ type: 'text', text }],
      structuredContent: { code, ...data },
    };
  }
}

function asKnown(error: unknown, tool: string): unknown {
  if (!(error instanceof z.ZodError)) return error;
  const issues = error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
  return new OvldError('arguments_invalid', { tool, issues });
}

/** The tools as they go over the wire. */
export const wireTools = (tools: readonly Tool[]): WireTool[] =>
  tools.map(({ name, description, annotations, input, output }) => ({
    name,
    description,
    annotations,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
  }));

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): WireTool['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, override: lean });
  return { ...json, type: 'object' } as WireTool['inputSchema'];
}

/** Every word of a schema is paid for on every turn: what says nothing to a model goes. */
function lean({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  delete jsonSchema['additionalProperties'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
}
