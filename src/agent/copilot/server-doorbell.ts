import { connect, type Socket } from 'node:net';
import * as z from 'zod/mini';
import type { Doorbell } from '../agent.ts';
import { readFrames, writeFrame } from './frames.ts';

const answerSchema = z.lazy(() =>
  z.object({ id: z.number(), result: z.optional(z.unknown()), error: z.optional(z.unknown()) }),
);
const foregroundSchema = z.lazy(() =>
  z.object({ sessionId: z.string().check(z.minLength(1), z.maxLength(200)) }),
);
const sentSchema = z.lazy(() => z.object({ messageId: z.string() }));

/**
 * The server that Copilot CLI opens beside its screen with `--ui-server` (1.0.102): the conversation in the
 * foreground is joined, which lets nothing begin, and given one prompt. An idle agent takes it up at once, a busy
 * one after its turn, with a question open after that; a draft stays. In a turn its hooks tell sooner, so nothing
 * is queued. Every user of this machine may do the same (X16).
 */
export const createServerDoorbell = (port: number): Doorbell => ({
  name: 'server',
  async ring({ text, signal }) {
    const socket = connect(port, '127.0.0.1');
    const give = (): void => void socket.destroy();
    signal.addEventListener('abort', give);
    try {
      const call = callThrough(socket);
      const { sessionId } = foregroundSchema.parse(await call('session.getForeground', {}));
      await call('session.resume', { sessionId, disableResume: true });
      // Late: nothing may be said any more.
      if (signal.aborted) return { sent: false, code: 'ring_timeout' };
      sentSchema.parse(await call('session.send', { sessionId, prompt: text }));
      return { sent: true };
    } catch {
      return { sent: false, code: signal.aborted ? 'ring_timeout' : 'ring_failed' };
    } finally {
      signal.removeEventListener('abort', give);
      socket.destroy();
    }
  },
});

type Call = (method: string, params: object) => Promise<unknown>;

/** One call at a time; what the server tells of its own accord is passed over. */
function callThrough(socket: Socket): Call {
  const answers = readFrames(socket);
  let last = 0;
  return async (method, params) => {
    const id = (last += 1);
    socket.write(writeFrame({ jsonrpc: '2.0', id, method, params }));
    for (;;) {
      const { value: frame, done } = await answers.next();
      if (done === true) throw new Error(`${method}: no answer`);
      const answer = answerSchema.safeParse(frame);
      if (!answer.success || answer.data.id !== id || isCall(frame)) continue;
      if (answer.data.error !== undefined) throw new Error(`${method}: refused`);
      return answer.data.result;
    }
  };
}

/** The server asks too, under numbers of its own. */
const isCall = (frame: unknown): boolean =>
  typeof frame === 'object' && frame !== null && 'method' in frame;
