import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { splitLines } from './lines.ts';

type Id = string | number;

/** What the wire saw, in the order it saw it. The SDK does not tell (N6). */
export interface WireEvents {
  request(id: Id): void;
  /** The reply to a request has left the process. */
  replied(id: Id): void;
  cancelled(id: Id): void;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** A body of 32 KiB, escaped at its worst, is below 200 KiB. */
const LINE_BYTES = 4 * 1024 * 1024;

/**
 * JSON-RPC lines on two streams. Unlike the SDK's own transport it survives whatever arrives: a line
 * that is too long, is no JSON or no request gets an error reply, and the next line is served.
 */
export function stdioTransport(input: Readable, output: Writable, events: WireEvents): Transport {
  let closed = false;
  const batches: Batch[] = [];

  const write = (value: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      output.write(`${JSON.stringify(value)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  const refuse = (code: number, message: string, id: Id | null = null): void => {
    write({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => transport.close());
  };

  const lines = splitLines(LINE_BYTES, {
    line: (text) => {
      if (text.trim() === '') return;
      try {
        receive(JSON.parse(text));
      } catch {
        refuse(PARSE_ERROR, 'Parse error');
      }
    },
    tooLong: () => refuse(INVALID_REQUEST, `A line may hold ${LINE_BYTES} bytes at most`),
  });

  function receive(value: unknown): void {
    if (!Array.isArray(value)) return one(value);
    if (value.length === 0) return refuse(INVALID_REQUEST, 'Invalid Request');
    const ids = value.filter(isRequest).map(({ id }) => id);
    if (ids.length > 0) batches.push({ waiting: new Set(ids), replies: [] });
    for (const item of value) one(item);
  }

  function one(value: unknown): void {
    if (!isMessage(value)) return refuse(INVALID_REQUEST, 'Invalid Request', idOf(value));
    if (isRequest(value)) events.request(value.id);
    const cancelled = cancelledId(value);
    if (cancelled !== undefined) {
      events.cancelled(cancelled);
      // Its reply will never come: the batch must not wait for it.
      for (const batch of batches) batch.waiting.delete(cancelled);
      flushBatches();
    }
    transport.onmessage?.(value);
  }

  function flushBatches(): void {
    for (const batch of batches.filter(({ waiting }) => waiting.size === 0)) {
      batches.splice(batches.indexOf(batch), 1);
      if (batch.replies.length > 0) write(batch.replies).catch(() => transport.close());
    }
  }

  const end = (): void => void transport.close();
  const data = (chunk: Buffer): void => lines.push(chunk);

  const transport: Transport = {
    async start() {
      input.on('data', data).on('end', end).on('close', end).on('error', end);
      output.on('error', end);
    },
    async send(message) {
      if (closed) throw new Error('closed');
      const id = 'id' in message && !('method' in message) ? message.id : undefined;
      const batch = batches.find(({ waiting }) => id !== undefined && waiting.has(id));
      if (batch === undefined || id === undefined) {
        await write(message);
      } else {
        batch.replies.push(message);
        batch.waiting.delete(id);
        flushBatches();
      }
      if (id !== undefined) events.replied(id);
    },
    async close() {
      if (closed) return;
      closed = true;
      input.off('data', data);
      input.pause();
      transport.onclose?.();
    },
  };
  return transport;
}

/** Requests that came in one array get their replies in one array (protocol 2025-03-26). */
interface Batch {
  waiting: Set<Id>;
  replies: JSONRPCMessage[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is Id =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));

const idOf = (value: unknown): Id | null =>
  isObject(value) && isId(value['id']) ? value['id'] : null;

const isRequest = (value: unknown): value is { id: Id; method: string } =>
  isMessage(value) && 'method' in value && 'id' in value;

function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  if ('id' in value && !isId(value['id'])) return false;
  if (typeof value['method'] === 'string') return !('params' in value) || isObject(value['params']);
  return 'id' in value && ('result' in value || 'error' in value);
}

function cancelledId(message: JSONRPCMessage): Id | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const params: unknown = message.params;
  return isObject(params) && isId(params['requestId']) ? params['requestId'] : undefined;
}
