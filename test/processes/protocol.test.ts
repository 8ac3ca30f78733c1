import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { shakeHands, type RelayClient } from '../../src/mock-agent/mcp-client.ts';
import { serveWire } from '../../src/mcp/wire.ts';
import { settle } from '../support/settle.ts';
import { openWire, relayCommandOf } from '../support/faults-wire.ts';
import { OVLD, readyRelay, relayEnv, startRelayProcess } from '../support/relay-process.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const TOOLS = ['send_message', 'check_inbox', 'get_status', 'update_status', 'broadcast'];
const clientInfo = { name: 'protocol', version: '1' };
const relayDir = (): string => join(tempDir(), 'relay');
const toolNames = (result: Record<string, unknown> | undefined): string[] =>
  ((result ?? {})['tools'] as { name: string }[]).map(({ name }) => name);

describe('the versions a relay speaks', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '[relay.server-start.1 design.d2-stdio.1] answers a client of %s in kind, and offers its five tools',
    async (version) => {
      const relay = startRelayProcess(relayEnv(relayDir(), 'overlord'));
      const { result } = await shakeHands(relay, version);
      expect(result).toMatchObject({
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: 'ovld-relay' },
      });
      const { result: listed } = await relay.request('tools/list');
      expect(toolNames(listed)).toEqual(TOOLS);
      const { data } = await relay.call('check_inbox');
      expect(data).toEqual({ messages: [], remaining: 0 });
    },
  );

  it('[relay.server-start.1] offers a known version to a client with an unknown one', async () => {
    const relay = startRelayProcess(relayEnv(relayDir(), 'overlord'));
    const { result } = await shakeHands(relay, '1999-12-31');
    expect(result?.['protocolVersion']).toBe('2025-11-25');
  });

  it('[relay.server-start.1] include 2026-07-28, in which every request carries its own envelope', async () => {
    const relay = startRelayProcess(relayEnv(relayDir(), 'overlord'));
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const version = 'io.modelcontextprotocol/protocolVersion';
    const future = { _meta: { ...envelope, [version]: '2099-01-01' } };
    expect((await relay.request('server/discover', future)).error).toMatchObject({
      data: { supported: ['2026-07-28'], requested: '2099-01-01' },
    });
    const discovered = await relay.request('server/discover', { _meta: envelope });
    expect(discovered.result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      resultType: 'complete',
    });
    const listed = await relay.request('tools/list', { _meta: envelope });
    expect(toolNames(listed.result)).toEqual(TOOLS);
    const args = { to: 'storm', subject: 's', body: 'b' };
    const called = await relay.request('tools/call', {
      _meta: envelope,
      name: 'send_message',
      arguments: args,
    });
    expect(called.result).toMatchObject({ structuredContent: { delivered: true, to: 'storm' } });
    const old = await relay.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo,
    });
    expect(old.error).toBeDefined();
    expect((await relay.request('tools/list', { _meta: envelope })).error).toBeUndefined();
  });
});

describe('input on stdin', () => {
  const request = (id: unknown, method: unknown, params?: unknown): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })}\n`;
  const call = (name: string, args?: unknown): string =>
    request(7, 'tools/call', { name, ...(args === undefined ? {} : { arguments: args }) });

  const failed = (id: unknown, code: number): object => ({
    id,
    error: { code, message: expect.stringMatching(/\S/) },
  });
  const refused = (code: string): object => ({
    id: 7,
    result: { isError: true, structuredContent: { code } },
  });

  const table: [string, string | Uint8Array, object[]][] = [
    ['no JSON', 'hello there\n', [failed(null, -32700)]],
    ['half of a request', '{"jsonrpc":"2.0","id":7,"meth\n', [failed(null, -32700)]],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00, 0x80, 0x0a), [failed(null, -32700)]],
    ['a line of NUL', '\0\0\0\n', [failed(null, -32700)]],
    ['5 MB in one line', `${'x'.repeat(5 * 1024 * 1024)}\n`, [failed(null, -32600)]],
    ['empty lines', '\n\r\n   \n\t\n', []],
    ['a number', '42\n', [failed(null, -32600)]],
    ['null', 'null\n', [failed(null, -32600)]],
    ['an empty object', '{}\n', [failed(null, -32600)]],
    ['another JSON-RPC', '{"jsonrpc":"1.0","id":7,"method":"ping"}\n', [failed(7, -32600)]],
    ['an id that is an object', request({}, 'ping'), [failed(null, -32600)]],
    ['a method that is a number', request(7, 7), [failed(7, -32600)]],
    ['params that are a list', request(7, 'tools/call', [1]), [failed(7, -32600)]],
    ['an answer to nothing', '{"jsonrpc":"2.0","id":99,"result":{}}\n', []],
    ['an unknown notification', '{"jsonrpc":"2.0","method":"notifications/odd"}\n', []],
    ['an unknown method', request(7, 'army/march'), [failed(7, -32601)]],
    ['a handshake without a version', request(7, 'initialize', {}), [failed(7, -32602)]],
    ['no tool', request(7, 'tools/call', {}), [failed(7, -32602)]],
    ['arguments that are a list', call('check_inbox', []), [failed(7, -32602)]],
    ['an unknown tool', call('march'), [refused('unknown_tool')]],
    ['missing arguments', call('send_message', { to: 'storm' }), [refused('arguments_invalid')]],
    ['arguments too many', call('check_inbox', { role: 'storm' }), [refused('arguments_invalid')]],
    [
      'an argument of another type',
      call('send_message', { to: 'storm', subject: 1, body: null }),
      [refused('arguments_invalid')],
    ],
    [
      'a sender that is not the caller',
      call('send_message', { to: 'storm', subject: 's', body: 'b', from: 'shadow' }),
      [refused('arguments_invalid')],
    ],
    [
      'an unknown role',
      call('send_message', { to: '../../etc', subject: 's', body: 'b' }),
      [refused('unknown_role')],
    ],
    ['an empty batch', '[]\n', [failed(null, -32600)]],
    [
      'a line that ends with CR LF',
      request(7, 'ping').replace('\n', '\r\n'),
      [{ id: 7, result: {} }],
    ],
  ];

  it('[design.d2-stdio.1] is answered in JSON-RPC, line by line, and the relay serves on', async () => {
    const heard: Record<string, unknown>[] = [];
    const wire = openWire(relayCommandOf(relayDir(), 'overlord'), (line) => {
      const reply = JSON.parse(line) as Record<string, unknown>;
      expect(reply['jsonrpc']).toBe('2.0');
      expect('result' in reply !== 'error' in reply).toBe(true);
      heard.push(reply);
    });
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
    wire.post({ id: 'hello', method: 'initialize', params });
    wire.post({ method: 'notifications/initialized' });
    await waitFor(() => heard.length === 1, 'the handshake');
    for (const [name, bytes, replies] of table) {
      heard.length = 0;
      wire.write(bytes);
      wire.post({ id: 'pong', method: 'ping' });
      await waitFor(() => heard.length >= replies.length + 1, `a reply to ${name}`, 5_000);
      // One more round: a reply too many would be here by then.
      wire.post({ id: 'status', method: 'tools/call', params: { name: 'get_status' } });
      await waitFor(() => heard.some(({ id }) => id === 'status'), `service after ${name}`);
      const answers = heard.filter(({ id }) => id !== 'pong' && id !== 'status');
      expect.soft(answers, name).toMatchObject(replies);
    }
    wire.end();
    expect(await wire.closed).toMatchObject({ code: 0, torn: '' });
  });

  it('[design.d2-stdio.1] that is a batch gets its replies in one line, and one bad request spoils no other', async () => {
    const lines: string[] = [];
    const wire = openWire(relayCommandOf(relayDir(), 'overlord'), (line) => lines.push(line));
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
    wire.post({ id: 1, method: 'initialize', params });
    wire.post({ method: 'notifications/initialized' });
    const batch = [
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      'no request',
      { jsonrpc: '2.0', method: 'notifications/odd' },
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'check_inbox' } },
      { jsonrpc: '2.0', id: 4, method: 'nowhere' },
    ];
    wire.write(`${JSON.stringify(batch)}\n`);
    const heard = () =>
      lines.map((line) => JSON.parse(line) as { id: unknown } | { id: unknown }[]);
    await waitFor(
      () => heard().flat().length === 5,
      'a reply to each request and to the bad apple',
    );
    expect(heard().flat()).toContainEqual(
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
    );
    const [replies, ...more] = heard().filter((value) => Array.isArray(value));
    expect(replies?.map(({ id }) => id)).toEqual(expect.arrayContaining([2, 3, 4]));
    expect(more).toEqual([]);
    wire.post({ id: 5, method: 'ping' });
    await waitFor(() => lines.at(-1)?.includes('"id":5'), 'the pong');
  });

  it('[design.d2-stdio.1] may come in pieces of one byte', async () => {
    const dir = relayDir();
    const lines: string[] = [];
    const wire = openWire(relayCommandOf(dir, 'overlord'), (line) => lines.push(line));
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
    wire.post({ id: 1, method: 'initialize', params });
    const args = { to: 'storm', subject: '召喚', body: '🔥 東へ' };
    for (const byte of Buffer.from(call('send_message', args))) wire.write(Uint8Array.of(byte));
    await waitFor(() => lines.length === 2, 'the reply');
    const [name] = readdirSync(join(dir, 'inbox', 'storm'));
    const stored = JSON.parse(readFileSync(join(dir, 'inbox', 'storm', name!), 'utf8')) as object;
    expect(stored).toMatchObject({ subject: '召喚', body: '🔥 東へ' });
  });
});

/** A relay with one message in its inbox, and a look at where that message is. */
async function relayWithMail(messages = 1) {
  const dir = relayDir();
  const sender = await readyRelay(dir, 'overlord');
  const relay = await readyRelay(dir, 'strategist');
  for (let n = 0; n < messages; n += 1) {
    await sender.call('send_message', { to: 'strategist', subject: 's', body: `body ${n}` });
  }
  const files = (shelf: string): string[] =>
    readdirSync(join(dir, shelf, 'strategist'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.json'),
    );
  return { dir, sender, relay, files };
}

const bodiesOf = (data: Record<string, unknown>): [string, number | undefined][] =>
  (data['messages'] as { body: string; redelivered?: number }[]).map(
    ({ body, redelivered }): [string, number | undefined] => [body, redelivered],
  );

/** A line the relay answers although it is no request: what came before it has been heard. */
async function nonsense(relay: RelayClient): Promise<void> {
  const before = relay.stray.length;
  relay.write('nonsense\n');
  await waitFor(() => relay.stray.length > before, 'the error reply');
}

describe('a message that was handed over', () => {
  it('[R12 relay.check-inbox.2] goes to the archive with the next request, and not before', async () => {
    const { relay, files } = await relayWithMail();
    await relay.call('check_inbox');
    relay.notify('notifications/initialized');
    await nonsense(relay);
    expect(files('archive')).toEqual([]);
    expect(files('collected')).toHaveLength(1);
    await relay.request('ping');
    await waitFor(() => files('archive').length === 1, 'the archive');
    expect(files('collected')).toEqual([]);
    expect(bodiesOf((await relay.call('check_inbox')).data)).toEqual([]);
  });

  it('[R12 N6] comes back, marked, when the call is cancelled after its reply', async () => {
    const { relay, files } = await relayWithMail(2);
    const check = { name: 'check_inbox', arguments: {} };
    relay.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: check })}\n`,
    );
    await waitFor(() => relay.stray.some((line) => line.includes('body 1')), 'the reply');
    relay.notify('notifications/cancelled', { requestId: 'c' });
    await waitFor(() => files('inbox').length === 2, 'the inbox');
    expect(files('inbox')).toEqual([
      expect.stringMatching(/\.r1\.json$/),
      expect.stringMatching(/\.r1\.json$/),
    ]);
    expect(bodiesOf((await relay.call('check_inbox')).data)).toEqual([
      ['body 0', 1],
      ['body 1', 1],
    ]);
  });

  it('[R12 N6] is not lost when the call is cancelled before its reply', async () => {
    const { relay, files } = await relayWithMail();
    const check = { name: 'check_inbox', arguments: {} };
    const lines = [
      { jsonrpc: '2.0', id: 'c', method: 'tools/call', params: check },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } },
    ];
    // In one write: the relay has both before it can begin with the first.
    relay.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const [body, redelivered] = await waitFor(
      async () => bodiesOf((await relay.call('check_inbox')).data)[0],
      'the message',
      5_000,
    );
    expect(body).toBe('body 0');
    // Marked if it had been taken out; unmarked if the call never got so far.
    expect([undefined, 1]).toContain(redelivered);
    expect(relay.stray).toEqual([]);
    await relay.request('ping');
    await waitFor(() => files('archive').length === 1, 'the archive');
  });

  it('[R12 N6] stays where it is when something else is cancelled, or too late', async () => {
    const { relay, files } = await relayWithMail();
    const check = { name: 'check_inbox', arguments: {} };
    relay.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: check })}\n`,
    );
    await waitFor(() => relay.stray.length === 1, 'the reply');
    relay.notify('notifications/cancelled', { requestId: 'another' });
    await nonsense(relay);
    expect(files('collected')).toHaveLength(1);
    await relay.request('ping');
    relay.notify('notifications/cancelled', { requestId: 'c' });
    await nonsense(relay);
    await waitFor(() => files('archive').length === 1, 'the archive');
    expect(files('inbox')).toEqual([]);
  });

  it('[R10 R12] is in one of two replies when two calls are in flight', async () => {
    const { relay, files } = await relayWithMail(3);
    const replies = await Promise.all([relay.call('check_inbox'), relay.call('check_inbox')]);
    expect(replies.flatMap(({ data }) => bodiesOf(data))).toEqual([
      ['body 0', undefined],
      ['body 1', undefined],
      ['body 2', undefined],
    ]);
    await relay.request('ping');
    await waitFor(() => files('archive').length === 3, 'the archive');
  });

  it('[R12 N5] is not acknowledged by a reply that stays in a pipe', async () => {
    const { dir, relay: other, files } = await relayWithMail();
    await other.close();
    // A file shows what was written without a reader at the relay's other end.
    const out = join(tempDir(), 'stdout');
    const script = 'exec "$0" "$@" > "$OUT"';
    const args = ['-c', script, process.execPath, OVLD, 'relay'];
    const env = { ...relayEnv(dir, 'strategist'), OUT: out };
    const wire = openWire({ command: 'sh', args, env }, () => undefined);
    const written = (): string => (existsSync(out) ? readFileSync(out, 'utf8') : '');
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    wire.post({ id: 1, method: 'initialize', params });
    wire.post({ id: 2, method: 'tools/call', params: { name: 'check_inbox' } });
    await waitFor(() => written().includes('body 0'), 'the reply to be written');
    wire.write('nonsense\n');
    await waitFor(() => written().includes('Parse error'), 'the relay to go on');
    expect(files('archive')).toEqual([]);
    expect(files('collected')).toHaveLength(1);
    wire.end();
    expect(await wire.closed).toMatchObject({ code: 0 });
    expect(files('archive')).toEqual([]);
    expect(files('inbox')).toEqual([expect.stringMatching(/\.r1\.json$/)]);
  });

  it('[R12] in a batch counts as replied only when the batch is written', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const replied: (string | number)[] = [];
    const answers = new Map<string | number, () => void>();
    const serving = serveWire({
      input,
      output,
      signal: new AbortController().signal,
      events: {
        request: () => undefined,
        replied: (id) => replied.push(id),
        cancelled: () => undefined,
      },
      serve: ({ id }) =>
        new Promise((resolve) => answers.set(id, () => resolve({ result: { answer: id } }))),
      complain: (error) => expect.fail(String(error)),
    });
    const ask = (id: number): object => ({ jsonrpc: '2.0', id, method: 'tools/call', params: {} });
    input.write(`${JSON.stringify([ask(1), ask(2)])}\n`);
    await waitFor(() => answers.size === 2, 'both requests');
    answers.get(1)?.();
    await settle();
    expect(output.readableLength).toBe(0);
    expect(replied).toEqual([]);
    answers.get(2)?.();
    await waitFor(() => replied.length === 2, 'both to be replied to');
    expect(JSON.parse(String(output.read()))).toMatchObject([{ id: 1 }, { id: 2 }]);
    input.end();
    await serving;
  });
});
