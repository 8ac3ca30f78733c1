import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is not answered. */
export type Denial =
  'host' | 'path' | 'method' | 'origin' | 'token' | 'ticket' | 'type' | 'size' | 'json' | 'shape';

export const DENIAL_STATUS: Record<Denial, number> = {
  host: 403,
  path: 404,
  method: 405,
  origin: 403,
  token: 401,
  ticket: 401,
  type: 415,
  size: 413,
  json: 400,
  shape: 400,
};

export interface Asked {
  headers: IncomingHttpHeaders;
}

export interface Guard {
  /** A name that was rebound to this address is not ours, whatever it resolves to now. */
  host(asked: Asked): boolean;
  /** Asked by our own page, or by no page at all. */
  origin(asked: Asked): boolean;
  token(given: string | undefined): boolean;
}

export function openGuard(port: number, token: string): Guard {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  // Digests are of one length, so that comparing them tells nothing of the token's.
  const wanted = digest(token);
  return {
    host: ({ headers }) => hosts.has(headers.host ?? ''),
    origin({ headers }) {
      const { origin, host } = headers;
      const site = headers['sec-fetch-site'];
      const ours = origin === undefined || origin === `http://${host}`;
      return ours && (site === undefined || site === 'same-origin' || site === 'none');
    },
    token: (given) => timingSafeEqual(digest(given ?? ''), wanted),
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `Authorization: Bearer …`: no page of another origin can send it, and no log of addresses keeps it. */
export const bearer = ({ headers }: Asked): string | undefined =>
  /^Bearer ([\w-]{1,200})$/.exec(headers.authorization ?? '')?.[1];
