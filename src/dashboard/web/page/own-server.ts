/** The dashboard does not listen: the request was not sent. */
export class UnansweredError extends Error {
  override name = 'UnansweredError';
  /** Another program listens in its place. */
  readonly foreign: boolean;
  constructor(foreign: boolean) {
    super();
    this.foreign = foreign;
  }
}

export interface OwnServer {
  /** Sends a request with the token. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The connection broke: what answers next may be another program. */
  doubt(): void;
}

/**
 * The server this page came from. After a break any program of any user may have taken its port: it
 * has to show that it knows the token before the token is sent to it.
 */
export function openOwnServer(token: string): OwnServer {
  let isDoubted = false;
  return {
    async fetch(path, init) {
      if (isDoubted) {
        await assertKnows(token, init.signal ?? null);
        isDoubted = false;
      }
      try {
        const headers = { ...init.headers, authorization: `Bearer ${token}` };
        return await fetch(path, { ...init, headers });
      } catch (error) {
        isDoubted = true;
        throw error;
      }
    },
    doubt: () => void (isDoubted = true),
  };
}

async function assertKnows(token: string, signal: AbortSignal | null): Promise<void> {
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
  const response = await fetch(`/proof?nonce=${nonce}`, { signal }).catch(() => undefined);
  if (response === undefined) throw new UnansweredError(false);
  const { proof } = (await response.json().catch(() => ({}))) as { proof?: unknown };
  if (proof !== (await sign(token, nonce))) throw new UnansweredError(true);
}

async function sign(token: string, nonce: string): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encode(token), how, false, ['sign']);
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(nonce))));
}

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
