import type { ServerResponse } from 'node:http';
import { explain } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { webTexts } from '../../i18n/web.ts';
import { DENIAL_STATUS, type Denial } from './guard.ts';
import { HEADERS } from './headers.ts';
import type { Refusal } from './wire.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function reply(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type });
  response.end(body);
}

export const replyJson = (response: ServerResponse, status: number, value: unknown): void =>
  reply(response, status, JSON_TYPE, JSON.stringify(value));

/** So much of a refused body is read and dropped before the connection is cut. */
const LINGER_BYTES = 1024 * 1024;

/**
 * Refuses a request and closes its connection. It is closed only after the body was read: a connection
 * that is cut with unread data loses the answer.
 */
export function deny(
  response: ServerResponse,
  why: Denial,
  language: Language,
  facts: { allow?: string; issues?: string } = {},
): void {
  const { what, hint } = webTexts[language].denied[why](facts.issues ?? '');
  const refusal: Refusal = { error: { code: `refused_${why}`, what, hint } };
  const body = JSON.stringify(refusal);
  response.writeHead(DENIAL_STATUS[why], {
    ...HEADERS,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(facts.allow !== undefined && { allow: facts.allow }),
  });
  response.write(body);
  const { req } = response;
  let left = LINGER_BYTES;
  const end = (): void => void response.end();
  req
    .on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) end();
    })
    .on('end', end)
    .on('error', end)
    .resume();
  if (req.readableEnded) end();
}

/** The error of an act or a look, explained as in every other entrance. */
export function replyFailure(response: ServerResponse, error: unknown, language: Language): void {
  const { code, what, hint } = explain(error, language);
  const refusal: Refusal = { error: { code, what, hint } };
  replyJson(response, code === 'bug' ? 500 : 422, refusal);
}
