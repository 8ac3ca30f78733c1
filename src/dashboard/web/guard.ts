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

interface Asked {
  headers: IncomingHttpHeaders;
}

export function openGuard(port: number, token: string) {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  // Digests have one length, so that comparing them does not reveal the token's.
  const wanted = digest(token);
  return {
    /** Refuses a name that was rebound to this address. */
    host: ({ headers }: Asked): boolean => hosts.has(headers.host ?? ''),
    /** Asked by our own page, or by no page at all. */
    origin({ headers }: Asked): boolean {
      const { origin, host } = headers;
      const site = headers['sec-fetch-site'];
      const ours = origin === undefined || origin === `http://${host}`;
      return ours && (site === undefined || site === 'same-origin' || site === 'none');
    },
    token: (given: string | undefined): boolean => timingSafeEqual(digest(given ?? ''), wanted),
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `Authorization: Bearer …`: no page of another origin can send it, and no log of addresses keeps it. */
export const readBearer = ({ headers }: Asked): string | undefined =>
  /^Bearer ([\w-]{1,200})$/.exec(headers.authorization ?? '')?.[1];
