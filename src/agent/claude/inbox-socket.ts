import { connect } from 'node:net';
import type { Doorbell, RingOutcome } from '../agent.ts';

/**
 * The inbox every recent Claude Code opens for its session (C6): one JSON line is one prompt, taken up
 * at once by an idle agent, with the next tool result or at the end of the turn by a busy one, after
 * an open dialog; a draft in the composer stays. It answers nothing: that a hook sees the nudge
 * submitted, or the inbox collected, is the confirmation.
 */
export const createSocketDoorbell = (path: string): Doorbell => ({
  name: 'socket',
  queues: true,
  ring: ({ text, signal }) => writeLine(path, encodePrompt(text), signal),
});

const encodePrompt = (content: string): string =>
  `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;

function writeLine(path: string, line: string, signal: AbortSignal): Promise<RingOutcome> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (outcome: RingOutcome): void => {
      socket.destroy();
      resolve(outcome);
    };
    const late = (): void => end({ sent: false, code: 'ring_timeout' });
    signal.addEventListener('abort', late);
    socket.on('error', () => end({ sent: false, code: 'ring_failed' }));
    // Half-closed, and then read to its end: destroyed earlier, the written line might be dropped.
    socket.on('connect', () =>
      socket.end(line, () => {
        signal.removeEventListener('abort', late);
        resolve({ sent: true });
      }),
    );
    socket.resume().unref();
  });
}
