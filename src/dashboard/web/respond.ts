import type { ServerResponse } from 'node:http';
import { explain } from '../../i18n/explain.ts';
import type { Language } from '../../i18n/texts.ts';
import { webTexts } from '../../i18n/web.ts';
import { DENIAL_STATUS, type Denial } from './guard.ts';
import { HEADERS } from './headers.ts';
import type { Refusal } from './wire.ts';

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
  reply(response, status, 'application/json; charset=utf-8', JSON.stringify(value));

/** Whoever is refused is not read any further, and does not keep the connection. */
export function deny(
  response: ServerResponse,
  why: Denial,
  language: Language,
  facts: { allow?: string; issues?: string } = {},
): void {
  const { what, hint } = webTexts[language].denied[why](facts.issues ?? '');
  const refusal: Refusal = { error: { code: `refused_${why}`, what, hint } };
  response.setHeader('connection', 'close');
  if (facts.allow !== undefined) response.setHeader('allow', facts.allow);
  replyJson(response, DENIAL_STATUS[why], refusal);
}

/** What an act or a look failed with, in the words of every other entrance. */
export function replyFailure(response: ServerResponse, error: unknown, language: Language): void {
  const { code, what, hint } = explain(error, language);
  const refusal: Refusal = { error: { code, what, hint } };
  replyJson(response, code === 'bug' ? 500 : 422, refusal);
}
