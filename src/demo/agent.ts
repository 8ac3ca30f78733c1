import * as z from 'zod/mini';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { messageSchema } from '../relay/message.ts';
import { statusSchema } from '../relay/status.ts';
import { shakeHands, type RelayClient } from './client.ts';
import type { Ledger } from './figures.ts';

const handedSchema = z.extend(messageSchema, { redelivered: z._default(z.int(), 0) });
const inboxSchema = z.object({ messages: z.array(handedSchema), remaining: z.int() });
const sentSchema = z.object({ id: z.string() });
const broadcastSchema = z.object({ results: z.array(sentSchema) });
const reportSchema = z.extend(statusSchema, { observed: z.object({ unread: z.number() }) });
const statusesSchema = z.object({ statuses: z.array(reportSchema) });

export type Letter = { subject: string; body: string; priority?: 'urgent' };
export type Read = z.infer<typeof handedSchema>;

/** The mind is the only thing scripted: what a role does with a message it has read. */
export type Mind = (message: Read) => Promise<void>;

export interface Agent {
  send(to: Role, letter: Letter): Promise<void>;
  /** To how many it went. */
  broadcast(letter: Letter): Promise<number>;
  declare(status: 'working' | 'done', task: string): Promise<void>;
  statuses(): Promise<z.infer<typeof reportSchema>[]>;
  ready(): Promise<void>;
  /** A line was sent off in its pane. */
  typed(line: string): void;
  /** SIGKILL: its relay has no time to say anything to anyone. The old relay's pid. */
  loseRelay(): Promise<number>;
  newRelay(): Promise<number>;
  /** Hears nothing any more; resolves when its last turn is over. */
  rest(): Promise<void>;
}

interface Seating {
  startRelay: () => RelayClient;
  mind: Mind;
  ledger: Ledger;
  failed: (error: unknown) => void;
}

const NUDGE = /^\[MESSAGE from /;

/**
 * An agent as far as a relay can tell. It never looks into its inbox by itself: a nudge in its pane
 * begins a turn, nudges during a turn begin the next one, and nothing else does.
 */
export function seatAgent({ startRelay, mind, ledger, failed }: Seating): Agent {
  let relay = startRelay();
  let turns: Promise<void> = Promise.resolve();
  let resting = false;

  async function call<T>(tool: string, reply: z.ZodMiniType<T>, args: object = {}): Promise<T> {
    const { isError, text, data } = await relay.call(tool, args);
    if (isError) throw new OvldError('bug', { message: `${tool}: ${text}` });
    return reply.parse(data);
  }

  async function turn(): Promise<void> {
    if (resting) return;
    const { messages, remaining } = await call('check_inbox', inboxSchema);
    for (const { id } of messages) ledger.read.add(id);
    for (const message of messages) await mind(message);
    if (remaining > 0) await turn();
  }

  return {
    async send(to, letter) {
      const { id } = await call('send_message', sentSchema, { to, ...letter });
      ledger.sent.add(id);
    },
    async broadcast(letter) {
      const { results } = await call('broadcast', broadcastSchema, letter);
      for (const { id } of results) ledger.sent.add(id);
      return results.length;
    },
    async declare(status, task) {
      await call('update_status', statusSchema, { status, task });
    },
    statuses: async () => (await call('get_status', statusesSchema, { role: 'all' })).statuses,
    ready: async () => void (await shakeHands(relay)),
    typed(line) {
      if (NUDGE.test(line)) turns = turns.then(turn).catch(failed);
    },
    async loseRelay() {
      await relay.kill('SIGKILL');
      return relay.pid;
    },
    async newRelay() {
      relay = startRelay();
      await shakeHands(relay);
      return relay.pid;
    },
    rest() {
      resting = true;
      return turns;
    },
  };
}
