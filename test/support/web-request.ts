import { request, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { createEventReader } from '../../src/dashboard/web/view/event-lines.ts';
import type { WebDashboard } from '../../src/dashboard/web/server.ts';
import { waitFor } from './wait-for.ts';

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Asking {
  method?: string;
  path?: string;
  headers?: Record<string, string | undefined>;
  body?: string;
}

const tokenOf = ({ url }: WebDashboard): string => new URL(url).searchParams.get('token') ?? '';

/** As the page asks, except where told otherwise; a header that is undefined is left out. */
export function ask(web: WebDashboard, { method, path, headers, body }: Asking): Promise<Answered> {
  const usual = {
    host: `127.0.0.1:${web.port}`,
    authorization: `Bearer ${tokenOf(web)}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const all = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: web.port,
        path: path ?? '/',
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: Object.fromEntries(all) as Record<string, string>,
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
        response.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

export interface Heard {
  event: string;
  data: never;
}

export interface Listener {
  heard: Heard[];
  next(event: string): Promise<Heard>;
  ended(): boolean;
  close(): void;
}

/** Follows `/events` until the test is over. */
export function listen(web: WebDashboard): Listener {
  const heard: Heard[] = [];
  let over = false;
  let seen = 0;
  const read = createEventReader(({ event, data }) => {
    heard.push({ event, data: JSON.parse(data) as never });
  });
  const asked = request(
    {
      host: '127.0.0.1',
      port: web.port,
      path: '/events',
      headers: { authorization: `Bearer ${tokenOf(web)}` },
      agent: false,
    },
    (response) => {
      response.setEncoding('utf8');
      response.on('data', read);
      response.on('close', () => (over = true));
      response.on('error', () => (over = true));
    },
  );
  asked.on('error', () => (over = true));
  asked.end();
  onTestFinished(() => void asked.destroy());
  return {
    heard,
    ended: () => over,
    close: () => void asked.destroy(),
    async next(event) {
      const found = await waitFor(() => {
        const at = heard.findIndex((one, i) => i >= seen && one.event === event);
        return at < 0 ? undefined : { at };
      }, `the event ${event}`);
      seen = found.at + 1;
      return heard[found.at] as Heard;
    },
  };
}
