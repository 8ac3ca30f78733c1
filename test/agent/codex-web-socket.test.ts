import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWebSocket, type WebSocketLine } from '../../src/agent/codex/web-socket.ts';
import { fakeAppServer, frameOf, textFrame } from '../support/fake-app-server.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const LONGEST = 1_000_000;

function open(path: string, longest = LONGEST) {
  const heard: string[] = [];
  const seen = { heard, opened: 0, closed: 0 };
  const line: WebSocketLine = openWebSocket(
    path,
    {
      open: () => void (seen.opened += 1),
      text: (text) => void heard.push(text),
      closed: () => void (seen.closed += 1),
    },
    longest,
  );
  return { line, seen };
}

async function opened(longest?: number) {
  const server = await fakeAppServer();
  const { line, seen } = open(server.path, longest);
  await waitFor(() => seen.opened === 1, 'the handshake');
  const heardAll = (...texts: string[]) =>
    waitFor(() => seen.heard.length >= texts.length, 'the texts').then(() =>
      expect(seen.heard).toEqual(texts),
    );
  return { server, line, seen, heardAll };
}

describe('a WebSocket over a Unix socket', () => {
  it('carries texts of every size both ways, masked on the way there', async () => {
    const { server, line, heardAll } = await opened();
    const texts = [
      '',
      'a',
      'é'.repeat(62),
      'x'.repeat(126),
      'x'.repeat(65_535),
      'y'.repeat(65_536),
    ];
    for (const text of texts) {
      line.send(JSON.stringify({ method: text }));
      server.write(textFrame(text));
    }
    await heardAll(...texts);
    await waitFor(() => server.asked.length === texts.length, 'our texts');
    expect(server.asked.map(({ method }) => method)).toEqual(texts);
  });

  it('takes a text in parts, a ping between them, and bytes as they come', async () => {
    const { server, heardAll } = await opened();
    const bytes = Buffer.concat([
      frameOf(1, Buffer.from('one '), false),
      frameOf(9, Buffer.from('are you there')),
      frameOf(0, Buffer.from('text')),
      textFrame('next'),
    ]);
    for (const byte of bytes) server.write(Buffer.from([byte]));
    await heardAll('one text', 'next');
    await waitFor(() => server.asked.length > 0, 'the pong');
    expect(server.asked).toEqual([{ method: 'frame 10', params: { data: 'are you there' } }]);
  });

  it('drops a text that is too long, whole or in parts, and goes on', async () => {
    const { server, heardAll, seen } = await opened(100);
    server.write(textFrame('x'.repeat(100_000)));
    server.write(textFrame('a'));
    server.write(frameOf(1, Buffer.from('x'.repeat(60)), false));
    server.write(frameOf(0, Buffer.from('x'.repeat(60)), false));
    server.write(frameOf(0, Buffer.from('x')));
    server.write(textFrame('b'));
    await heardAll('a', 'b');
    expect(seen.closed).toBe(0);
  });

  it('ends once, when either side closes it', async () => {
    const { server, line, seen } = await opened();
    line.close();
    line.close();
    await waitFor(() => server.connections.open === 0, 'the end');
    expect(seen.closed).toBe(1);
    const other = await opened();
    other.server.write(frameOf(8, Buffer.alloc(0)));
    await waitFor(() => other.seen.closed === 1, 'the end of the other');
  });

  it.each([
    ['a masked frame', Buffer.from([0x81, 0x80, 0, 0, 0, 0])],
    ['an extension', Buffer.from([0xc1, 0x00])],
    ['a ping in parts', Buffer.from([0x09, 0x00])],
    ['a ping that is too long', frameOf(9, Buffer.alloc(126))],
    [
      'a length beyond all numbers',
      Buffer.from([0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255]),
    ],
  ])('ends with %s', async (_what, bytes) => {
    const { server, seen } = await opened();
    server.write(bytes);
    await waitFor(() => seen.closed === 1, 'the end');
  });

  it.each([
    ['another protocol', 'hello\r\n\r\n'],
    ['a refusal', 'HTTP/1.1 403 Forbidden\r\n\r\n'],
    ['no proof', 'HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: abc\r\n\r\n'],
    ['a head without an end', 'x'.repeat(20_000)],
  ])('does not open on %s', async (_what, upgrade) => {
    const { path } = await fakeAppServer({ upgrade });
    const { seen } = open(path);
    await waitFor(() => seen.closed === 1, 'the end');
    expect(seen.opened).toBe(0);
  });

  it('ends where nothing listens', async () => {
    const { seen } = open(join(tempDir(), 'none'));
    await waitFor(() => seen.closed === 1, 'the end');
  });

  it('follows a link whose own path is too long to be connected to', async () => {
    const { path } = await fakeAppServer();
    const link = join(tempDir(), 'l'.repeat(120));
    symlinkSync(path, link);
    const { seen } = open(link);
    await waitFor(() => seen.opened === 1, 'the handshake');
  });
});
