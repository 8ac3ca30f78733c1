import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Endpoint } from '../../army/endpoint.ts';
import type { AgentNews, Own } from '../agent.ts';
import { eventsOf } from './events.ts';
import { ask, open } from './http.ts';
import {
  createTurns,
  eventSchema,
  statusSchema,
  type Event,
  type Standing,
  type Told,
} from './turns.ts';

type Heard = (news: AgentNews) => void;

/**
 * Listens to opencode's events, again and again until the signal: it may not listen yet, be slow, or say rubbish.
 * What stands is asked for when listening has begun, so that nothing falls between.
 */
export async function watchEvents(
  endpoint: Endpoint,
  own: Own,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> {
  const turns = createTurns();
  let pauseMs = SHORTEST_MS;
  while (!signal.aborted) {
    let hasHeard = false;
    const listening = new AbortController();
    const stop = (): void => listening.abort();
    signal.addEventListener('abort', stop);
    await listen({ endpoint, own, turns }, listening, (news) => {
      hasHeard = true;
      heard(news);
    }).catch(() => undefined);
    stop();
    signal.removeEventListener('abort', stop);
    pauseMs = hasHeard ? SHORTEST_MS : Math.min(LONGEST_MS, pauseMs * 2);
    await pause(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

const SHORTEST_MS = 200;
const LONGEST_MS = 15_000;
/** A heartbeat comes every ten seconds. */
const SILENCE_MS = 45_000;
const ANSWER_MS = 5_000;
/** What runs longer than this is told again, for no one believes an old state for ever. */
const AGAIN_MS = 60_000;

interface Seat {
  endpoint: Endpoint;
  own: Own;
  turns: ReturnType<typeof createTurns>;
}

async function listen(seat: Seat, listening: AbortController, heard: Heard): Promise<void> {
  const { endpoint, own, turns } = seat;
  const { signal } = listening;
  const silence = setTimeout(() => listening.abort(), SILENCE_MS).unref();
  try {
    const stream = await open(endpoint, { method: 'GET', path: '/event', signal, isIdle: true });
    const isStream = /^text\/event-stream\b/.test(stream.headers['content-type'] ?? '');
    if (stream.statusCode !== 200 || !isStream) return;
    let [hasBegun, last, lastAt] = [false, undefined as AgentNews['state'], 0];
    const tell = async ({ found, ...news }: Told): Promise<void> => {
      if (news.state !== undefined) [last, lastAt] = [news.state, performance.now()];
      const isFirst = found !== undefined && (await own.conversation()) === undefined;
      const known = isFirst ? { ...news, conversation: found } : news;
      if (Object.keys(known).length > 0) heard(known);
    };
    for await (const data of eventsOf(stream)) {
      silence.refresh();
      const event = parseEvent(data);
      if (!hasBegun) {
        hasBegun = true;
        for (const news of turns.begin(await askStanding(seat, signal))) await tell(news);
      }
      if (event === undefined) continue;
      await meet(seat, event, signal);
      for (const news of turns.hear(event)) await tell(news);
      const isOld = last !== 'idle' && last !== 'limited' && performance.now() - lastAt > AGAIN_MS;
      if (isOld && last !== undefined) await tell({ state: last });
    }
  } finally {
    clearTimeout(silence);
    listening.abort();
  }
}

function parseEvent(data: string): Event | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

const standingSchema = z.lazy(() => z.record(z.string(), statusSchema));
const askedSchema = z.lazy(() => z.array(z.object({ id: z.string(), sessionID: z.string() })));

async function askStanding(seat: Seat, signal: AbortSignal): Promise<Standing> {
  const paths = ['/session/status', '/permission', '/question'];
  const [status, ...requests] = await Promise.all(
    paths.map((path) => askSoon(seat.endpoint, path, signal)),
  );
  const all = Object.entries(standingSchema.parse(status));
  const busy = new Map(all.filter(([, { type }]) => type !== 'idle'));
  for (const id of busy.keys()) await meetSession(seat, id, signal);
  const asked = requests.flatMap((said) => askedSchema.safeParse(said).data ?? []);
  return { busy, asked: new Map(asked.map(({ id, sessionID }) => [id, sessionID])) };
}

/** A session that began before we listened may be a subagent's. */
async function meet(seat: Seat, { type, properties }: Event, signal: AbortSignal): Promise<void> {
  const { sessionID: id } = properties;
  const tellsItself = type === 'session.created' || type === 'session.updated';
  if (id !== undefined && !tellsItself) await meetSession(seat, id, signal);
}

const sessionSchema = z.lazy(() => z.object({ parentID: z.optional(z.string()) }));

async function meetSession(
  { endpoint, turns }: Seat,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  if (turns.isKnown(id)) return;
  const said = await askSoon(endpoint, `/session/${encodeURIComponent(id)}`, signal);
  const session = sessionSchema.safeParse(said).data;
  if (said !== undefined && session !== undefined) turns.know(id, session.parentID !== undefined);
}

/** Undefined where it does not answer in time, or not well. */
async function askSoon(endpoint: Endpoint, path: string, signal: AbortSignal): Promise<unknown> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  try {
    const { status, said } = await ask(endpoint, {
      method: 'GET',
      path,
      signal: soon,
      isIdle: true,
    });
    return status === 200 ? said : undefined;
  } catch {
    return undefined;
  }
}
