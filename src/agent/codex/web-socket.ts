import { createHash, randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

export interface WebSocketLine {
  send(text: string): void;
  close(): void;
}

interface WebSocketEvents {
  open(): void;
  /** One whole text. What is longer than `longest` is dropped as it comes. */
  text(text: string): void;
  /** Once, however it ends: refused, closed by either side, or broken. */
  closed(): void;
}

/** As RFC 6455 has it. */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const OPCODES = { more: 0x0, text: 0x1, close: 0x8, ping: 0x9, pong: 0xa } as const;
const FIN = 0x80;
const MASKED = 0x80;
const LONGEST_CONTROL = 125;
const LONGEST_HEAD = 16_384;

/**
 * A WebSocket over a Unix socket, as a client: texts, pings and the close, and no extension. Node 20 has none. It does
 * not keep the process alive, and has no timer of its own.
 */
export function openWebSocket(
  path: string,
  events: WebSocketEvents,
  longest: number,
): WebSocketLine {
  const key = randomBytes(16).toString('base64');
  // What listens may have put a link there: its own path is short enough to be connected to.
  const socket = connect(resolveLink(path));
  let over = false;
  const end = (): void => {
    socket.destroy();
    if (over) return;
    over = true;
    events.closed();
  };
  const line: WebSocketLine = {
    send: (text) => void socket.write(encodeFrame(OPCODES.text, Buffer.from(text))),
    close() {
      if (!over) socket.end(encodeFrame(OPCODES.close, Buffer.alloc(0)));
      end();
    },
  };
  const frames = createFrameReader({ ...events, pong: (data) => pong(socket, data), end }, longest);
  let head: Buffer | undefined = Buffer.alloc(0);
  socket.on('error', end);
  socket.on('close', end);
  socket.on('connect', () => socket.write(encodeUpgrade(key)));
  socket.on('data', (data: Buffer) => {
    if (over) return;
    if (head === undefined) return frames(data);
    head = Buffer.concat([head, data]);
    const rest = head.indexOf('\r\n\r\n');
    if (rest < 0) return head.length > LONGEST_HEAD ? end() : undefined;
    const said = head.toString('latin1', 0, rest);
    const after = head.subarray(rest + 4);
    head = undefined;
    if (!isAccepted(said, key)) return end();
    events.open();
    frames(after);
  });
  socket.unref();
  return line;
}

function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const encodeUpgrade = (key: string): string =>
  [
    'GET / HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
    '\r\n',
  ].join('\r\n');

function isAccepted(head: string, key: string): boolean {
  const accepted = /^sec-websocket-accept:[ \t]*(\S+)[ \t]*$/im.exec(head)?.[1];
  const wanted = createHash('sha1').update(`${key}${MAGIC}`).digest('base64');
  return /^HTTP\/1\.1 101(?: |\r|$)/.test(head) && accepted === wanted;
}

const pong = (socket: Socket, data: Buffer): void =>
  void socket.write(encodeFrame(OPCODES.pong, data));

/** A client masks what it sends; the mask need not be a secret on a socket of its own. */
function encodeFrame(opcode: number, data: Buffer): Buffer {
  const size = data.length;
  const wide = size > 0xffff ? 8 : size > LONGEST_CONTROL ? 2 : 0;
  const frame = Buffer.alloc(2 + wide + 4 + size);
  frame[0] = FIN | opcode;
  frame[1] = MASKED | (wide === 0 ? size : wide === 2 ? 126 : 127);
  if (wide === 2) frame.writeUInt16BE(size, 2);
  if (wide === 8) frame.writeBigUInt64BE(BigInt(size), 2);
  const mask = randomBytes(4);
  mask.copy(frame, 2 + wide);
  for (let i = 0; i < size; i += 1) frame[6 + wide + i] = (data[i] ?? 0) ^ (mask[i % 4] ?? 0);
  return frame;
}

interface FrameEvents extends Pick<WebSocketEvents, 'text'> {
  pong(data: Buffer): void;
  end(): void;
}

interface Head {
  opcode: number;
  isLast: boolean;
  /** Of the frame, its head included. */
  headSize: number;
  size: number;
}

function createFrameReader(events: FrameEvents, longest: number): (data: Buffer) => void {
  let held: Buffer = Buffer.alloc(0);
  /** So many bytes of a frame are dropped as they come. */
  let dropping = 0;
  let parts: Buffer[] = [];
  let length = 0;
  /** The text is too long, up to its last frame. */
  let dropped = false;

  const endText = (): void => {
    const whole = dropped ? undefined : Buffer.concat(parts).toString('utf8');
    [parts, length, dropped] = [[], 0, false];
    if (whole !== undefined) events.text(whole);
  };

  function take({ opcode, isLast }: Head, data: Buffer): void {
    if (opcode === OPCODES.close) return events.end();
    if (opcode === OPCODES.ping) return events.pong(data);
    if (opcode !== OPCODES.text && opcode !== OPCODES.more) return;
    parts.push(data);
    length += data.length;
    if (isLast) endText();
  }

  return (data) => {
    held = held.length === 0 ? data : Buffer.concat([held, data]);
    for (;;) {
      const drop = Math.min(dropping, held.length);
      dropping -= drop;
      held = held.subarray(drop);
      const head = dropping === 0 ? readHead(held) : undefined;
      if (head === undefined) return;
      if (head === 'wrong') return events.end();
      const isControl = head.opcode >= OPCODES.close;
      if (!isControl && (dropped || length + head.size > longest)) {
        [parts, length, dropped] = [[], 0, true];
        dropping = head.headSize + head.size;
        if (head.isLast) endText();
        continue;
      }
      if (held.length < head.headSize + head.size) return;
      const whole = held.subarray(head.headSize, head.headSize + head.size);
      held = held.subarray(head.headSize + head.size);
      take(head, whole);
    }
  };
}

/** Undefined where it is not whole yet. A server masks nothing, and we have agreed to no extension. */
function readHead(held: Buffer): Head | 'wrong' | undefined {
  const [first = 0, second = 0] = held;
  if (held.length < 2) return undefined;
  const opcode = first & 0x0f;
  const short = second & 0x7f;
  const isControl = opcode >= OPCODES.close;
  if ((first & 0x70) !== 0 || (second & MASKED) !== 0) return 'wrong';
  if (isControl && (short > LONGEST_CONTROL || (first & FIN) === 0)) return 'wrong';
  const isLast = (first & FIN) !== 0;
  const headSize = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (held.length < headSize) return undefined;
  if (short < 126) return { opcode, isLast, headSize, size: short };
  if (short === 126) return { opcode, isLast, headSize, size: held.readUInt16BE(2) };
  const size = held.readBigUInt64BE(2);
  return size > BigInt(Number.MAX_SAFE_INTEGER)
    ? 'wrong'
    : { opcode, isLast, headSize, size: Number(size) };
}
