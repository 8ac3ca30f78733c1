import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MOST_BYTES } from '../../src/dashboard/web/read-body.ts';
import { TICKET_MS } from '../../src/dashboard/web/tickets.ts';
import { fakeLookout } from '../support/fake-lookout.ts';
import { fakeClock } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';
import { serve } from '../support/web-server.ts';
import { ask, type Asking } from '../support/web-request.ts';

const letter = JSON.stringify({ to: 'overlord', subject: 's', body: 'b' });
const send: Asking = { path: '/send', body: letter };
const entry: Asking = { path: '/enter', body: '{"ticket":"x"}' };
const events: Asking = { path: '/events' };

const refused: [name: string, asking: Asking, status: number, code: string][] = [
  ['a name that was rebound', { ...send, headers: { host: 'evil.example' } }, 403, 'host'],
  ['a name that was rebound, for the page', { headers: { host: 'evil.example:80' } }, 403, 'host'],
  ['another port in the name', { ...send, headers: { host: '127.0.0.1:1' } }, 403, 'host'],
  ['no token', { ...send, headers: { authorization: undefined } }, 401, 'token'],
  ['a wrong token', { ...send, headers: { authorization: 'Bearer wrong' } }, 401, 'token'],
  ['another scheme', { ...send, headers: { authorization: 'Basic wrong' } }, 401, 'token'],
  ['no token, for the events', { ...events, headers: { authorization: undefined } }, 401, 'token'],
  ['no token, for a letter', { path: '/letter', headers: { authorization: '' } }, 401, 'token'],
  ['no token, for the inbox', { path: '/inbox', headers: { authorization: '' } }, 401, 'token'],
  ['the inbox by POST', { path: '/inbox', body: '{}' }, 405, 'method'],
  [
    'the inbox for another page',
    { path: '/inbox', headers: { origin: 'https://evil.example' } },
    403,
    'origin',
  ],
  ['no token, for knowledge', { path: '/knowledge', headers: { authorization: '' } }, 401, 'token'],
  ['no token, for a task', { path: '/task?id=t', headers: { authorization: '' } }, 401, 'token'],
  ['no token, for words', { path: '/words', headers: { authorization: '' } }, 401, 'token'],
  ['a ticket that is none', { path: '/enter', body: '{"ticket":"x"}' }, 401, 'ticket'],
  ['no ticket', { path: '/enter', body: '{}' }, 400, 'shape'],
  ['an entry by GET', { path: '/enter' }, 405, 'method'],
  ['an entry for another name', { ...entry, headers: { host: 'evil.example' } }, 403, 'host'],
  [
    'an entry for another page',
    { ...entry, headers: { origin: 'https://evil.example' } },
    403,
    'origin',
  ],
  ['another origin', { ...send, headers: { origin: 'https://evil.example' } }, 403, 'origin'],
  ['another port', { ...send, headers: { origin: 'http://127.0.0.1:1' } }, 403, 'origin'],
  ['no origin of its own', { ...send, headers: { origin: 'null' } }, 403, 'origin'],
  ['another site', { ...send, headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'origin'],
  ['the same site', { ...send, headers: { 'sec-fetch-site': 'same-site' } }, 403, 'origin'],
  [
    'another origin, for the events',
    { ...events, headers: { origin: 'https://evil.example' } },
    403,
    'origin',
  ],
  ['an act by GET', { path: '/send' }, 405, 'method'],
  ['an act by PUT', { ...send, method: 'PUT' }, 405, 'method'],
  ['a question before an act', { path: '/send', method: 'OPTIONS' }, 405, 'method'],
  ['the page by POST', { path: '/', body: '{}' }, 405, 'method'],
  ['the events by POST', { path: '/events', body: '{}' }, 405, 'method'],
  ['nothing there', { path: '/nothing' }, 404, 'path'],
  ['a way out of the folder', { path: '/../package.json' }, 404, 'path'],
  ['an encoded way out', { path: '/%2e%2e%2fpackage.json' }, 404, 'path'],
  ['no path at all', { path: '//' }, 404, 'path'],
  ['a form', { ...send, headers: { 'content-type': 'text/plain' } }, 415, 'type'],
  ['no type', { ...send, headers: { 'content-type': undefined } }, 415, 'type'],
  ['a body too long', { path: '/send', body: ' '.repeat(MOST_BYTES + 1) }, 413, 'size'],
  ['no JSON', { path: '/send', body: '{"to":' }, 400, 'json'],
  ['an empty body', { path: '/send', body: '' }, 400, 'json'],
  ['a role that is none', { path: '/ring', body: '{"role":"../x"}' }, 400, 'shape'],
  ['a key too many', { path: '/ring', body: '{"role":"storm","x":1}' }, 400, 'shape'],
  ['no text', { path: '/send', body: '{"to":"storm","subject":"s"}' }, 400, 'shape'],
  ['a proof of anything else than a nonce', { path: '/proof?nonce=x' }, 400, 'shape'],
  ['no ids', { path: '/take', body: '{"ids":[]}' }, 400, 'shape'],
  ['an id that is none', { path: '/take', body: '{"ids":["../../x"]}' }, 400, 'shape'],
  ['a letter without an id', { path: '/letter?to=storm' }, 400, 'shape'],
  ['a letter of no role', { path: '/letter?to=..&id=x' }, 400, 'shape'],
  ['a task by a path', { path: '/task?id=../x' }, 400, 'shape'],
];

describe('the server refuses', () => {
  test.each(refused)('%s', async (_name, asking, status, code) => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const answer = await ask(web, asking);
    expect(answer.status).toBe(status);
    const { error } = JSON.parse(answer.text) as { error: Record<string, string> };
    expect(error['code']).toBe(`refused_${code}`);
    expect(error['what']).not.toBe('');
    expect(error['hint']).not.toBe('');
    expect(answer.text).not.toContain('castle');
    expect(lookout.acts).toEqual([]);
  });

  test('a request with a reason in the language of the page', async () => {
    const web = await serve(fakeLookout());
    const asking = { path: '/send?lang=ja', body: letter, headers: { authorization: '' } };
    expect((await ask(web, asking)).text).toContain('トークン');
  });

  test('a body without a length', async () => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const endless = '{'.repeat(MOST_BYTES * 2);
    const asking = { path: '/send', body: endless, headers: { 'transfer-encoding': 'chunked' } };
    const answer = await ask(web, asking);
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('refused_size');
    expect(answer.headers.connection).toBe('close');
    expect(lookout.acts).toEqual([]);
  });

  test('a body without an end, which is cut off', async () => {
    const web = await serve(fakeLookout());
    const { searchParams } = new URL(web.url);
    const socket = connect(web.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let [heard, closed] = ['', false];
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
    socket.on('error', () => undefined).on('close', () => (closed = true));
    socket.write(
      `POST /send HTTP/1.1\r\nhost: 127.0.0.1:${web.port}\r\ncontent-type: application/json\r\n` +
        `authorization: Bearer ${searchParams.get('token')}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const speak = (): void => {
      while (socket.write(chunk));
    };
    socket.on('drain', speak);
    speak();
    await waitFor(() => closed, 'the connection to be closed');
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a line that is not HTTP', async () => {
    const web = await serve(fakeLookout());
    const socket = connect(web.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let closed = false;
    socket.on('close', () => (closed = true));
    socket.on('error', () => undefined);
    socket.resume();
    socket.write('SSH-2.0-hello\r\n\r\n');
    await waitFor(() => closed, 'the connection to be closed');
    expect((await ask(web, {})).status).toBe(401);
  });
});

describe('the server answers', () => {
  const ours: [string, Record<string, string>][] = [
    ['its own origin', { origin: 'own' }],
    ['its own site', { 'sec-fetch-site': 'same-origin' }],
    ['localhost', { host: 'localhost' }],
  ];
  test.each(ours)('%s', async (_name, headers) => {
    const lookout = fakeLookout();
    const web = await serve(lookout);
    const real = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [
        key,
        value === 'own'
          ? `http://127.0.0.1:${web.port}`
          : value === 'localhost'
            ? `localhost:${web.port}`
            : value,
      ]),
    );
    expect((await ask(web, { ...send, headers: real })).status).toBe(200);
    expect(lookout.acts).toHaveLength(1);
  });

  test('the page with the token; without it only the frame, and not as a success', async () => {
    const web = await serve(fakeLookout());
    const { search } = new URL(web.url);
    const page = await ask(web, { path: `/${search}`, headers: { authorization: undefined } });
    expect(page.status).toBe(200);
    expect(page.text).toContain('/page.js');
    const without = await ask(web, { path: '/', headers: { authorization: undefined } });
    expect(without.status).toBe(401);
    expect(without.text).not.toContain('castle');
    expect((await ask(web, { path: '/?token=wrong' })).status).toBe(401);
  });

  test('a ticket once, and only while it is new', async () => {
    const clock = fakeClock();
    const web = await serve(fakeLookout(), { clock });
    const [first, second] = [web.ticketUrl(), web.ticketUrl()].map(
      (url) => new URL(url).searchParams.get('ticket') ?? '',
    );
    const token = new URL(web.url).searchParams.get('token');
    expect(new Set([first, second, token]).size).toBe(3);
    const enter = (ticket = '') =>
      ask(web, {
        path: '/enter',
        body: JSON.stringify({ ticket }),
        headers: { authorization: undefined },
      });
    const look = (ticket = '') => ask(web, { path: `/?ticket=${ticket}`, headers: {} });
    expect((await look(first)).status).toBe(200);
    const entered = await enter(first);
    expect([entered.status, JSON.parse(entered.text)]).toEqual([200, { token }]);
    expect((await enter(first)).status).toBe(401);
    expect((await look(first)).status).toBe(401);
    clock.advance(TICKET_MS + 1);
    expect((await enter(second)).text).toContain('refused_ticket');
    // A ticket is no token.
    const bearing = {
      authorization: `Bearer ${new URL(web.ticketUrl()).searchParams.get('ticket')}`,
    };
    expect((await ask(web, { ...send, headers: bearing })).status).toBe(401);
  });

  test.each(['/?token=x', '/page.js', '/page.css', '/icon.svg', '/nothing', '/letter'])(
    '%s with headers that keep other sites out',
    async (path) => {
      const web = await serve(fakeLookout());
      const { headers } = await ask(web, { path });
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("trusted-types 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test('at an address whose token is long and never the same', async () => {
    const tokens = await Promise.all(
      [1, 2, 3].map(async () =>
        new URL((await serve(fakeLookout())).url).searchParams.get('token'),
      ),
    );
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
  });

  test('with a page of less than 200 kB in all', async () => {
    const web = await serve(fakeLookout());
    const paths = ['/', '/page.js', '/page.css', '/icon.svg'];
    const parts = await Promise.all(paths.map((path) => ask(web, { path })));
    const bytes = parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThan(200_000);
    for (const { text } of parts) expect(text).not.toMatch(/(?:src|href|url\()=?["']?https?:/);
  });
});
