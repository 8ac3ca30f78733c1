import type { Readable } from 'node:stream';

const HEADER_BYTES = 4_096;
/** What happened in a conversation is told whole, the system's prompt with it. */
const FRAME_BYTES = 8 * 1_048_576;
const SEPARATOR = '\r\n\r\n';

/** JSON-RPC with `Content-Length`, as language servers speak it. */
export function writeFrame(message: object): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(text)}${SEPARATOR}${text}`;
}

/** What comes, one message after the other; throws where it is none, or too large. */
export async function* readFrames(stream: Readable): AsyncGenerator<unknown, void> {
  let kept: Buffer = Buffer.alloc(0);
  let wanted: number | undefined;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    kept = Buffer.concat([kept, chunk as Buffer]);
    for (;;) {
      if (wanted === undefined) {
        const end = kept.indexOf(SEPARATOR);
        if (end < 0 && kept.length <= HEADER_BYTES) break;
        wanted = readLength(kept.subarray(0, Math.max(0, end)).toString('latin1'));
        kept = kept.subarray(end + SEPARATOR.length);
      }
      if (kept.length < wanted) break;
      const text = kept.subarray(0, wanted).toString('utf8');
      kept = kept.subarray(wanted);
      wanted = undefined;
      yield JSON.parse(text);
    }
  }
}

function readLength(header: string): number {
  const [, digits = ''] = /^content-length: *(\d{1,9})$/im.exec(header) ?? [];
  const length = Number(digits);
  if (header.length > HEADER_BYTES || digits === '' || length > FRAME_BYTES)
    throw new Error(`not a message: ${header.slice(0, 100)}`);
  return length;
}
