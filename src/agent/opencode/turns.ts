import * as z from 'zod/mini';
import type { AgentNews } from '../agent.ts';
import { RELAY_SERVER } from '../relay-config.ts';

/** `retry`: its model is asked again, at `next`, in milliseconds since 1970. */
export const statusSchema = z.lazy(() =>
  z.object({ type: z.string(), next: z.optional(z.number()) }),
);

/** What opencode tells of its sessions, as far as it matters; every part of it may be missing. */
export const eventSchema = z.lazy(() =>
  z.object({
    type: z.string(),
    properties: z.object({
      sessionID: z.optional(z.string()),
      id: z.optional(z.string()),
      requestID: z.optional(z.string()),
      status: z.optional(statusSchema),
      error: z.optional(
        z.object({
          data: z.optional(
            z.object({
              message: z.optional(z.string()),
              statusCode: z.optional(z.number()),
            }),
          ),
        }),
      ),
      info: z.optional(
        z.object({
          id: z.string(),
          parentID: z.optional(z.string()),
          role: z.optional(z.string()),
          finish: z.optional(z.string()),
          error: z.optional(z.unknown()),
          time: z.optional(z.object({ completed: z.optional(z.number()) })),
        }),
      ),
      part: z.optional(
        z.object({
          type: z.string(),
          messageID: z.string(),
          text: z.optional(z.string()),
          tool: z.optional(z.string()),
          state: z.optional(z.object({ status: z.optional(z.string()) })),
          synthetic: z.optional(z.boolean()),
        }),
      ),
    }),
  }),
);

export type Event = z.infer<typeof eventSchema>;
type Status = z.infer<typeof statusSchema>;
type Message = NonNullable<Event['properties']['info']>;
type Part = NonNullable<Event['properties']['part']>;

export interface Told extends AgentNews {
  /** A session that runs, or that a nudge was given to: the conversation, where none is on record. */
  found?: string;
}

/** What stood when listening began. */
export interface Standing {
  /** The sessions in a turn; all others are idle. */
  busy: ReadonlyMap<string, Status>;
  /** Requests for a person, by their ids, and whose they are. */
  asked: ReadonlyMap<string, string>;
}

/**
 * Makes an agent's state of the events of its sessions. A person may have left one running and be in another, and
 * each may have subagents, sessions with a parent:
 *
 *   waiting    one that runs has asked a person
 *   busy       any of them runs
 *   retrying   those that run ask their model again, soon
 *   limited    the same, in more than a minute; or none runs, and one has ended by a limit
 *   idle       none runs. The turn was finished if every session without a parent that ran has ended
 *              with an answer: not by an error, nor by Esc, nor at a tool a person refused
 *
 * The conversation is where a person last spoke. The marks are those of nudges that stand in a session: it answers
 * them when the step that runs is over. opencode cancels each call when its step is over; that a tool of ours
 * has an error in the conversation says that its reply was dropped. What is not known here is ignored.
 */
export function createTurns(now: () => number = Date.now) {
  const sessions = new Map<string, Session>();
  const asked = new Map<string, string>();
  /** The last messages of a user. */
  const spoken = new Map<string, true>();
  let told: AgentNews | undefined;

  const sessionOf = (id: string): Session => {
    const known: Session = sessions.get(id) ?? { isBusy: false, ran: false, ended: 'open' };
    sessions.set(id, known);
    keepNewest(sessions, (one) => !one.isBusy && !one.ran);
    return known;
  };

  function begin(id: string, { type, next }: Status): void {
    const session = sessionOf(id);
    if (!session.isBusy) [session.ended, session.limit] = ['open', undefined];
    session.isBusy = true;
    session.ran = true;
    session.retryAt = type === 'retry' ? (next ?? 0) : undefined;
  }

  function end(id: string): void {
    sessionOf(id).isBusy = false;
    for (const [request, whose] of asked) if (whose === id) asked.delete(request);
  }

  function stateInTurn(running: readonly Session[]): AgentNews {
    if ([...asked.values()].some((id) => sessions.get(id)?.isBusy)) return { state: 'waiting' };
    const again = running.flatMap(({ retryAt }) => (retryAt === undefined ? [] : [retryAt]));
    if (again.length < running.length) return { state: 'busy' };
    const at = Math.max(...again);
    const isLong = at - now() > LONG_MS && at < LATEST;
    return isLong ? { state: 'limited', limit: new Date(at).toISOString() } : { state: 'retrying' };
  }

  function stateAfterTurn(): AgentNews {
    const ran = [...sessions.values()].filter((one) => one.ran && one.isChild === false);
    for (const session of sessions.values()) session.ran = false;
    const limit = ran.findLast((one) => one.limit !== undefined)?.limit;
    if (limit !== undefined) return { state: 'limited', limit };
    const finished = ran.length > 0 && ran.every(({ ended }) => ended === 'well');
    return finished ? { state: 'idle', finished } : { state: 'idle' };
  }

  /** News only where something is new. */
  function tell(): Told[] {
    const running = [...sessions.values()].filter(({ isBusy }) => isBusy);
    const before = told;
    if (running.length > 0) {
      const news = stateInTurn(running);
      told = news;
      return news.state === before?.state && news.limit === before?.limit ? [] : [news];
    }
    const isOver = before === undefined || [...sessions.values()].some(({ ran }) => ran);
    if (!isOver && REST.has(before.state)) return [];
    told = stateAfterTurn();
    return [told];
  }

  function fail(id: string, error: Event['properties']['error']): void {
    const session = sessionOf(id);
    session.ended = 'badly';
    const { statusCode, message = '' } = error?.data ?? {};
    if (statusCode === TOO_MANY) session.limit = message;
  }

  function hearMessage(id: string, info: Message): void {
    const session = sessionOf(id);
    if (info.role === 'user') {
      spoken.set(info.id, true);
      keepNewest(spoken);
    } else if (info.role === 'assistant') {
      if (info.error !== undefined) session.ended = 'badly';
      else if (session.ended !== 'badly') session.ended = hasAnswered(info) ? 'well' : 'open';
    }
  }

  function hearPart(id: string, part: Part): Told[] {
    const { type, messageID, text, tool = '', state, synthetic = false } = part;
    if (type === 'tool' && tool.startsWith(`${RELAY_SERVER}_`)) {
      return state?.status === 'error' ? [{ dropped: true }] : [];
    }
    const isSaid = type === 'text' && spoken.has(messageID) && !synthetic && text !== undefined;
    if (!isSaid || sessionOf(id).isChild !== false) return [];
    const [, mark] = NUDGE.exec(text) ?? [];
    return [mark === undefined ? { conversation: id } : { mark, found: id }];
  }

  return {
    isKnown: (id: string): boolean => sessions.get(id)?.isChild !== undefined,
    know(id: string, isChild: boolean): void {
      sessionOf(id).isChild = isChild;
    },
    /** A turn that ended unheard has not been seen to finish. */
    begin(standing: Standing): Told[] {
      asked.clear();
      for (const session of sessions.values()) session.isBusy = false;
      for (const [id, status] of standing.busy) begin(id, status);
      for (const [request, id] of standing.asked) asked.set(request, id);
      for (const session of sessions.values()) {
        session.ran = session.isBusy;
        if (!session.isBusy) session.ended = 'open';
      }
      told = undefined;
      const found = [...standing.busy.keys()].find((id) => sessionOf(id).isChild === false);
      // Nor has it been seen what became of a reply.
      const news: Told[] = tell().map((one) => ({ ...one, dropped: true }));
      return found === undefined ? news : [...news, { found }];
    },
    hear({ type, properties }: Event): Told[] {
      const { info, part, status, requestID, id: request } = properties;
      const { sessionID: id } = properties;
      if (id === undefined) return [];
      if (type === 'session.created' || type === 'session.updated') {
        if (info !== undefined) sessionOf(id).isChild = info.parentID !== undefined;
      } else if (type === 'session.deleted') {
        end(id);
        sessions.delete(id);
      } else if (type === 'session.status') {
        if (status?.type === 'busy' || status?.type === 'retry') begin(id, status);
        else if (status?.type === 'idle') end(id);
      } else if (type === 'session.idle') end(id);
      else if (type === 'session.error') fail(id, properties.error);
      else if (type === 'message.updated' && info !== undefined) hearMessage(id, info);
      else if (type === 'message.part.updated' && part !== undefined) return hearPart(id, part);
      else if (ASKED.has(type) && request !== undefined) {
        asked.set(request, id);
        keepNewest(asked);
      } else if (ANSWERED.has(type) && requestID !== undefined) asked.delete(requestID);
      return tell();
    },
  };
}

interface Session {
  /** It is a subagent's; undefined where that is not known. */
  isChild?: boolean;
  isBusy: boolean;
  /** Since the agent was idle. */
  ran: boolean;
  /** How its last message stands. */
  ended: 'open' | 'well' | 'badly';
  /** When its model is asked again, in milliseconds since 1970. */
  retryAt?: number | undefined;
  /** What it said of the limit that ended its turn. */
  limit?: string | undefined;
}

/** The HTTP status of an API at its limit. */
const TOO_MANY = 429;
const LONG_MS = 60_000;
/** No date is later than some, and no limit so late. */
const LATEST = Date.UTC(2100, 0);
const REST: ReadonlySet<unknown> = new Set(['idle', 'limited']);

const ASKED = new Set(['permission.asked', 'question.asked']);
const ANSWERED = new Set(['permission.replied', 'question.replied', 'question.rejected']);
const NUDGE = /^\[MESSAGE from [a-z][a-z0-9_-]*\][^]{0,2000}?\(#([0-9a-z.-]{1,60})\)/;
/** A message that calls tools is answered by the next one. Esc while it waits to try again leaves one without a finish. */
const UNANSWERED = new Set(['tool-calls', 'error', undefined]);

const hasAnswered = ({ finish, time }: Message): boolean =>
  time?.completed !== undefined && !UNANSWERED.has(finish);

const MOST = 500;

/** A hostile or a very long story must not fill the memory. */
function keepNewest<T>(kept: Map<string, T>, isSpare: (value: T) => boolean = () => true): void {
  for (const [key, value] of kept) {
    if (kept.size <= MOST) return;
    if (isSpare(value)) kept.delete(key);
  }
}
