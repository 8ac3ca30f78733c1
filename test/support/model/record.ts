import { waitFor } from '../wait-for.ts';
import type { Reply } from './reply.ts';
import { lettersIn } from './inbox-result.ts';
import type { ModelRequest } from './request.ts';

/** A request and what became of it. */
export interface Entry {
  request: ModelRequest;
  reply: Reply;
  /** When the answer was out. */
  answeredAt?: number;
  /** When the client left before that: Esc, a timeout of its own, its death. */
  leftAt?: number;
}

/** A message as the model has seen it. */
export interface Fetched {
  id: string;
  /** In how many distinct tool results: a conversation repeats its history, and that counts once. */
  times: number;
  /** In how many of them it was not marked as handed over before: more than one is a duplicate. */
  unmarked: number;
  /** Arrival of the first request with it. */
  at: number;
  wall: number;
}

export interface ModelRecord {
  entries(role?: string): Entry[];
  /** The agent's own turns, in the order they came. */
  requests(role?: string): ModelRequest[];
  /** The messages in tool results of check_inbox inside requests of that role. */
  fetched(role: string): Map<string, Fetched>;
  /** The first request of an agent's own, now or later, of which it is true. */
  waitFor(
    predicate: (request: ModelRequest) => boolean,
    what: string,
    patienceMs?: number,
  ): Promise<ModelRequest>;
  waitForFetched(role: string, id: string, patienceMs?: number): Promise<Fetched>;
  /** Requests that are no part of these APIs, and errors of rules. */
  others(): readonly string[];
  /** What was asked and answered, a line each: for the message of a test that failed. */
  transcript(): string;
}

export function recordOf(entries: readonly Entry[], others: readonly string[]): ModelRecord {
  const ofRole = (role?: string): Entry[] =>
    entries.filter(({ request }) => role === undefined || request.role === role);
  const requests = (role?: string): ModelRequest[] =>
    ofRole(role).flatMap(({ request }) => (request.isMain ? [request] : []));
  function fetched(role: string): Map<string, Fetched> {
    const found = new Map<string, Fetched>();
    const counted = new Set<string>();
    for (const { newToolResults, at, wall } of requests(role)) {
      for (const result of newToolResults) {
        // A conversation that is resumed may bring its history under another id.
        if (counted.has(result.id)) continue;
        counted.add(result.id);
        for (const { id, redelivered } of lettersIn(result)) {
          const known = found.get(id) ?? { id, times: 0, unmarked: 0, at, wall };
          known.times += 1;
          if (!redelivered) known.unmarked += 1;
          found.set(id, known);
        }
      }
    }
    return found;
  }
  const transcript = (): string => entries.map(line).join('\n');
  const patiently = <T>(look: () => T | undefined, what: string, patienceMs?: number): Promise<T> =>
    waitFor(look, what, patienceMs).catch((error: unknown) => {
      throw new Error(`${String(error)}; the model was asked:\n${transcript()}`);
    });
  return {
    entries: ofRole,
    requests,
    fetched,
    waitFor: (predicate, what, patienceMs) =>
      patiently(() => requests().find(predicate), what, patienceMs),
    waitForFetched: (role, id, patienceMs) =>
      patiently(() => fetched(role).get(id), `${id} at ${role}'s model`, patienceMs),
    others: () => others,
    transcript,
  };
}

const REMINDER = /<system-reminder>[^]*?<\/system-reminder>\s*/g;
const brief = (text: string): string =>
  JSON.stringify(text.replaceAll(REMINDER, '').trim().slice(-160));

function line({ request, reply, leftAt }: Entry): string {
  const { n, role, purpose, lastUserText, toolResults, at } = request;
  const asked =
    toolResults.length > 0 ? toolResults.map(({ text }) => text).join(' | ') : lastUserText;
  const given =
    'hangUp' in reply
      ? 'hang up'
      : 'status' in reply
        ? String(reply.status)
        : [reply.say, ...reply.calls.map(({ tool }) => tool)].join(' ');
  const left = leftAt === undefined ? '' : ' (the client left)';
  return `${n} ${at.toFixed(0)} ${role} ${purpose} ${brief(asked)} -> ${brief(given)}${left}`;
}
