import { describe, expect, it } from 'vitest';
import type { Nudge, Own } from '../../src/agent/agent.ts';
import { codexAgent } from '../../src/agent/codex.ts';
import { fakeAppServer, type Answer } from '../support/fake-app-server.ts';
import { waitFor } from '../support/wait-for.ts';

const idOf = (n: number): string => `01a1f50c-b58d-75e1-be28-00000000000${n}`;
const [OLD, CURRENT, CHILD, TITLE] = [idOf(1), idOf(2), idOf(3), idOf(4)];

const threads: Readonly<Record<string, object>> = {
  [OLD]: {},
  [CURRENT]: {},
  [CHILD]: { parentThreadId: CURRENT },
  [TITLE]: { ephemeral: true },
};
const threadOf = (id: string): object => ({
  id,
  ephemeral: false,
  parentThreadId: null,
  path: null,
  status: { type: 'idle' },
  ...threads[id],
});

const refuse = (why: string): never => {
  throw new Error(why);
};

const answers: Readonly<Record<string, Answer>> = {
  'thread/loaded/list': () => ({ data: [CHILD, OLD, TITLE, CURRENT], nextCursor: null }),
  'thread/read': ({ threadId }) => ({ thread: threadOf(String(threadId)), readState: null }),
  'thread/queue/list': () => ({ data: [], nextCursor: null }),
  'thread/queue/add': ({ input, clientUserMessageId }) => ({
    queuedSubmission: { id: 'q1', input, clientUserMessageId },
  }),
};

const own = (id?: string): Own => ({ role: 'storm', conversation: async () => id });
const nudge = (more: Partial<Nudge> = {}): Nudge => ({
  to: 'storm',
  mark: 'ab12.1',
  text: '[MESSAGE from human] You have mail: call check_inbox. (#ab12.1)',
  signal: new AbortController().signal,
  ...more,
});

async function seat(more: Readonly<Record<string, Answer>> = {}, conversation?: string) {
  const server = await fakeAppServer({ answers: { ...answers, ...more } });
  const [queue] = codexAgent.doorbells?.({ at: server.path }, own(conversation)) ?? [];
  const { reconnect } = codexAgent;
  if (queue === undefined || typeof reconnect !== 'function') throw new Error('no doorbell');
  const asked = (): string[] => server.asked.map(({ method }) => method);
  return { server, queue, reconnect: reconnect({ at: server.path }, own(conversation)), asked };
}

describe('the queue of Codex as a doorbell', () => {
  it('queues the nudge alone, and never steers or starts a turn [X1]', async () => {
    const { server, queue, asked } = await seat({}, CURRENT);
    expect(queue).toMatchObject({ name: 'queue', queues: true });
    expect(await queue.ring(nudge())).toEqual({ sent: true });
    expect(asked()).toEqual([
      'initialize',
      'initialized',
      'thread/loaded/list',
      'thread/read',
      'thread/queue/list',
      'thread/queue/add',
      'thread/queue/start',
    ]);
    expect(server.asked[5]?.params).toEqual({
      threadId: CURRENT,
      clientUserMessageId: 'ovld:ab12.1',
      input: [{ type: 'text', text: nudge().text, text_elements: [] }],
    });
    expect(server.asked[6]?.params).toEqual({ threadId: CURRENT, queuedSubmissionId: 'q1' });
    await waitFor(() => server.connections.open === 0, 'the end of the connection');
  });

  it.each([
    ['the one on record', OLD, OLD],
    ['the newest that a person can see, where none is', undefined, CURRENT],
    ['the same where the one on record is let go', idOf(9), CURRENT],
  ])('rings the conversation on the screen: %s', async (_what, known, rung) => {
    const { server, queue } = await seat({}, known);
    expect(await queue.ring(nudge())).toEqual({ sent: true });
    const added = server.asked.find(({ method }) => method === 'thread/queue/add');
    expect(added?.params['threadId']).toBe(rung);
  });

  const busy = { type: 'active', activeFlags: [] as string[] };
  const during = (...statuses: object[]): Answer => {
    const left = [...statuses];
    return ({ threadId }) => ({
      thread: { ...threadOf(String(threadId)), status: left.length > 1 ? left.shift() : left[0] },
    });
  };

  it('tells a turn that works with its next request, and queues nothing', async () => {
    const { server, queue, asked } = await seat({ 'thread/read': during(busy) }, CURRENT);
    expect(await queue.ring(nudge())).toEqual({ sent: true });
    expect(asked().slice(3)).toEqual(['thread/read', 'thread/inject_items', 'thread/read']);
    const content = [{ type: 'input_text', text: nudge().text }];
    expect(server.asked[4]?.params).toEqual({
      threadId: CURRENT,
      items: [{ type: 'message', role: 'user', content }],
    });
  });

  it.each<[string, Readonly<Record<string, Answer>>]>([
    ['ends meanwhile', { 'thread/read': during(busy, { type: 'idle' }) }],
    [
      'cannot be told',
      { 'thread/read': during(busy), 'thread/inject_items': () => refuse('unknown') },
    ],
    [
      'waits for a person',
      { 'thread/read': during({ type: 'active', activeFlags: ['waitingOnApproval'] }) },
    ],
  ])('queues where the turn %s', async (_what, more) => {
    const { queue, asked } = await seat(more, CURRENT);
    expect(await queue.ring(nudge())).toEqual({ sent: true });
    expect(asked()).toContain('thread/queue/add');
  });

  it('was sent where the turn that runs goes first, and where the queue goes on by itself', async () => {
    const active = () => refuse('thread already has an active or pending turn');
    const { queue } = await seat({ 'thread/queue/start': active });
    expect(await queue.ring(nudge())).toEqual({ sent: true });
  });

  it('takes back what of ours waits there, and nothing of a person’s', async () => {
    const waiting = [
      { id: 'q7', clientUserMessageId: 'ovld:zz.1' },
      { id: 'q8', clientUserMessageId: '0c0ffee0' },
      { id: 'q9', clientUserMessageId: 'ovld:zz.2' },
    ];
    const { server, queue } = await seat({
      'thread/queue/list': () => ({ data: waiting }),
      'thread/queue/delete': ({ queuedSubmissionId }) =>
        queuedSubmissionId === 'q7' ? refuse('it runs') : {},
    });
    expect(await queue.ring(nudge())).toEqual({ sent: true });
    const deleted = server.asked.filter(({ method }) => method === 'thread/queue/delete');
    expect(deleted.map(({ params }) => params['queuedSubmissionId'])).toEqual(['q7', 'q9']);
  });

  it.each<[string, Readonly<Record<string, Answer>>]>([
    ['the queue is refused', { 'thread/queue/add': () => refuse('unknown method') }],
    ['the answer is another', { 'thread/queue/add': () => ({ queued: true }) }],
    ['nothing is loaded', { 'thread/loaded/list': () => ({ data: [] }) }],
    [
      'only what is never on a screen is loaded',
      { 'thread/loaded/list': () => ({ data: [CHILD, TITLE] }) },
    ],
    ['an id is none', { 'thread/loaded/list': () => ({ data: ['../../etc'] }) }],
    ['the list is none', { 'thread/loaded/list': () => ({ data: 'all' }) }],
    ['it does not begin', { initialize: () => refuse('no') }],
  ])('has not rung where %s', async (_what, more) => {
    const { server, queue } = await seat(more);
    expect(await queue.ring(nudge())).toEqual({ sent: false, code: 'ring_failed' });
    await waitFor(() => server.connections.open === 0, 'the end of the connection');
  });

  it('has not rung where nothing listens', async () => {
    const [queue] = codexAgent.doorbells?.({ at: '/nowhere/s' }, own()) ?? [];
    expect(await queue?.ring(nudge())).toEqual({ sent: false, code: 'ring_failed' });
  });

  it.each(['initialize', 'thread/queue/list'])(
    'asks for nothing more once it was given up, in %s',
    async (silent) => {
      const { server, queue, asked } = await seat({ [silent]: () => undefined });
      const patience = new AbortController();
      const ringing = queue.ring(nudge({ signal: patience.signal }));
      await waitFor(() => asked().includes(silent), 'the question');
      patience.abort();
      expect(await ringing).toEqual({ sent: false, code: 'ring_timeout' });
      await waitFor(() => server.connections.open === 0, 'the end of the connection');
      expect(asked()).not.toContain('thread/queue/add');
    },
  );

  it('does not begin where it was given up before', async () => {
    const { server, queue } = await seat();
    const outcome = await queue.ring(nudge({ signal: AbortSignal.abort() }));
    expect(outcome).toEqual({ sent: false, code: 'ring_timeout' });
    expect(server.connections.made).toBe(0);
  });
});

describe('a relay of Codex that died', () => {
  it('is started again at once: the settings are read anew, and its tools asked for [C12]', async () => {
    const { server, reconnect } = await seat({}, CURRENT);
    expect(reconnect).toMatchObject({ name: 'reconnect', restores: true });
    expect(await reconnect.ring(nudge({ toolsAlone: true }))).toEqual({ sent: true });
    expect(server.asked.slice(-2)).toEqual([
      { method: 'config/mcpServer/reload', params: {} },
      {
        method: 'mcpServerStatus/list',
        params: { threadId: CURRENT, serverName: 'ovld-relay', detail: 'toolsAndAuthOnly' },
      },
    ]);
  });

  it('is told where that is refused', async () => {
    const { reconnect } = await seat({ 'config/mcpServer/reload': () => refuse('no') });
    expect(await reconnect.ring(nudge())).toEqual({ sent: false, code: 'ring_failed' });
  });
});
