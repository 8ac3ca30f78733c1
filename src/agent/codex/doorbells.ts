import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { RELAY_SERVER } from '../relay-config.ts';
import type { Doorbell, Nudge, Own, RingOutcome } from '../agent.ts';
import { connectAppServer, Refused, type AppServer } from './app-server.ts';
import { findThread, readThread, stateOf, type Status, type Thread } from './threads.ts';

/** What we add to a queue is known by it; behind it is the mark. */
export const OURS = 'ovld:';

const submissionSchema = z.object({ id: z.string(), clientUserMessageId: z.string() });
const queueSchema = z.object({ data: z.array(submissionSchema) });
const addedSchema = z.object({ queuedSubmission: submissionSchema });

/**
 * Codex's own queue of prompts: begun at once by an idle agent, and after a dialog. A draft stays. To a turn that works
 * the nudge is added as what its model reads next: after a tool call, or after what it is saying, and then the turn
 * goes on. What else there is would abort a model's answer (X1).
 */
export const createQueueDoorbell = (path: string, own: Own): Doorbell => ({
  name: 'queue',
  queues: true,
  ring: (nudge) =>
    withThread(path, own, nudge, async (server, { id: threadId, status }) => {
      const { mark, text } = nudge;
      if (isWorking(status) && (await tellInTurn(server, threadId, text))) return;
      await withdraw(server, threadId);
      const input = [{ type: 'text', text, text_elements: [] }];
      const queued = { threadId, clientUserMessageId: `${OURS}${mark}`, input };
      const { queuedSubmission } = await server.ask('thread/queue/add', queued, addedSchema);
      // After a turn that a person has interrupted the queue stands still. In a turn this is refused.
      const begun = { threadId, queuedSubmissionId: queuedSubmission.id };
      await server.ask('thread/queue/start', begun, z.unknown()).catch(() => undefined);
    }),
});

/** A turn that is about to end reads no more: what it was told is said again then. */
const ENDING_MS = 150;

async function tellInTurn(server: AppServer, threadId: string, text: string): Promise<boolean> {
  const items = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }];
  try {
    await server.ask('thread/inject_items', { threadId, items }, z.unknown());
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
  await pause(ENDING_MS, undefined, { ref: false });
  return isWorking((await readThread(server, threadId)).status);
}

const isWorking = (status: Status): boolean => stateOf(status) === 'busy';

/** Takes back what of ours waits in the queue: it would be a turn each. */
export async function withdraw(server: AppServer, threadId: string): Promise<void> {
  const { data } = await server.ask('thread/queue/list', { threadId }, queueSchema);
  for (const { id, clientUserMessageId } of data) {
    if (!clientUserMessageId.startsWith(OURS)) continue;
    const waiting = { threadId, queuedSubmissionId: id };
    // It may have been taken up meanwhile.
    await server.ask('thread/queue/delete', waiting, z.unknown()).catch(() => undefined);
  }
}

/** Codex lets go of a server that has died until it reads its settings anew, and is asked for it. */
export const createReconnectDoorbell = (path: string, own: Own): Doorbell => ({
  name: 'reconnect',
  restores: true,
  ring: (nudge) =>
    withThread(path, own, nudge, async (server, { id: threadId }) => {
      await server.ask('config/mcpServer/reload', undefined, z.unknown());
      const relay = { threadId, serverName: RELAY_SERVER, detail: 'toolsAndAuthOnly' };
      await server.ask('mcpServerStatus/list', relay, z.unknown());
    }),
});

async function withThread(
  path: string,
  own: Own,
  { signal }: Pick<Nudge, 'signal'>,
  work: (server: AppServer, thread: Thread) => Promise<void>,
): Promise<RingOutcome> {
  let server: AppServer | undefined;
  try {
    server = await connectAppServer(path, { signal });
    const thread = await findThread(server, own);
    if (thread === undefined) return { sent: false, code: 'ring_failed' };
    await work(server, thread);
    return { sent: true };
  } catch {
    return { sent: false, code: signal.aborted ? 'ring_timeout' : 'ring_failed' };
  } finally {
    server?.close();
  }
}
