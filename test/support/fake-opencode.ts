import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Endpoint } from '../../src/army/endpoint.ts';

/** One request as opencode's server would get it. */
export interface Asked {
  method: string;
  path: string;
  body: unknown;
  authorization: string | undefined;
}

export interface FakeOpencode {
  endpoint: Endpoint;
  asked: Asked[];
  /** Answers `METHOD path`, in the place of what is answered by itself; undefined leaves it unanswered. */
  answers: Map<string, [number, unknown] | undefined>;
  /** How many listen to its events now. */
  listeners(): number;
  say(type: string, properties?: object): void;
  /** Whatever bytes to all who listen. */
  write(text: string): void;
  /** Ends every connection for events. */
  hangUp(): void;
  close: () => Promise<void>;
}

/** The part of opencode's server that ovld speaks to, without opencode. */
export async function fakeOpencode(port = 0): Promise<FakeOpencode> {
  const asked: Asked[] = [];
  const answers: FakeOpencode['answers'] = new Map<string, [number, unknown] | undefined>([
    ['GET /session/status', [200, {}]],
    ['GET /permission', [200, []]],
    ['GET /question', [200, []]],
  ]);
  const streams = new Set<ServerResponse>();
  const write = (text: string): void => streams.forEach((stream) => void stream.write(text));
  const encode = (type: string, properties: object): string =>
    `data: ${JSON.stringify({ id: 'evt_1', type, properties })}\n\n`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url: path = '' } = request;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    asked.push({ method, path, body, authorization: request.headers.authorization });
    const name = `${method} ${path}`;
    if (answers.has(name)) {
      const answer = answers.get(name);
      if (answer === undefined) return;
      response.writeHead(answer[0], { 'content-type': 'application/json' });
      response.end(typeof answer[1] === 'string' ? answer[1] : JSON.stringify(answer[1]));
      return;
    }
    if (name !== 'GET /event') {
      response.writeHead(404).end('{"name":"NotFoundError"}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(encode('server.connected', {}));
    streams.add(response);
    response.on('close', () => streams.delete(response));
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    endpoint: { at: (server.address() as AddressInfo).port, secret: 'hush' },
    asked,
    answers,
    listeners: () => streams.size,
    say: (type, properties = {}) => write(encode(type, properties)),
    write,
    hangUp: () => streams.forEach((stream) => void stream.destroy()),
    close,
  };
}
