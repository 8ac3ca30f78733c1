import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import type { Language } from '../../i18n/texts.ts';
import { webTexts } from '../../i18n/web.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { performAct } from './acts.ts';
import { readBearer, openGuard } from './guard.ts';
import { HEADERS } from './headers.ts';
import { looks } from './looks.ts';
import { readBody } from './read-body.ts';
import { deny, reply, replyFailure, replyJson } from './respond.ts';
import { renderShell } from './shell.ts';
import { openTickets } from './tickets.ts';
import { openViewers } from './viewers.ts';
import type { Act } from './wire.ts';

export interface WebParts {
  lookout: Lookout;
  language: Language;
  /** The files of the page by their path, with their media type. */
  assets: ReadonlyMap<string, Asset>;
  clock: Clock;
  /** 0: any that is free. */
  port: number;
  /** The token of the page at the port it got. */
  token(port: number): Promise<string>;
}

export interface Asset {
  type: string;
  body: Uint8Array;
}

export interface WebDashboard {
  /** With the token in it: it allows everything the person may do. */
  url: string;
  /** One that lets a browser in once: for where others may see it. */
  ticketUrl(): string;
  port: number;
  close(why: 'over' | 'stopped'): Promise<void>;
}

interface Desk extends Omit<WebParts, 'token'> {
  guard: ReturnType<typeof openGuard>;
  token: string;
  tickets: ReturnType<typeof openTickets>;
  viewers: ReturnType<typeof openViewers>;
}

const HOST = '127.0.0.1';
const ACTS: readonly Act[] = [
  'send',
  'ring',
  'hold',
  'release',
  'take',
  'show',
  'pause',
  'unpause',
];
const HTML = 'text/html; charset=utf-8';

/** One page about one army, on 127.0.0.1 only. */
export async function openWebDashboard(parts: WebParts): Promise<WebDashboard> {
  const { lookout, clock } = parts;
  const viewers = openViewers(() => lookout.picture(), clock);
  let desk: Desk | undefined;
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
    (request, response) => {
      if (desk === undefined) response.destroy();
      else void answerRequest(desk, request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(parts.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const token = await parts.token(port);
  const tickets = openTickets(clock);
  desk = { ...parts, viewers, token, tickets, guard: openGuard(port, token) };
  const unwatch = lookout.watch((changed) => viewers.changed(changed));

  return {
    port,
    url: `http://${HOST}:${port}/?token=${token}`,
    ticketUrl: () => `http://${HOST}:${port}/?ticket=${tickets.issue()}`,
    async close(why) {
      unwatch();
      viewers.close(why);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // A browser that does not read the last event is not waited for.
        clock.after(500, () => server.closeAllConnections());
      });
    },
  };
}

/** Checks in this order: host, path and method, origin, token. */
async function answerRequest(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { guard, assets, viewers, tickets } = desk;
  const { pathname, searchParams } = parseAddress(request.url);
  const language = chooseLanguage(searchParams.get('lang'), desk.language);
  if (!guard.host(request)) return deny(response, 'host', language);

  const doing = ACTS.find((name) => pathname === `/${name}`);
  const look = looks.get(pathname);
  const isLook = look !== undefined || pathname === '/events';
  const asset = assets.get(pathname);
  const isEntry = pathname === '/enter';
  const isProof = pathname === '/proof';
  const isOpen = asset !== undefined || isEntry || isProof || pathname === '/';
  if (doing === undefined && !isLook && !isOpen) return deny(response, 'path', language);
  const allow = doing === undefined && !isEntry ? 'GET' : 'POST';
  if (request.method !== allow) return deny(response, 'method', language, { allow });
  if (asset !== undefined) return reply(response, 200, asset.type, asset.body);
  if (pathname === '/') {
    // The page itself says nothing of the army. Without a token its tab may remember one: a reload.
    const known =
      guard.token(searchParams.get('token') ?? undefined) ||
      tickets.isGood(searchParams.get('ticket'));
    return reply(response, known ? 200 : 401, HTML, renderShell(language));
  }
  if (!guard.origin(request)) return deny(response, 'origin', language);
  if (isEntry) return await tradeTicket(desk, language, request, response);
  if (isProof) return prove(desk, language, searchParams, response);
  if (!guard.token(readBearer(request))) return deny(response, 'token', language);

  try {
    if (doing !== undefined) return await answerAct(desk, doing, language, request, response);
    if (look !== undefined) {
      const seen = await look(desk.lookout, searchParams, language);
      if ('denied' in seen) return deny(response, 'shape', language, seen);
      return replyJson(response, 200, seen);
    }
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    response.flushHeaders();
    viewers.add(response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else replyFailure(response, error, language);
  }
}

const NONCE = /^[0-9a-f]{32}$/;

/** Shows a page that the server it lost knows its token, before the page sends that. */
function prove(
  { token }: Desk,
  language: Language,
  asked: URLSearchParams,
  response: ServerResponse,
): void {
  const nonce = asked.get('nonce') ?? '';
  if (!NONCE.test(nonce)) return deny(response, 'shape', language, { issues: 'nonce' });
  replyJson(response, 200, { proof: createHmac('sha256', token).update(nonce).digest('hex') });
}

const ticketSchema = z.strictObject({ ticket: z.string().check(z.maxLength(200)) });

/** A ticket for the token. */
async function tradeTicket(
  { tickets, token }: Desk,
  language: Language,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const body = await readBody(request);
    if ('denied' in body) return deny(response, body.denied, language);
    const given = ticketSchema.safeParse(body.value);
    if (!given.success) return deny(response, 'shape', language, { issues: 'ticket' });
    if (!tickets.spend(given.data.ticket)) return deny(response, 'ticket', language);
    replyJson(response, 200, { token });
  } catch {
    // The browser went away.
    response.destroy();
  }
}

async function answerAct(
  { lookout }: Desk,
  name: Act,
  language: Language,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if ('denied' in body) return deny(response, body.denied, language);
  const acted = await performAct(lookout, language, name, body.value);
  if ('denied' in acted) return deny(response, 'shape', language, acted);
  if ('failed' in acted) {
    const { told: what, failed } = acted;
    const { hint } = webTexts[language].partly;
    return replyJson(response, 422, { error: { code: 'partly_sent', what, hint, failed } });
  }
  replyJson(response, 200, acted);
}

/** What cannot be an address leads nowhere. */
function parseAddress(url = '/'): Pick<URL, 'pathname' | 'searchParams'> {
  try {
    return new URL(url, 'http://page');
  } catch {
    return { pathname: '', searchParams: new URLSearchParams() };
  }
}

const chooseLanguage = (asked: string | null, usual: Language): Language =>
  asked === 'en' || asked === 'ja' ? asked : usual;
