import type { IncomingMessage } from 'node:http';

/** Longer than any letter as JSON. */
export const MOST_BYTES = 64 * 1024;

/** The value of a JSON body; what is too long is not read to its end, and can still be answered. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json(?:;|$)/i.test(type)) return { denied: 'type' };
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return { denied: 'size' };
  const bytes = await collectBody(request);
  if (bytes === undefined) return { denied: 'size' };
  try {
    const text = new TextDecoder('utf8', { fatal: true }).decode(bytes);
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { denied: 'json' };
  }
}

type Body = { value: unknown } | { denied: 'type' | 'size' | 'json' };

/** Undefined where it is too long. Not `for await`: leaving that early would cut the line. */
function collectBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= MOST_BYTES) return;
      request.off('data', take).pause();
      resolve(undefined);
    };
    request
      .on('data', take)
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject);
  });
}
