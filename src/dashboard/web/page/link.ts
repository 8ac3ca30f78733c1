import type { Language } from '../../../i18n/texts.ts';
import type { Act, Answer, Events, Refusal } from '../wire.ts';
import { eventReader, type Told } from '../view/event-lines.ts';

export type LinkState = 'joining' | 'live' | 'lost' | 'stopped' | 'over' | 'refused';

export interface Link {
  act(act: Act, given: object): Promise<string>;
  look<T>(path: string, asked: Readonly<Record<string, string>>): Promise<T>;
}

/** What the server refused, in its own words. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

const KEY = 'ovld-token';

/**
 * The token comes by the address and leaves it at once. It is kept for this tab alone and sent as a
 * header: unlike a cookie it goes to no other program that listens on this machine.
 */
export function ownToken(): string | undefined {
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  if (given === null) return sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.setItem(KEY, given);
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
  return given;
}

export function openLink(token: string, language: () => Language): Link {
  async function asked(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(path, withToken(token, init));
    const value = (await response.json()) as unknown;
    if (response.ok) return value;
    const { what, hint } = (value as Refusal).error;
    throw new RefusedError(`${what} → ${hint}`);
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

const withToken = (token: string, init: RequestInit): RequestInit => ({
  ...init,
  headers: { ...init.headers, authorization: `Bearer ${token}` },
});

export interface Hearing {
  heard: <E extends keyof Events>(event: E, data: Events[E]) => void;
  state: (state: LinkState) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** Follows the army until it is over; after a break it comes back and is given a whole picture. */
export async function follow(token: string, { heard, state }: Hearing): Promise<void> {
  const now = { ended: false };
  let wait = FIRST_WAIT_MS;
  const told = ({ event, data }: Told): void => {
    const value = JSON.parse(data) as never;
    wait = FIRST_WAIT_MS;
    if (event === 'picture') state('live');
    if (event === 'end') {
      now.ended = true;
      state((value as Events['end']).why);
    }
    heard(event as keyof Events, value);
  };
  while (!now.ended) {
    try {
      const response = await fetch('/events', withToken(token, {}));
      if (response.status === 401 || response.status === 403) return state('refused');
      // What a broken connection left half said is not the beginning of the next.
      if (response.ok && response.body !== null) await drain(response.body, eventReader(told));
    } catch {
      // Nobody there, for now.
    }
    if (now.ended) return;
    state('lost');
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

async function drain(
  body: ReadableStream<Uint8Array>,
  read: (piece: string) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    read(decoder.decode(value, { stream: true }));
  }
}
