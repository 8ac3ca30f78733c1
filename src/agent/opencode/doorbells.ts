import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Endpoint } from '../../army/endpoint.ts';
import type { Doorbell, Own, RingOutcome } from '../agent.ts';
import { RELAY_SERVER } from '../relay-config.ts';
import { ask } from './http.ts';

const FAILED: RingOutcome = { sent: false, code: 'ring_failed' };

/**
 * A prompt by opencode's server: taken up at once by an idle agent, after the step that runs by a busy one, after
 * an open dialog; a draft in the composer stays. Only `prompt_async` runs what it accepts.
 *
 * It goes to the conversation on record. opencode is never asked to show it, but when it is made: a person may be
 * reading another, and nothing tells which one is on the screen. The next words a person sends say so.
 */
export const promptDoorbell = (endpoint: Endpoint, own: Own): Doorbell => ({
  name: 'server',
  queues: true,
  ring: ({ text, signal }) =>
    orLate(signal, async () => {
      const id = (await own.conversation()) ?? firstSession(endpoint);
      if (!SESSION.test(id)) return FAILED;
      const session = await findSession(endpoint, id, signal);
      if (session === undefined) return FAILED;
      const { status } = await ask(endpoint, {
        method: 'POST',
        path: `/session/${id}/prompt_async`,
        body: { parts: [{ type: 'text', text }], ...asBefore(session) },
        signal,
      });
      return status === 204 ? { sent: true } : FAILED;
    }),
});

/** Starts its relay again: the tools are back when it answers. */
export const connectDoorbell = (endpoint: Endpoint): Doorbell => ({
  name: 'reconnect',
  restores: true,
  ring: ({ signal }) =>
    orLate(signal, async () => {
      const path = `/mcp/${RELAY_SERVER}/connect`;
      const { status, said } = await ask(endpoint, { method: 'POST', path, signal });
      return status === 200 && said === true ? { sent: true } : FAILED;
    }),
});

/** Made for a seat in which no one has spoken: the same for every relay of one launch, and never that of another. */
function firstSession({ at, secret }: Endpoint): string {
  const digest = createHash('sha256').update(`${at} ${secret}`).digest('hex');
  return `ses_ovld${digest.slice(0, 24)}`;
}

const SESSION = /^ses_[0-9A-Za-z]+$/;

const sessionSchema = z.lazy(() =>
  z.object({
    agent: z.optional(z.string()),
    model: z.optional(
      z.object({
        id: z.string(),
        providerID: z.string(),
        variant: z.optional(z.string()),
      }),
    ),
  }),
);

type Session = z.infer<typeof sessionSchema>;

/**
 * Made by the first ring, where no one has begun it. Until it is answered by an agent it may not be on the screen: an
 * empty one then shows it, with the draft that is on it.
 */
async function findSession(
  endpoint: Endpoint,
  id: string,
  signal: AbortSignal,
): Promise<Session | undefined> {
  const { status, said } = await ask(endpoint, { method: 'GET', path: `/session/${id}`, signal });
  const post = (path: string, body: unknown) =>
    ask(endpoint, { method: 'POST', path, body, signal });
  const isMade = status === 404 && (await post('/api/session', { id })).status === 200;
  const session = isMade ? {} : status === 200 ? sessionSchema.safeParse(said).data : undefined;
  if (session !== undefined && session.agent === undefined) {
    await post('/tui/select-session', { sessionID: id }).catch(() => undefined);
  }
  return session;
}

/** Without these opencode answers by its defaults: a person who has left it planning would find it building. */
const asBefore = ({ agent, model }: Session): object => ({
  ...(agent !== undefined && { agent }),
  ...(model !== undefined && {
    model: { providerID: model.providerID, modelID: model.id },
    ...(model.variant !== undefined && { variant: model.variant }),
  }),
});

const orLate = (signal: AbortSignal, ring: () => Promise<RingOutcome>): Promise<RingOutcome> =>
  ring().catch(() => (signal.aborted ? { sent: false, code: 'ring_timeout' } : FAILED));
