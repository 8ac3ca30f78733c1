import * as z from 'zod/mini';
import { openWebSocket } from './web-socket.ts';

/** What Codex offers to other programs of the same user, on the socket of one seat. */
export interface AppServer {
  /** Rejects where it refuses, answers something else, or is gone. */
  ask<T>(method: string, params: object | undefined, answer: z.ZodMiniType<T>): Promise<T>;
  close(): void;
}

interface AppServerOptions {
  /** What it tells of its own accord. */
  heard?: (method: string, params: unknown) => void;
  /** Once, however it ends. */
  closed?: () => void;
  signal?: AbortSignal;
}

/** An answer that takes longer will not come. */
const ANSWER_MS = 10_000;
/** Nothing that we ask for is longer. */
const LONGEST = 4 * 1_048_576;

const messageSchema = z.object({
  id: z.optional(z.unknown()),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});

/** What is told often, of subagents at least, and is of no use here. */
const UNHEARD = [
  'item/started',
  'item/completed',
  'item/agentMessage/delta',
  'item/plan/delta',
  'item/reasoning/summaryTextDelta',
  'item/reasoning/summaryPartAdded',
  'item/reasoning/textDelta',
  'item/commandExecution/outputDelta',
  'item/fileChange/outputDelta',
  'item/fileChange/patchUpdated',
  'turn/diff/updated',
  'thread/tokenUsage/updated',
  'account/rateLimits/updated',
  'rawResponseItem/completed',
];

const CLIENT = {
  clientInfo: { name: 'ovld', title: null, version: '1' },
  // Without the experimental part there is no queue.
  capabilities: {
    experimentalApi: true,
    requestAttestation: false,
    optOutNotificationMethods: UNHEARD,
  },
};

/** It has answered, and will not. */
export class Refused extends Error {}

interface Waiting {
  done(result: unknown): void;
  failed(error: Error): void;
}

/** Rejects where nothing listens there, or what does is another program or does not answer. */
export async function connectAppServer(
  path: string,
  { heard, closed, signal }: AppServerOptions = {},
): Promise<AppServer> {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let over = signal?.aborted === true;
  if (over) throw new Error('given up');

  function hear(text: string): void {
    const { id, method, params, result, error } = parseMessage(text);
    // What it asks for, by an id, is the terminal's to answer.
    if (method !== undefined && id === undefined) heard?.(method, params);
    if (method !== undefined || typeof id !== 'number') return;
    if (error === undefined) waiting.get(id)?.done(result);
    else waiting.get(id)?.failed(new Refused(error.message));
  }

  const ask: AppServer['ask'] = async (method, params, answer) => {
    const id = (asked += 1);
    const answered = new Promise<unknown>((done, failed) => {
      if (over) return failed(new Error('closed'));
      waiting.set(id, { done, failed });
      line.send(JSON.stringify({ id, method, params }));
    });
    const late = setTimeout(() => waiting.get(id)?.failed(new Error(method)), ANSWER_MS).unref();
    try {
      return answer.parse(await answered);
    } finally {
      clearTimeout(late);
      waiting.delete(id);
    }
  };

  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const end = (): void => {
    over = true;
    signal?.removeEventListener('abort', stop);
    for (const one of waiting.values()) one.failed(new Error('closed'));
    open();
    closed?.();
  };
  const line = openWebSocket(path, { open: () => open(), text: hear, closed: end }, LONGEST);
  const stop = (): void => line.close();
  signal?.addEventListener('abort', stop);
  const late = setTimeout(stop, ANSWER_MS).unref();
  await opened;
  clearTimeout(late);
  try {
    await ask('initialize', CLIENT, z.unknown());
  } catch (error) {
    stop();
    throw error;
  }
  line.send(JSON.stringify({ method: 'initialized' }));
  return { ask, close: stop };
}

function parseMessage(text: string): z.infer<typeof messageSchema> {
  try {
    return messageSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
