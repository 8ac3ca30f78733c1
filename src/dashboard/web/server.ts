import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { textsFor } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { webTexts } from '../../i18n/web.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Lookout } from '../../lookout/lookout.ts';
import { act } from './acts.ts';
import { bearer, openGuard, type Guard } from './guard.ts';
import { HEADERS } from './headers.ts';
import { giveInbox, giveKnowledge, giveLetter, giveTask } from './looks.ts';
import { readBody } from './read-body.ts';
import { deny, reply, replyFailure, replyJson } from './respond.ts';
import { shell } from './shell.ts';
import { openTickets, type Tickets } from './tickets.ts';
import { openViewers, type Viewers } from './viewers.ts';
import type { Act } from './wire.ts';

export interface WebParts {
  lookout: Lookout;
  language: Language;
  /** The files of the page by their path, with their media type. */
  assets: ReadonlyMap<string, Asset>;
  clock: Clock;
  /** 0: any that is free. */
  port: number;
}

export interface Asset {
  type: string;
  body: Uint8Array;
}

export interface WebDashboard {
  /** With the token in it: whoever has this may do what the person may. */
  url: string;
  /** One that lets a browser in once: for where others may see it. */
  ticketUrl(): string;
  port: number;
  close(why: 'over' | 'stopped'): Promise<void>;
}

interface Desk extends WebParts {
  guard: Guard;
  token: string;
  tickets: Tickets;
  viewers: Viewers;
}

const HOST = '127.0.0.1';
const TOKEN_BYTES = 24;
const ACTS: readonly Act[] = ['send', 'ring', 'hold', 'release', 'take', 'show'];
const LOOKS: ReadonlySet<string> = new Set([
  '/events',
  '/letter',
  '/inbox',
  '/knowledge',
  '/task',
  '/words',
]);
const HTML = 'text/html; charset=utf-8';

/** One page about one army, for whoever has its address. Nothing listens but on this machine. */
export async function openWebDashboard(parts: WebParts): Promise<WebDashboard> {
  const { lookout, clock } = parts;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const viewers = openViewers(() => lookout.picture(), clock);
  let desk: Desk | undefined;
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
    (request, response) => {
      if (desk === undefined) response.destroy();
      else void answer(desk, request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(parts.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
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
        // Whoever does not take the last word is not waited for.
        clock.after(500, () => server.closeAllConnections());
      });
    },
  };
}

/** In this order: whose address was it, does it exist, who asks, may they. */
async function answer(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { guard, assets, viewers, tickets } = desk;
  const { pathname, searchParams } = addressOf(request.url);
  const language = languageFrom(searchParams.get('lang'), desk.language);
  if (!guard.host(request)) return deny(response, 'host', language);

  const doing = ACTS.find((name) => pathname === `/${name}`);
  const looks = LOOKS.has(pathname);
  const asset = assets.get(pathname);
  const enters = pathname === '/enter';
  if (doing === undefined && !looks && asset === undefined && !enters && pathname !== '/') {
    return deny(response, 'path', language);
  }
  const allow = doing === undefined && !enters ? 'GET' : 'POST';
  if (request.method !== allow) return deny(response, 'method', language, { allow });
  if (asset !== undefined) return reply(response, 200, asset.type, asset.body);
  if (pathname === '/') {
    // The page itself says nothing of the army. Without a token its tab may remember one: a reload.
    const known =
      guard.token(searchParams.get('token') ?? undefined) ||
      tickets.good(searchParams.get('ticket'));
    return reply(response, known ? 200 : 401, HTML, shell(language));
  }
  if (!guard.origin(request)) return deny(response, 'origin', language);
  if (enters) return await enter(desk, language, request, response);
  if (!guard.token(bearer(request))) return deny(response, 'token', language);

  try {
    if (doing !== undefined) return await doAct(desk, doing, language, request, response);
    if (pathname === '/letter')
      return await giveLetter(desk.lookout, searchParams, language, response);
    if (pathname === '/inbox') return await giveInbox(desk.lookout, response);
    if (pathname === '/knowledge') return await giveKnowledge(desk.lookout, searchParams, response);
    if (pathname === '/task') return await giveTask(desk.lookout, searchParams, language, response);
    if (pathname === '/words') return replyJson(response, 200, textsFor(language).wake);
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    response.flushHeaders();
    viewers.add(response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else replyFailure(response, error, language);
  }
}

const ticketSchema = z.strictObject({ ticket: z.string().check(z.maxLength(200)) });

/** A ticket for the token. */
async function enter(
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
    // It went away while it was speaking.
    response.destroy();
  }
}

async function doAct(
  { lookout }: Desk,
  name: Act,
  language: Language,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if ('denied' in body) return deny(response, body.denied, language);
  const acted = await act(lookout, language, name, body.value);
  if ('denied' in acted) return deny(response, 'shape', language, acted);
  if ('failed' in acted) {
    const { told: what, failed } = acted;
    const { hint } = webTexts[language].partly;
    return replyJson(response, 422, { error: { code: 'partly_sent', what, hint, failed } });
  }
  replyJson(response, 200, acted);
}

/** What cannot be an address leads nowhere. */
function addressOf(url = '/'): Pick<URL, 'pathname' | 'searchParams'> {
  try {
    return new URL(url, 'http://page');
  } catch {
    return { pathname: '', searchParams: new URLSearchParams() };
  }
}

const languageFrom = (asked: string | null, usual: Language): Language =>
  asked === 'en' || asked === 'ja' ? asked : usual;
