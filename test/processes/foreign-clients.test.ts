import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type CallToolResult, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OVLD, readyRelay, relayEnv } from '../support/relay-process.ts';
import { requireOrSkip } from '../support/require.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const TOOLS = ['send_message', 'check_inbox', 'get_status', 'update_status', 'broadcast'];

describe("the official SDK's client", () => {
  const mailOf = ({ structuredContent }: CallToolResult): boolean =>
    JSON.stringify(structuredContent).includes('"body":"mail"');

  async function connect(dir: string, role: string, options: ClientOptions = {}) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [OVLD, 'relay'],
      env: relayEnv(dir, role),
      stderr: 'pipe',
    });
    const client = new Client({ name: 'foreign', version: '1' }, options);
    onTestFinished(() => client.close());
    await client.connect(transport);
    return { client, transport };
  }

  const eras: [string, ClientOptions, string][] = [
    ['the classic handshake', {}, '2025-11-25'],
    ['automatic negotiation', { versionNegotiation: { mode: 'auto' } }, '2026-07-28'],
    [
      'nothing but 2026-07-28',
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      '2026-07-28',
    ],
  ];

  // [relay.server-start.1 design.d5-sdk.1 design.d5-sdk.2]
  it.each(eras)('lists and calls all five tools by %s', async (_, options, version) => {
    const dir = join(tempDir(), 'relay');
    const { client, transport } = await connect(dir, 'overlord', options);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'ovld-relay' });
    expect(client.getInstructions()).toContain('overlord');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);

    // The client checks every structured result against the schema the relay gave for it.
    const call = async (name: string, given: Record<string, unknown> = {}) => {
      const { isError, structuredContent } = await client.callTool({ name, arguments: given });
      expect(isError ?? false).toBe(false);
      return structuredContent as Record<string, unknown>;
    };
    const status = await call('update_status', { status: 'working', task: 'a task' });
    expect(status).toMatchObject({ role: 'overlord', status: 'working', task: 'a task' });
    const { statuses } = await call('get_status', {});
    expect(statuses).toHaveLength(6);
    const body = 'to myself: 🔥\r\n\u2028 end';
    const sent = await call('send_message', { to: 'overlord', subject: 's', body });
    expect(sent).toMatchObject({ delivered: true, to: 'overlord' });
    const { results } = await call('broadcast', {
      subject: 'all',
      body: 'b',
      priority: 'urgent',
    });
    expect(results).toHaveLength(5);
    const { messages } = await call('check_inbox');
    expect(messages).toMatchObject([{ id: sent['id'], from: 'overlord', body }]);

    const { pid } = transport;
    await client.close();
    await waitFor(() => !existsSync(`/proc/${pid}`), 'the relay to end with its client');
    expect(readdirSync(join(dir, 'agents', 'overlord'))).toEqual([]);
  });

  it.each(eras)(
    '[R12 N6] gets the mail of a check_inbox it gave up on with the next one, by %s',
    async (_, options) => {
      const dir = join(tempDir(), 'relay');
      const sender = await readyRelay(dir, 'overlord');
      const { client } = await connect(dir, 'strategist', options);
      await client.listTools();
      const check = { name: 'check_inbox', arguments: {} };
      let gaveUp = 0;
      // Before it is written, while it is under way, about when the reply comes.
      for (const pause of [undefined, 0, 0, 1, 2, 4, 8]) {
        await sender.call('send_message', { to: 'strategist', subject: 's', body: 'mail' });
        const giveUp = new AbortController();
        const first = client.callTool(check, { signal: giveUp.signal }).catch(() => undefined);
        if (pause !== undefined) await new Promise((resolve) => setTimeout(resolve, pause));
        giveUp.abort();
        if ((await first) === undefined) gaveUp += 1;
        let reply = await first;
        // What was given up on while it was under way comes back a moment later, and is rung for.
        await waitFor(
          async () => mailOf((reply ??= await client.callTool(check))) || (reply = undefined),
          `the mail given up on after ${pause ?? 'no'} ms`,
          5_000,
        );
      }
      expect(gaveUp).toBeGreaterThan(0);
    },
  );

  it('[relay.unknown-role.1] gets an error as a result it can read', async () => {
    const { client } = await connect(join(tempDir(), 'relay'), 'overlord');
    await client.listTools();
    const wrong = { to: 'nobody', subject: 's', body: 'b' };
    const result = await client.callTool({ name: 'send_message', arguments: wrong });
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'unknown_role' } });
  });
});

describe("the MCP Inspector's command line", () => {
  const INSPECTOR = fileURLToPath(
    new URL('../../node_modules/@modelcontextprotocol/inspector/', import.meta.url),
  );
  // The launcher, as `npx @modelcontextprotocol/inspector --cli` starts it.
  const LAUNCHER = join(INSPECTOR, 'clients/launcher/build/index.js');

  async function inspect(dir: string, role: string, ...method: string[]) {
    const home = join(dir, '..', 'home');
    mkdirSync(home, { recursive: true });
    const variables = Object.entries(relayEnv(dir, role))
      .filter(([name]) => name.startsWith('OVLD_'))
      .flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const args = [
      LAUNCHER,
      '--cli',
      ...variables,
      ...method,
      '--',
      process.execPath,
      OVLD,
      'relay',
    ];
    // A home of its own: the Inspector keeps a catalog there.
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code, `${errors}\n${out}`).toBe(0);
    return JSON.parse(out) as Record<string, unknown>;
  }

  const call = (name: string, ...pairs: string[]): string[] => [
    '--method',
    'tools/call',
    '--tool-name',
    name,
    ...pairs.flatMap((pair) => ['--tool-arg', pair]),
  ];

  it('[relay.server-start.1 design.goal-any-to-any.1] lists and calls all five tools', async (ctx) => {
    const missing = existsSync(LAUNCHER) ? undefined : 'it is not installed';
    requireOrSkip(ctx, 'inspector', missing);
    const dir = join(tempDir(), 'relay');
    const { tools } = await inspect(dir, 'overlord', '--method', 'tools/list', '--strict');
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(TOOLS);

    const sending = call('send_message', 'to=strategist', 'subject=s', 'body=from the Inspector');
    const sent = await inspect(dir, 'overlord', ...sending);
    expect(sent['structuredContent']).toMatchObject({ delivered: true, to: 'strategist' });
    const shouted = await inspect(dir, 'shadow', ...call('broadcast', 'subject=all', 'body=b'));
    expect(shouted['structuredContent']).toMatchObject({ results: { length: 5 } });
    const updating = call('update_status', 'status=blocked', 'task=inspected');
    const updated = await inspect(dir, 'strategist', ...updating);
    expect(updated['structuredContent']).toMatchObject({ role: 'strategist', status: 'blocked' });

    const asked = await inspect(dir, 'overlord', ...call('get_status', 'role=strategist'));
    expect(asked['structuredContent']).toMatchObject({
      statuses: [{ status: 'blocked', task: 'inspected', observed: { unread: 2 } }],
    });
    const checked = await inspect(dir, 'strategist', ...call('check_inbox'));
    expect(checked['structuredContent']).toMatchObject({
      messages: [{ from: 'overlord', body: 'from the Inspector' }, { from: 'shadow' }],
      remaining: 0,
    });
    // The Inspector left without another word: that was no acknowledgement.
    expect(readdirSync(join(dir, 'inbox', 'strategist'))).toHaveLength(2);
    for (const role of ['overlord', 'shadow', 'strategist']) {
      expect(readdirSync(join(dir, 'agents', role))).toEqual([]);
    }
  });
});
