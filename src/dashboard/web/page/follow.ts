import { eventReader, type Told } from '../view/event-lines.ts';
import type { Events } from '../wire.ts';
import { withToken, type LinkState } from './link.ts';

export interface Hearing {
  heard: <E extends keyof Events>(event: E, data: Events[E]) => void;
  state: (state: LinkState) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** The server says something every 30 s. Who misses two of these hears nobody: a line may hang without breaking. */
const SILENCE_MS = 75_000;

/**
 * Follows the army until it is over; after a break it comes back and is given a whole picture. Only while
 * it can be seen: a browser has six connections for all the tabs of an address, and a tab that holds one
 * for nobody keeps another from doing anything.
 */
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
    await seen();
    const unseen = whenUnseen();
    const silence = whenSilent();
    try {
      const signal = AbortSignal.any([unseen.signal, silence.signal]);
      const response = await fetch('/events', withToken(token, { signal }));
      if (response.status === 401 || response.status === 403) return state('refused');
      // What a broken connection left half said is not the beginning of the next.
      const read = eventReader(told);
      if (response.ok && response.body !== null) {
        await drain(response.body, (piece) => {
          silence.broken();
          read(piece);
        });
      }
    } catch {
      // Nobody there, for now.
    } finally {
      unseen.forget();
      silence.forget();
    }
    if (now.ended) return;
    if (unseen.signal.aborted) continue;
    state('lost');
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

const isSeen = (): boolean => document.visibilityState === 'visible';

const seen = (): Promise<void> =>
  new Promise((resolve) => {
    if (isSeen()) return resolve();
    const look = (): void => {
      if (!isSeen()) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
  });

function whenUnseen(): { signal: AbortSignal; forget: () => void } {
  const unseen = new AbortController();
  const look = (): void => {
    if (!isSeen()) unseen.abort();
  };
  document.addEventListener('visibilitychange', look);
  return {
    signal: unseen.signal,
    forget: () => document.removeEventListener('visibilitychange', look),
  };
}

function whenSilent(): { signal: AbortSignal; broken: () => void; forget: () => void } {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = (): void => clearTimeout(timer);
  const broken = (): void => {
    forget();
    timer = setTimeout(() => silent.abort(), SILENCE_MS);
  };
  broken();
  return { signal: silent.signal, broken, forget };
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
