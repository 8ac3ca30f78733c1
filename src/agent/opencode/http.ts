import { request, type IncomingMessage } from 'node:http';
import type { Endpoint } from '../../army/endpoint.ts';
import { USER } from './launch.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  signal: AbortSignal;
  /** It does not keep the process alive. */
  isIdle?: boolean;
}

/** The head of an answer; what follows is still to be read. Rejects where there is none. */
export const open = ({ at, secret = '' }: Endpoint, call: Call): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method, path, body, signal, isIdle = false } = call;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request({
      host: '127.0.0.1',
      port: at,
      method,
      path,
      signal,
      agent: false,
      auth: `${USER}:${secret}`,
      headers: text === undefined ? {} : { 'content-type': 'application/json' },
    });
    sent.on('error', reject);
    sent.on('response', resolve);
    if (isIdle) sent.on('socket', (socket) => socket.unref());
    sent.end(text);
  });

/** More than it ever says to what we ask. */
const MOST_BYTES = 1_048_576;

/** An answer to its end. Rejects where it is too long, or ends too early. */
export async function ask(
  endpoint: Endpoint,
  call: Call,
): Promise<{ status: number; said: unknown }> {
  const answer = await open(endpoint, call);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`${call.path}: the answer is too long`);
    chunks.push(chunk);
  }
  return { status: answer.statusCode ?? 0, said: parse(Buffer.concat(chunks).toString('utf8')) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
