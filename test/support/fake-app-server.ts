import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempDir } from './temp.ts';

type Fields = Record<string, unknown>;

/** Answers a request; a throw is a refusal in its words, undefined no answer. */
export type Answer = (params: Fields, method: string) => unknown;

export interface FakeAppServer {
  path: string;
  /** Every request and notification that came, as `method` or with its params. */
  asked: { method: string; params: Fields }[];
  /** How many connections there were, and are. */
  connections: { made: number; open: number };
  /** A notification, on all connections. */
  tell(method: string, params: object): void;
  /** Raw bytes, the same way. */
  write(bytes: Buffer): void;
  /** Ends every connection. */
  drop(): void;
}

export interface FakeOptions {
  answers?: Readonly<Record<string, Answer>>;
  /** In place of the handshake's answer. */
  upgrade?: string;
}

/** As Codex's app-server speaks: JSON-RPC in texts of a WebSocket, on a Unix socket. It ends with the test. */
export async function fakeAppServer({
  answers = {},
  upgrade,
}: FakeOptions = {}): Promise<FakeAppServer> {
  const path = join(tempDir(), 's');
  const sockets = new Set<Socket>();
  const asked: FakeAppServer['asked'] = [];
  const connections = { made: 0, open: 0 };

  function meet(socket: Socket, text: string): void {
    const message = JSON.parse(text) as { id?: number; method: string; params?: Fields };
    const { id, method, params = {} } = message;
    asked.push({ method, params });
    if (id === undefined) return;
    try {
      const result = answers[method] ? answers[method](params, method) : {};
      if (result !== undefined) socket.write(textFrame(JSON.stringify({ id, result })));
    } catch (error) {
      const refusal = { id, error: { code: -32600, message: String(error) } };
      socket.write(textFrame(JSON.stringify(refusal)));
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    connections.made += 1;
    connections.open += 1;
    let held: Buffer = Buffer.alloc(0);
    let isOpen = false;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      connections.open -= 1;
    });
    socket.on('data', (data) => {
      held = Buffer.concat([held, data]);
      if (!isOpen) {
        const end = held.indexOf('\r\n\r\n');
        if (end < 0) return;
        socket.write(upgrade ?? accept(held.toString('latin1', 0, end)));
        held = held.subarray(end + 4);
        isOpen = true;
      }
      for (;;) {
        const frame = takeFrame(held);
        if (frame === undefined) return;
        held = frame.rest;
        if (frame.opcode === 1) meet(socket, frame.data.toString('utf8'));
        else asked.push({ method: `frame ${frame.opcode}`, params: { data: String(frame.data) } });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const drop = (): void => sockets.forEach((socket) => socket.destroy());
  onTestFinished(async () => {
    drop();
    await new Promise((resolve) => server.close(resolve));
  });
  const write = (bytes: Buffer): void => sockets.forEach((socket) => void socket.write(bytes));
  return {
    path,
    asked,
    connections,
    drop,
    write,
    tell: (method, params) => write(textFrame(JSON.stringify({ method, params }))),
  };
}

function accept(head: string): string {
  const key = /^sec-websocket-key: (.*)$/im.exec(head)?.[1] ?? '';
  const words = `${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accepted = createHash('sha1').update(words).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`;
}

/** As a server sends it: not masked. */
export function frameOf(opcode: number, data: Buffer, isLast = true): Buffer {
  const size = data.length;
  const head = Buffer.alloc(size > 0xffff ? 10 : size > 125 ? 4 : 2);
  head[0] = (isLast ? 0x80 : 0) | opcode;
  head[1] = size > 0xffff ? 127 : size > 125 ? 126 : size;
  if (size > 0xffff) head.writeBigUInt64BE(BigInt(size), 2);
  else if (size > 125) head.writeUInt16BE(size, 2);
  return Buffer.concat([head, data]);
}

export const textFrame = (text: string): Buffer => frameOf(1, Buffer.from(text));

function takeFrame(held: Buffer): { opcode: number; data: Buffer; rest: Buffer } | undefined {
  if (held.length < 2) return undefined;
  const short = (held[1] ?? 0) & 0x7f;
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (held.length < start + 4) return undefined;
  const size =
    short === 127 ? Number(held.readBigUInt64BE(2)) : short === 126 ? held.readUInt16BE(2) : short;
  if (held.length < start + 4 + size) return undefined;
  const mask = held.subarray(start, start + 4);
  const data = Buffer.from(held.subarray(start + 4, start + 4 + size));
  for (let i = 0; i < size; i += 1) data[i] = (data[i] ?? 0) ^ (mask[i % 4] ?? 0);
  return { opcode: (held[0] ?? 0) & 0x0f, data, rest: held.subarray(start + 4 + size) };
}
