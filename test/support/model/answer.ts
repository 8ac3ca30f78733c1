import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { inPieces, type Chunk, type Dialect, type Said } from './dialect.ts';
import type { Gate, Pace, Reply } from './reply.ts';
import type { ModelRequest } from './request.ts';
import { nameCall } from './offered.ts';

type Spoken = Extract<Reply, { say: string }>;

/** Writes one reply in the words of a dialect, streamed or whole. Stops when the connection is closed. */
export async function answer(
  response: ServerResponse,
  dialect: Dialect,
  request: ModelRequest,
  reply: Reply,
  over: Promise<unknown>,
): Promise<void> {
  if ('hangUp' in reply) {
    response.destroy();
    return;
  }
  if (reply.before !== undefined) await waitAt(reply.before, over);
  if (response.destroyed) return;
  response.setHeader('request-id', `req_${request.n}`);
  if ('status' in reply) {
    if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter);
    const { status, body } = dialect.refusal(reply.status, reply.message, request.n);
    json(response, status, body);
    return;
  }
  const said = saidOf(request, reply);
  if (request.stream) await stream(response, dialect.stream(request, said), reply, over);
  else json(response, 200, dialect.whole(request, said));
}

export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function saidOf(request: ModelRequest, reply: Spoken): Said {
  const wanted = reply.pieces ?? (reply.midway === undefined ? 1 : 2);
  const calls = reply.calls.map((call, i) => ({
    ...nameCall(request.offered, call),
    id: `toolu_${request.n}_${i}`,
  }));
  return { pieces: inPieces(reply.say, wanted), calls };
}

async function stream(
  response: ServerResponse,
  chunks: readonly Chunk[],
  { midway, everyMs }: Pace,
  over: Promise<unknown>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const half = Math.floor(chunks.filter(({ delta }) => delta).length / 2);
  let i = 0;
  for (const { event, data, delta } of chunks) {
    if (delta) {
      if (midway !== undefined && i === half) await waitAt(midway, over);
      if (everyMs !== undefined && i > 0)
        await Promise.race([pause(everyMs, undefined, { ref: false }), over]);
      i += 1;
    }
    if (response.destroyed) return;
    const words = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${words}\n\n`);
  }
  response.end();
}

async function waitAt(held: Gate, over: Promise<unknown>): Promise<void> {
  held.waiting += 1;
  await Promise.race([held.opened, over]);
  held.waiting -= 1;
}
