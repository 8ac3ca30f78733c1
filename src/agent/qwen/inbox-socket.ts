import { randomBytes, randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import * as z from 'zod/mini';
import type { Endpoint } from '../../army/endpoint.ts';
import type { Doorbell, RingOutcome } from '../agent.ts';
import { RELAY_SERVER } from '../relay-config.ts';

/**
 * The inbox that every Qwen Code opens for its session, by its documented protocol (frame version 1): an auth line
 * and one message, half-closed. What became of it comes back as a connection of its own to a socket of ours.
 *
 * The token is the one of its own children, so what is given counts as theirs and is not held for a review, unless
 * a person's settings hold or refuse everything: then it is not asked again. It is taken up at once by an idle
 * agent, after the turn by a busy one, after an open dialog; a draft stays. The session's id is left out: the token
 * is this very process's, whichever conversation it is in by now.
 */
export function createInboxDoorbell({ at, secret = '' }: Endpoint): Doorbell {
  const path = String(at);
  let isShut = false;
  return {
    name: 'socket',
    queues: true,
    afterTurn: true,
    async ring({ text, signal }) {
      if (isShut) return REFUSED;
      const said = await deliver({ path, secret, text }, signal);
      isShut = said === 'held' || said === 'refused';
      if (said === 'delivered') return { sent: true };
      return said === undefined && signal.aborted ? LATE : REFUSED;
    },
  };
}

const REFUSED: RingOutcome = { sent: false, code: 'ring_failed' };
const LATE: RingOutcome = { sent: false, code: 'ring_timeout' };

interface Letter {
  path: string;
  secret: string;
  text: string;
}

const receiptSchema = z.lazy(() =>
  z.object({
    type: z.literal('control'),
    action: z.literal('delivery_status'),
    status: z.string(),
    origMsgId: z.string(),
  }),
);
const authSchema = z.lazy(() => z.object({ type: z.literal('auth'), token: z.string() }));

/** The first that the inbox says of it; undefined where it cannot be given, or nothing is said until the signal. */
function deliver(letter: Letter, signal: AbortSignal): Promise<string | undefined> {
  const ids = { msgId: randomUUID(), replyToken: randomBytes(16).toString('hex') };
  // Beside the inbox, in a folder that is closed to others, and no longer than its own name.
  const from = letter.path.replace(/(?:\.sock)?$/, `.${randomBytes(2).toString('hex')}`);
  return new Promise((resolve) => {
    const end = (said?: string): void => {
      signal.removeEventListener('abort', giveUp);
      server.close();
      resolve(said);
    };
    const giveUp = (): void => end();
    const server = createServer((socket) => readReceipt(socket, ids, end));
    signal.addEventListener('abort', giveUp);
    server.on('error', giveUp);
    server.listen(from, () => send(letter, { ...ids, from }, giveUp)).unref();
  });
}

interface Ids {
  msgId: string;
  replyToken: string;
}

function send({ path, secret, text }: Letter, ids: Ids & { from: string }, fail: () => void): void {
  const auth = { msgV: 1, type: 'auth', token: secret };
  const frame = {
    msgV: 1,
    type: 'user',
    ...ids,
    fromName: RELAY_SERVER,
    fromMode: 'prompting',
    message: { role: 'user', content: text },
  };
  const socket = connect(path);
  socket.on('error', fail);
  // Read to its end: destroyed earlier, the written lines might be dropped.
  socket.on('connect', () => socket.end(`${JSON.stringify(auth)}\n${JSON.stringify(frame)}\n`));
  socket.resume().unref();
}

const MOST_BYTES = 65_536;

/** Of others that may write to the socket nothing is believed. */
function readReceipt(socket: Socket, ids: Ids, resolve: (said: string) => void): void {
  let said = '';
  socket.setEncoding('utf8').unref();
  socket.on('error', () => undefined);
  socket.on('data', (more: string) => {
    said += more;
    if (said.length > MOST_BYTES) socket.destroy();
  });
  socket.on('end', () => {
    const [auth, receipt] = said.split('\n', 2).map(parse);
    const { success: isTheirs, data: token } = authSchema.safeParse(auth);
    const { success, data } = receiptSchema.safeParse(receipt);
    if (!isTheirs || token.token !== ids.replyToken) return;
    if (success && data.origMsgId === ids.msgId) resolve(data.status);
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
