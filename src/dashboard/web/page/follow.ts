import { createEventReader, type StreamEvent } from '../view/event-lines.ts';
import type { Events } from '../wire.ts';
import type { LinkState } from './link.ts';
import { UnansweredError, type OwnServer } from './own-server.ts';

export interface Hearing {
  heard: <E extends keyof Events>(event: E, data: Events[E]) => void;
  state: (state: LinkState) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** The server writes every 30 s. After two missed beats the connection counts as lost: it may hang silently. */
const SILENCE_MS = 75_000;

/**
 * Follows the army until it is over; after a break, or when the dashboard was stopped and is started again,
 * it connects again and gets a whole picture. A browser has six connections for all tabs of an address:
 * only the visible ones keep theirs, and one that is hidden, for the title of all.
 */
export async function followArmy(server: OwnServer, { heard, state }: Hearing): Promise<void> {
  const now: { broken: 'lost' | 'stopped'; ended: boolean } = { broken: 'lost', ended: false };
  let waitMs = FIRST_WAIT_MS;
  const takeEvent = ({ event, data }: StreamEvent): void => {
    const value = JSON.parse(data) as never;
    waitMs = FIRST_WAIT_MS;
    if (event === 'picture') {
      now.broken = 'lost';
      state('live');
    }
    if (event === 'end') {
      const { why } = value as Events['end'];
      if (why === 'over') now.ended = true;
      else now.broken = why;
      state(why);
    }
    heard(event as keyof Events, value);
  };
  while (!now.ended) {
    const turn = await waitForTurn();
    const unseen = watchHidden();
    const silence = watchSilence();
    try {
      const signal = AbortSignal.any([unseen.signal, silence.signal]);
      const response = await server.fetch('/events', { signal });
      if (response.status === 401 || response.status === 403) return state('refused');
      // The rest of a broken connection is not the beginning of the next.
      const read = createEventReader(takeEvent);
      if (response.ok && response.body !== null) {
        await drain(response.body, (piece) => {
          silence.broken();
          read(piece);
        });
      }
    } catch (error) {
      if (error instanceof UnansweredError && error.foreign) return state('refused');
      // The server does not answer now.
    } finally {
      turn.release();
      unseen.forget();
      silence.forget();
    }
    if (now.ended) return;
    if (unseen.signal.aborted) continue;
    server.doubt();
    state(now.broken);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Until this page is visible, or is the one of all hidden tabs of this address that may connect. */
async function waitForTurn(): Promise<{ release: () => void }> {
  if (isVisible()) return { release: () => undefined };
  const seen = new AbortController();
  const look = (): void => {
    if (isVisible()) seen.abort();
  };
  document.addEventListener('visibilitychange', look);
  try {
    return await lockBackground(seen.signal);
  } finally {
    document.removeEventListener('visibilitychange', look);
  }
}

const lockBackground = (seen: AbortSignal): Promise<{ release: () => void }> =>
  new Promise((resolve) => {
    const hold = (): Promise<void> =>
      new Promise((release) => {
        document.addEventListener('visibilitychange', () => release(), { once: true });
        resolve({ release });
      });
    navigator.locks
      .request('ovld-background', { signal: seen }, hold)
      .catch(() => resolve({ release: () => undefined }));
  });

function watchHidden(): { signal: AbortSignal; forget: () => void } {
  const unseen = new AbortController();
  const look = (): void => {
    if (!isVisible()) unseen.abort();
  };
  document.addEventListener('visibilitychange', look);
  return {
    signal: unseen.signal,
    forget: () => document.removeEventListener('visibilitychange', look),
  };
}

function watchSilence(): { signal: AbortSignal; broken: () => void; forget: () => void } {
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
