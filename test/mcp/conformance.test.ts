import { PassThrough } from 'node:stream';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { isObject } from '../../src/mcp/json-rpc.ts';
import { createProtocol } from '../../src/mcp/protocol.ts';
import { toolMakers } from '../../src/mcp/tools.ts';
import { wireTools } from '../../src/mcp/wire-tools.ts';
import { serveWire } from '../../src/mcp/wire.ts';
import { settle } from '../support/settle.ts';

/**
 * The judge of our protocol layer is the official SDK: both are asked the same questions, in the same
 * order, and must give the same answers. Of errors the code and the data count; the wording is ours.
 */
const serverInfo = { name: 'ovld-relay', version: '1' };
const instructions = 'Be brief.';
const tools = wireTools(toolMakers.map((make) => make(rolesOf(overlordFormation))));
const result = { content: [{ type: 'text' as const, text: 'hi' }], structuredContent: { a: 1 } };

type Question = { method: string; params?: object } | { note: string; params?: object };
type Streams = { input: PassThrough; output: PassThrough };

function official({ input, output }: Streams): void {
  serveStdio(
    () => {
      const server = new Server(serverInfo, { capabilities: { tools: {} }, instructions });
      server.setRequestHandler('tools/list', () => ({ tools: tools as never }));
      server.setRequestHandler('tools/call', () => result);
      return server;
    },
    { transport: new StdioServerTransport(input, output) },
  );
}

function ours({ input, output }: Streams): void {
  const serve = createProtocol({
    serverInfo,
    instructions,
    listTools: () => tools,
    callTool: async () => result,
  });
  const events = { request: () => undefined, replied: () => undefined, cancelled: () => undefined };
  const { signal } = new AbortController();
  void serveWire({ input, output, signal, events, serve, complain: () => undefined });
}

/** Asks one after another; what comes back, in order, with what came unasked. */
async function ask(server: (streams: Streams) => void, questions: readonly Question[]) {
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const lines: unknown[] = [];
  let buffer = '';
  streams.output.on('data', (chunk: Buffer) => {
    buffer += chunk.toString('utf8');
    const parts = buffer.split('\n');
    buffer = parts.pop() ?? '';
    lines.push(...parts.map((part): unknown => JSON.parse(part)));
  });
  server(streams);
  for (const [i, question] of questions.entries()) {
    const { params } = question;
    const message =
      'note' in question ? { method: question.note } : { id: i + 1, method: question.method };
    streams.input.write(
      `${JSON.stringify({ jsonrpc: '2.0', ...message, ...(params && { params }) })}\n`,
    );
    await settle();
  }
  streams.input.end();
  return lines.map(comparable);
}

function comparable(line: unknown): unknown {
  if (!isObject(line) || !isObject(line['error'])) return line;
  const { id, error } = line;
  // Where the SDK explains in zod's words what is wrong with a key, only the key is compared.
  const data = JSON.stringify(error['data'])?.replace(/"problem":"[^"]*"/, '');
  return { id, code: error['code'], data };
}

const envelope = (version = '2026-07-28', more: object = {}) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...more,
  },
});
const initialize = (protocolVersion: string): Question => ({
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
});
const call = (params: object): Question => ({ method: 'tools/call', params });
const discover: Question = { method: 'server/discover', params: envelope() };

const conversations: Record<string, Question[]> = {
  'a connection of 2025': [
    initialize('2025-06-18'),
    { note: 'notifications/initialized' },
    { method: 'ping' },
    { method: 'tools/list' },
    { method: 'tools/list', params: { cursor: 'x' } },
    call({ name: 'check_inbox', arguments: {} }),
    call({ name: 'check_inbox' }),
    call({}),
    call({ name: 5 }),
    call({ name: 'check_inbox', arguments: [1] }),
    { method: 'tools/call' },
    { method: 'bogus/method' },
    { method: 'resources/list' },
    { method: 'prompts/list' },
    { method: 'logging/setLevel', params: { level: 'info' } },
    { note: 'notifications/bogus' },
    initialize('2025-06-18'),
    { method: 'server/discover' },
    discover,
    { method: 'tools/list', params: envelope() },
    { method: 'subscriptions/listen' },
  ],
  'a connection of 2026': [
    discover,
    { method: 'tools/list', params: envelope() },
    call({ name: 'check_inbox', arguments: {}, ...envelope() }),
    { method: 'tools/list' },
    { method: 'ping', params: envelope() },
    { method: 'bogus', params: envelope() },
    { method: 'resources/list', params: envelope() },
    initialize('2025-06-18'),
    discover,
    { method: 'subscriptions/listen', params: { ...envelope(), notifications: {} } },
    { method: 'tools/list', params: envelope() },
  ],
  'a call without a probe': [
    call({ name: 'get_status', ...envelope() }),
    { method: 'tools/list', params: envelope() },
  ],
  'a probe, then the older handshake': [
    discover,
    initialize('2025-06-18'),
    { method: 'tools/list' },
  ],
  'two probes, then tools': [discover, discover, { method: 'tools/list', params: envelope() }],
  'tools before any handshake': [
    { method: 'tools/list' },
    { method: 'ping' },
    initialize('2025-06-18'),
  ],
  'envelopes that are not whole': [
    {
      method: 'server/discover',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    },
    { method: 'server/discover', params: envelope('2099-01-01') },
    { method: 'tools/list', params: envelope('2025-06-18') },
    {
      method: 'server/discover',
      params: envelope('2026-07-28', { 'io.modelcontextprotocol/clientCapabilities': 5 }),
    },
    { method: 'server/discover' },
    { method: 'tools/list' },
  ],
};
for (const version of [
  '2024-10-07',
  '2024-11-05',
  '2025-03-26',
  '2025-11-25',
  '2026-07-28',
  '1999-01-01',
]) {
  conversations[`a client of ${version}`] = [initialize(version), { method: 'tools/list' }];
}

describe('the protocol is spoken as the official SDK speaks it [design.d5-sdk.1 design.d5-sdk.2]', () => {
  it.each(Object.entries(conversations))('in %s', async (_what, questions) => {
    const theirs = await ask(official, questions);
    expect(theirs.length).toBeGreaterThan(0);
    expect(await ask(ours, questions)).toEqual(theirs);
  });

  it("except that an incomplete initialize is the caller's error, not the server's", async () => {
    for (const params of [{}, { protocolVersion: '2025-06-18' }]) {
      expect(await ask(ours, [{ method: 'initialize', params }])).toMatchObject([{ code: -32602 }]);
    }
  });
});
