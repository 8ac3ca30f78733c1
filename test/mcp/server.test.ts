import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Formation } from '../../src/army/formation.ts';
import { serveRelay } from '../../src/mcp/server.ts';
import type { Relay } from '../../src/relay/relay.ts';
import { bastionOf } from '../support/bastion.ts';
import { fakeWork } from '../support/fake-board.ts';

/** What an agent of this role is told when it connects, and what its calls come to. */
async function connected(formation: Formation, role: string, ...requests: object[]) {
  return connectedTo({}, formation, role, ...requests);
}

async function connectedTo(
  more: Partial<Relay>,
  formation: Formation,
  role: string,
  ...requests: object[]
) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const relay = {
    role,
    formation,
    wakes: true,
    replies: { bytes: 60_000 },
    ready: async () => undefined,
    ...more,
  } as unknown as Relay;
  let opened = 0;
  const work = async () => {
    opened += 1;
    return fakeWork(formation);
  };
  const { signal } = new AbortController();
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const all = [{ method: 'initialize', params }, { method: 'tools/list' }, ...requests];
  for (const [i, request] of all.entries()) {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: i, ...request })}\n`);
  }
  input.end();
  let text = '';
  output.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  await serveRelay({ relay, work, version: '1', input, output, log: () => undefined, signal });
  const answers = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: Record<string, unknown> })
    .toSorted((a, b) => a.id - b.id);
  const tools = answers[1]?.result['tools'] as { name: string }[];
  const instructions = String(answers[0]?.result['instructions']);
  return { instructions, tools: tools.map(({ name }) => name), answers, opened: () => opened };
}

it.each([
  ['envoy', 'issue_command'],
  ['marshall', 'assign_task'],
  ['specialist_2', 'get_task'],
])('the relay of %s tells its agent its duty, and offers %s for it', async (role, tool) => {
  const { instructions, tools, opened } = await connected(bastionOf(2), role);
  expect(instructions).toContain(tool);
  expect(tools).toContain(tool);
  // An agent that only connects has nothing opened for it.
  expect(opened()).toBe(0);
});

it('the relay of the default army does not mention a board', async () => {
  const { instructions, tools } = await connected(overlordFormation, 'overlord');
  expect(tools).toHaveLength(5);
  expect(instructions).not.toMatch(/issue_command|assign_task|get_task/);
});

it('a call of a board tool opens the board', async () => {
  const call = { method: 'tools/call', params: { name: 'list_board', arguments: {} } };
  const { answers, opened } = await connected(bastionOf(1), 'envoy', call);
  expect(opened()).toBe(1);
  expect(answers[2]?.result).toMatchObject({ structuredContent: { commands: [], tasks: [] } });
});

it('an agent whose model is given both faces, or the text alone, gets the text alone [X20]', async () => {
  const call = { method: 'tools/call', params: { name: 'list_board', arguments: {} } };
  const replies = { bytes: 60_000, textOnly: true } as const;
  const { answers } = await connectedTo({ replies }, bastionOf(1), 'envoy', call);
  expect(answers[2]?.result).toEqual({ content: [{ type: 'text', text: expect.any(String) }] });
  expect(JSON.stringify(answers[1])).not.toContain('outputSchema');
  const usual = await connected(bastionOf(1), 'envoy', call);
  expect(usual.answers[2]?.result).toHaveProperty('structuredContent');
  expect(JSON.stringify(usual.answers[1])).toContain('outputSchema');
});
