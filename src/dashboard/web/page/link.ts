import type { Language } from '../../../i18n/texts.ts';
import type { Act, Answer, Refusal } from '../wire.ts';

export type LinkState = 'joining' | 'live' | 'lost' | 'stopped' | 'over' | 'refused';

export interface Link {
  act(act: Act, given: object): Promise<string>;
  look<T>(path: string, asked: Readonly<Record<string, string>>): Promise<T>;
}

/** What the server refused, in its own words. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  /** Who did not get what others did. */
  failed: readonly string[] | undefined;
}

const KEY = 'ovld-token';

/**
 * The token comes by the address, or for a ticket in it, and leaves it at once. It is kept for this tab
 * alone and sent as a header: unlike a cookie it goes to no other program that listens on this machine.
 */
export async function ownToken(): Promise<string | undefined> {
  const address = new URL(location.href);
  const { searchParams } = address;
  const ticket = searchParams.get('ticket');
  const shown = searchParams.get('token');
  for (const name of ['ticket', 'token']) searchParams.delete(name);
  if (ticket !== null || shown !== null) history.replaceState(null, '', address);
  const given = shown ?? (ticket === null ? undefined : await tokenFor(ticket));
  if (given === undefined) return sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.setItem(KEY, given);
  return given;
}

async function tokenFor(ticket: string): Promise<string | undefined> {
  try {
    const response = await fetch('/enter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket }),
    });
    return response.ok ? ((await response.json()) as { token: string }).token : undefined;
  } catch {
    return undefined;
  }
}

const PATIENCE_MS = 15_000;
/** What to say when nobody answers. */
type Slow = (seconds: number) => string;

export function openLink(token: string, language: () => Language, slow: Slow): Link {
  async function asked(path: string, init: RequestInit): Promise<unknown> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      const response = await fetch(path, withToken(token, { ...init, signal: patience.signal }));
      const value = (await response.json()) as unknown;
      if (response.ok) return value;
      const { what, hint, failed } = (value as Refusal).error;
      throw Object.assign(new RefusedError(`${what} → ${hint}`), { failed });
    } catch (error) {
      throw patience.signal.aborted ? new Error(slow(PATIENCE_MS / 1000)) : error;
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    async act(name, given) {
      const answer = await asked(`/${name}?lang=${language()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(given),
      });
      return (answer as Answer).told;
    },
    look: async <T>(path: string, query: Readonly<Record<string, string>>) =>
      (await asked(`${path}?${new URLSearchParams({ ...query, lang: language() })}`, {})) as T,
  };
}

export const withToken = (token: string, init: RequestInit): RequestInit => ({
  ...init,
  headers: { ...init.headers, authorization: `Bearer ${token}` },
});
