import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Gate, Pace, Reply, ToolCall } from './reply.ts';
import type { ModelRequest } from './request.ts';

/** Writes one reply in the words of the Messages API, streamed or whole. Stops when the connection is closed. */
export async function answer(
  response: ServerResponse,
  request: ModelRequest,
  reply: Reply,
  over: Promise<unknown>,
): Promise<void> {
  if ('hangUp' in reply) {
    response.destroy();
    return;
  }
  if (reply.before !== undefined) await at(reply.before, over);
  if (response.destroyed) return;
  response.setHeader('request-id', `req_${request.n}`);
  if ('status' in reply) {
    if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter);
    const error = { type: reply.kind, message: reply.message };
    json(response, reply.status, { type: 'error', error, request_id: `req_${request.n}` });
    return;
  }
  await (request.stream ? stream(response, request, reply, over) : whole(response, request, reply));
}

export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

type Said = { say: string; calls: readonly ToolCall[] } & Pace;

const idOf = (request: ModelRequest, i: number): string => `toolu_${request.n}_${i}`;

function frame(request: ModelRequest): object {
  const usage = {
    input_tokens: 100,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 1,
  };
  return {
    id: `msg_${request.n}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
}

const stopOf = ({ calls }: Said): string => (calls.length > 0 ? 'tool_use' : 'end_turn');

async function whole(response: ServerResponse, request: ModelRequest, said: Said): Promise<void> {
  const content = [
    ...(said.say === '' ? [] : [{ type: 'text', text: said.say }]),
    ...said.calls.map(({ tool, input }, i) => ({
      type: 'tool_use',
      id: idOf(request, i),
      name: tool,
      input,
    })),
  ];
  json(response, 200, { ...frame(request), content, stop_reason: stopOf(said) });
}

async function stream(
  response: ServerResponse,
  request: ModelRequest,
  said: Said,
  over: Promise<unknown>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const event = (type: string, data: object): void => {
    if (!response.destroyed)
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  let index = 0;
  const block = async (start: object, deltas: readonly object[]): Promise<void> => {
    event('content_block_start', { index, content_block: start });
    for (const [i, delta] of deltas.entries()) {
      if (response.destroyed) return;
      const half = Math.floor(deltas.length / 2);
      if (said.midway !== undefined && index === 0 && i === half) await at(said.midway, over);
      if (said.everyMs !== undefined && i > 0)
        await Promise.race([pause(said.everyMs, undefined, { ref: false }), over]);
      event('content_block_delta', { index, delta });
    }
    event('content_block_stop', { index });
    index += 1;
  };
  event('message_start', { message: frame(request) });
  event('ping', {});
  if (said.say !== '') {
    const wanted = said.pieces ?? (said.midway === undefined ? 1 : 2);
    const deltas = inPieces(said.say, wanted).map((text) => ({ type: 'text_delta', text }));
    await block({ type: 'text', text: '' }, deltas);
  }
  for (const [i, { tool, input }] of said.calls.entries()) {
    const deltas = inPieces(JSON.stringify(input), 2).map((partial) => ({
      type: 'input_json_delta',
      partial_json: partial,
    }));
    await block({ type: 'tool_use', id: idOf(request, i), name: tool, input: {} }, deltas);
  }
  const delta = { stop_reason: stopOf(said), stop_sequence: null };
  event('message_delta', { delta, usage: { output_tokens: 20 } });
  event('message_stop', {});
  response.end();
}

async function at(held: Gate, over: Promise<unknown>): Promise<void> {
  held.waiting += 1;
  await Promise.race([held.opened, over]);
  held.waiting -= 1;
}

/** Whole characters, so that no piece ends inside one. */
function inPieces(text: string, wanted: number): string[] {
  const characters = [...text];
  const size = Math.max(1, Math.ceil(characters.length / wanted));
  const pieces: string[] = [];
  for (let i = 0; i < characters.length; i += size) {
    pieces.push(characters.slice(i, i + size).join(''));
  }
  return pieces;
}
