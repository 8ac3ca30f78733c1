import type { IncomingMessage } from 'node:http';

/** Longer than any letter as JSON. */
export const MOST_BYTES = 64 * 1024;

/** The value of a JSON body; what is too long is not read to its end. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json(?:;|$)/i.test(type)) return { denied: 'type' };
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return { denied: 'size' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return { denied: 'size' };
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder('utf8', { fatal: true }).decode(Buffer.concat(chunks));
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { denied: 'json' };
  }
}

type Body = { value: unknown } | { denied: 'type' | 'size' | 'json' };
