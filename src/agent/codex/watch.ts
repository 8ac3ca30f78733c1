import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { AgentNews, Own } from '../agent.ts';
import { connectAppServer, type AppServer } from './app-server.ts';
import { withdraw } from './doorbells.ts';
import {
  findThread,
  isSeen,
  listLoaded,
  readThread,
  stateOf,
  statusSchema,
  threadSchema,
  type Status,
  type Thread,
} from './threads.ts';
import { createTurns } from './turns.ts';

interface Seat {
  path: string;
  own: Own;
  heard: (news: AgentNews) => void;
  turns: ReturnType<typeof createTurns>;
}

const SHORTEST_MS = 200;
const LONGEST_MS = 15_000;
/** What goes on is told again: an old state is not believed for ever. */
const AGAIN_MS = 60_000;
/** A turn is announced some milliseconds before it says what it began with. */
const EARLY_MS = 150;
const EARLY_LOOKS = 6;

/** Listens to the app-server of a seat, again and again until the signal: it may be gone for a while, or say rubbish. */
export async function watchSeat(
  path: string,
  own: Own,
  heard: (news: AgentNews) => void,
  signal: AbortSignal,
): Promise<void> {
  const seat = { path, own, heard, turns: createTurns() };
  let pauseMs = SHORTEST_MS;
  while (!signal.aborted) {
    const hasBegun = await listen(seat, signal).catch(() => false);
    pauseMs = hasBegun ? SHORTEST_MS : Math.min(LONGEST_MS, pauseMs * 2);
    await pause(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Until the connection ends; whether anything could be learnt. */
async function listen(seat: Seat, signal: AbortSignal): Promise<boolean> {
  let hasBegun = false;
  let [start, end] = [(): void => undefined, (): void => undefined];
  let working = new Promise<void>((resolve) => (start = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  // In order: what is asked about one event must not be overtaken by the next.
  const enqueue = (work: () => Promise<void>): void => {
    working = working.then(work).catch(() => server.close());
  };
  enqueue(async () => {
    await hearing.begin();
    hasBegun = true;
  });
  const server = await connectAppServer(seat.path, {
    signal,
    closed: end,
    heard: (method, params) => enqueue(() => hearing.hear(method, params)),
  });
  const hearing = createHearing(seat, server, enqueue);
  start();
  const again = setInterval(() => hearing.tellAgain(), AGAIN_MS).unref();
  await ended;
  clearInterval(again);
  return hasBegun;
}

const startedSchema = z.object({ thread: threadSchema });
const changedSchema = z.object({ threadId: z.string(), status: statusSchema });
const aboutSchema = z.object({ threadId: z.string() });

/** Follows the conversation on the screen, which a person may exchange for another. */
function createHearing(
  { own, heard, turns }: Seat,
  server: AppServer,
  enqueue: (work: () => Promise<void>) => void,
) {
  let current: Thread | undefined;
  let loaded = new Set<string>();
  let last: AgentNews['state'];

  function tell(news: AgentNews): void {
    const state = news.finished ? 'idle' : news.state;
    if (state !== undefined && state === last && !news.finished) return;
    last = state ?? last;
    heard(news);
  }

  async function begin(): Promise<void> {
    loaded = new Set(await listLoaded(server));
    const thread = await findThread(server, own);
    if (thread !== undefined) await moveTo(thread);
  }

  async function moveTo(thread: Thread): Promise<void> {
    current = thread;
    const { id: conversation, path } = thread;
    heard({ conversation, ...(path && { transcript: path }) });
    await look();
  }

  async function look(looks = 1): Promise<void> {
    if (current === undefined) return;
    const { id, status } = current;
    const { isTold, wasInterrupted } = await turns.look(server, id, tell);
    // The queue stands still now. What waits there is rung for again, if it is still wanted.
    if (wasInterrupted) await withdraw(server, id).catch(() => undefined);
    tell({ state: stateOf(status) });
    if (isTold || status.type !== 'active' || looks >= EARLY_LOOKS) return;
    setTimeout(() => enqueue(() => look(looks + 1)), EARLY_MS).unref();
  }

  async function hearStatus(id: string, status: Status): Promise<void> {
    const isNew = !loaded.has(id);
    if (status.type === 'notLoaded') {
      loaded.delete(id);
      if (id === current?.id) await begin();
    } else if (id === current?.id) {
      current = { ...current, status };
      await look();
    } else if (isNew) await consider(id);
  }

  /** A person may have gone to it. */
  async function consider(id: string): Promise<void> {
    loaded.add(id);
    const thread = await readThread(server, id);
    if (isSeen(thread)) await moveTo(thread);
  }

  return {
    begin,
    tellAgain(): void {
      if (last === 'busy' || last === 'waiting') heard({ state: last });
    },
    async hear(method: string, params: unknown): Promise<void> {
      if (method === 'thread/started') {
        const { thread } = startedSchema.parse(params);
        loaded.add(thread.id);
        if (isSeen(thread)) await moveTo(thread);
      } else if (method === 'thread/status/changed') {
        const { threadId, status } = changedSchema.parse(params);
        await hearStatus(threadId, status);
      } else if (method === 'thread/goal/cleared' || method === 'thread/goal/updated') {
        // All that is told of one that is loaded already when a person goes back to it.
        const { threadId } = aboutSchema.parse(params);
        if (threadId !== current?.id) await consider(threadId);
      }
    },
  };
}
