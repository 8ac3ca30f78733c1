import type { Language } from '../../../i18n/texts.ts';
import type { WebPageTexts } from '../../../i18n/web.ts';
import type { Act, Answer, Refusal } from '../wire.ts';
import { UnansweredError, type OwnServer } from './own-server.ts';

export type LinkState = 'joining' | 'live' | 'lost' | 'stopped' | 'over' | 'refused';

export interface Link {
  act(act: Act, given: object): Promise<string>;
  look<T>(path: string, asked: Readonly<Record<string, string>>): Promise<T>;
}

export class RefusedError extends Error {
  override name = 'RefusedError';
  /** The roles a message to all did not reach. */
  failed: readonly string[] | undefined;
}

const KEY = 'ovld-token';

/**
 * The token comes by the address, or for a ticket in it, and leaves it at once. It is kept for this tab
 * alone and sent as a header: unlike a cookie it goes to no other program that listens on this machine.
 */
export async function readOwnToken(): Promise<string | undefined> {
  const address = new URL(location.href);
  const { searchParams } = address;
  const ticket = searchParams.get('ticket');
  const shown = searchParams.get('token');
  for (const name of ['ticket', 'token']) searchParams.delete(name);
  if (ticket !== null || shown !== null) history.replaceState(null, '', address);
  const given = shown ?? (ticket === null ? undefined : await fetchToken(ticket));
  if (given === undefined) return sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.setItem(KEY, given);
  return given;
}

async function fetchToken(ticket: string): Promise<string | undefined> {
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
type Words = Pick<WebPageTexts, 'slow' | 'broken' | 'unanswered'>;

export function openLink(server: OwnServer, language: () => Language, words: () => Words): Link {
  async function fetchJson(path: string, init: RequestInit): Promise<unknown> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      const response = await server.fetch(path, { ...init, signal: patience.signal });
      const value = (await response.json()) as unknown;
      if (response.ok) return value;
      const { what, hint, failed } = (value as Refusal).error;
      throw Object.assign(new RefusedError(`${what} → ${hint}`), { failed });
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      const { slow, broken, unanswered } = words();
      const isUnsent = error instanceof UnansweredError;
      const said = isUnsent ? unanswered(location.port) : broken;
      const isLate = patience.signal.aborted;
      throw new Error(isLate ? slow(PATIENCE_MS / 1000) : said, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    async act(name, given) {
      const answer = await fetchJson(`/${name}?lang=${language()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(given),
      });
      return (answer as Answer).told;
    },
    look: async <T>(path: string, query: Readonly<Record<string, string>>) =>
      (await fetchJson(`${path}?${new URLSearchParams({ ...query, lang: language() })}`, {})) as T,
  };
}
