import { createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RingOutcome } from '../../src/agent/agent.ts';
import { copilotAgent } from '../../src/agent/copilot.ts';
import { readFrames, writeFrame } from '../../src/agent/copilot/frames.ts';

const SESSION = '0b1c2d3e-0000-4000-8000-000000000001';
const TEXT = '[MESSAGE from storm] You have mail: call check_inbox. (#ab.1)';

interface Call {
  id: number;
  method: string;
  params: Record<string, unknown>;
}
type Answer = (call: Call, socket: Socket) => object | string | undefined;

const usual: Record<string, object> = {
  'session.getForeground': { sessionId: SESSION, workspacePath: '/x' },
  'session.resume': { sessionId: SESSION, mode: 'interactive' },
  'session.send': { messageId: 'm' },
};
const result = ({ id, method }: Call): object => ({ jsonrpc: '2.0', id, result: usual[method] });

/** Speaks as `--ui-server` does: events before, between and after its answers. */
async function serve(answer: Answer = result) {
  const calls: Call[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    void (async () => {
      for await (const frame of readFrames(socket)) {
        const call = frame as Call;
        calls.push(call);
        const event = { jsonrpc: '2.0', method: 'session.event', params: { é: 'x'.repeat(5_000) } };
        // Split where it hurts: in a header, in a character.
        const said = answer(call, socket);
        if (said === undefined) continue;
        const text = typeof said === 'string' ? said : writeFrame(said);
        const bytes = Buffer.from(`${writeFrame(event)}${text}${writeFrame({ ...event, id: 1 })}`);
        socket.write(bytes.subarray(0, 7));
        socket.write(bytes.subarray(7, 80));
        socket.write(bytes.subarray(80));
      }
    })().catch(() => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const own = { role: 'storm', conversation: async () => undefined };
  const [doorbell] = copilotAgent.doorbells?.({ at: port }, own) ?? [];
  const patience = new AbortController();
  const ring = (): Promise<RingOutcome> | undefined =>
    doorbell?.ring({ to: 'storm', mark: 'ab.1', text: TEXT, signal: patience.signal });
  return { calls, doorbell, ring, patience, sockets };
}

describe('the server of Copilot CLI, where its person allows it', () => {
  it('is given exactly the nudge, for the conversation in the foreground', async () => {
    const { calls, doorbell, ring, sockets } = await serve();
    expect(doorbell?.name).toBe('server');
    // In a turn its hooks tell, which is sooner.
    expect(doorbell?.queues).toBeUndefined();
    expect(await ring()).toEqual({ sent: true });
    expect(calls.map(({ method, params }) => [method, params])).toEqual([
      ['session.getForeground', {}],
      ['session.resume', { sessionId: SESSION, disableResume: true }],
      ['session.send', { sessionId: SESSION, prompt: TEXT }],
    ]);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it.each<[string, Answer]>([
    ['refuses', ({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })],
    ['has no conversation', ({ id }) => ({ jsonrpc: '2.0', id, result: {} })],
    ['answers with something else', ({ id }) => ({ jsonrpc: '2.0', id, result: 7 })],
    ['speaks another language', () => 'HTTP/1.1 200 OK\r\n\r\n'],
    ['answers with what is no JSON', () => 'Content-Length: 3\r\n\r\n{{{'],
    ['announces too much', () => 'Content-Length: 99999999\r\n\r\n'],
    ['announces without an end', () => 'x'.repeat(10_000)],
    ['hangs up', (_call, socket) => void socket.destroy()],
    [
      'takes all but the prompt',
      (call) =>
        call.method === 'session.send'
          ? { jsonrpc: '2.0', id: call.id, error: { code: -1, message: 'busy' } }
          : result(call),
    ],
  ])('that %s is a failed ring', async (_what, answer) => {
    const { ring } = await serve(answer);
    expect(await ring()).toEqual({ sent: false, code: 'ring_failed' });
  });

  it('that is not there is a failed ring', async () => {
    const own = { role: 'storm', conversation: async () => undefined };
    const [doorbell] = copilotAgent.doorbells?.({ at: 1 }, own) ?? [];
    const { signal } = new AbortController();
    const nudge = { to: 'storm', mark: 'ab.1', text: TEXT, signal };
    expect(await doorbell?.ring(nudge)).toEqual({ sent: false, code: 'ring_failed' });
    expect(copilotAgent.doorbells?.({ at: '/socket' }, own)).toEqual([]);
  });

  it('that says nothing is given up on, and is given no prompt after that', async () => {
    const { calls, ring, patience } = await serve((call) =>
      call.method === 'session.resume' ? undefined : result(call),
    );
    const rung = ring();
    await expect.poll(() => calls.length).toBe(2);
    patience.abort();
    expect(await rung).toEqual({ sent: false, code: 'ring_timeout' });
    expect(calls.map(({ method }) => method)).not.toContain('session.send');
  });
});
