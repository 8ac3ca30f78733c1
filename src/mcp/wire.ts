import type { Readable, Writable } from 'node:stream';
import {
  classify,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  isId,
  PARSE_ERROR,
  type Answer,
  type Id,
  type Request,
} from './json-rpc.ts';
import { systemClock } from '../kit/clock.ts';
import { isErrno } from '../kit/errno.ts';
import { withTimeout } from '../kit/timeout.ts';
import { splitLines } from './lines.ts';

/** What the wire saw, in the order it saw it. */
export interface WireEvents {
  request(id: Id): void;
  /** The reply to a request has left the process. */
  replied(id: Id): void;
  cancelled(id: Id): void;
}

/** Undefined: this request gets no reply. */
type Serve = (request: Request, notify: Notify) => Promise<Answer | undefined>;
export type Notify = (method: string, params: object) => void;

type Reply = { jsonrpc: '2.0'; id: Id | null } & Answer;

interface WireOptions {
  input: Readable;
  output: Writable;
  signal: AbortSignal;
  events: WireEvents;
  serve: Serve;
  complain: (error: unknown) => void;
}

/** A body of 32 KiB, escaped at its worst, is below 200 KiB. */
const LINE_BYTES = 4 * 1024 * 1024;
const GRACE_MS = 4_000;

/**
 * JSON-RPC lines on two streams. It survives whatever arrives: a line that is too long, is no JSON or
 * no request gets an error reply, and the next line is served. Resolves when the input has ended, or
 * on the signal, and everything that was asked before has been answered.
 */
export async function serveWire(options: WireOptions): Promise<void> {
  const { input, output, signal, events, serve, complain } = options;
  const serving = new Set<Id>();
  const cancelled = new Set<Id>();
  const running = new Set<Promise<void>>();

  const write = (value: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      output.write(`${JSON.stringify(value)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  const notify: Notify = (method, params) => start(write({ jsonrpc: '2.0', method, params }));

  /** EPIPE: the client has hung up, which ends us, and is no fault. */
  const failed = (error: unknown): void => (isErrno(error, 'EPIPE') ? undefined : complain(error));

  function start(work: Promise<void>): void {
    const settled = work.catch(failed).finally(() => running.delete(settled));
    running.add(settled);
  }

  const refusal = (code: number, message: string, id: Id | null): Reply => ({
    jsonrpc: '2.0',
    id,
    error: { code, message },
  });

  /** The reply to one message of a line, if it gets one. */
  async function respond(value: unknown): Promise<Reply | undefined> {
    const incoming = classify(value);
    if (incoming.kind === 'invalid')
      return refusal(INVALID_REQUEST, 'Invalid Request', incoming.id);
    if (incoming.kind === 'notification') {
      const { method, params } = incoming.notification;
      const { requestId } = params;
      if (method === 'notifications/cancelled' && isId(requestId)) {
        if (serving.has(requestId)) cancelled.add(requestId);
        events.cancelled(requestId);
      }
      return undefined;
    }
    if (incoming.kind === 'answer') return undefined;
    const { id } = incoming.request;
    cancelled.delete(id);
    serving.add(id);
    events.request(id);
    const answer = await serve(incoming.request, notify).catch((error: unknown): Answer => {
      complain(error);
      return { error: { code: INTERNAL_ERROR, message: 'Internal error' } };
    });
    serving.delete(id);
    return answer && { jsonrpc: '2.0', id, ...answer };
  }

  /** Replies to a cancelled request are thrown away by the client: they are not sent. */
  const wanted = (reply: Reply | undefined): reply is Reply =>
    reply !== undefined && (reply.id === null || !cancelled.delete(reply.id));

  async function receive(text: string): Promise<void> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return write(refusal(PARSE_ERROR, 'Parse error', null));
    }
    if (!Array.isArray(value)) return send([await respond(value)].filter(wanted), ([one]) => one);
    if (value.length === 0) return write(refusal(INVALID_REQUEST, 'Invalid Request', null));
    // Requests that came in one array get their replies in one array (protocol 2025-03-26).
    const replies = await Promise.all(value.map(respond));
    return send(replies.filter(wanted), (all) => all);
  }

  async function send(replies: Reply[], shape: (all: Reply[]) => unknown): Promise<void> {
    if (replies.length === 0) return;
    await write(shape(replies));
    for (const { id } of replies) if (id !== null) events.replied(id);
  }

  const lines = splitLines(LINE_BYTES, {
    line: (text) => (text.trim() === '' ? undefined : start(receive(text))),
    tooLong: () => {
      const message = `A line may hold ${LINE_BYTES} bytes at most`;
      start(write(refusal(INVALID_REQUEST, message, null)));
    },
  });

  await new Promise<void>((resolve) => {
    const end = (): void => resolve();
    input.on('data', (chunk: Buffer) => lines.push(chunk));
    input.once('end', end).once('close', end).once('error', end);
    output.on('error', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
  input.removeAllListeners('data').pause();
  // A client that has stopped reading must not keep us.
  await withTimeout(systemClock, GRACE_MS, Promise.all(running), undefined);
}
