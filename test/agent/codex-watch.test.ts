import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentNews } from '../../src/agent/agent.ts';
import { codexAgent } from '../../src/agent/codex.ts';
import { fakeAppServer, textFrame, type Answer } from '../support/fake-app-server.ts';
import { waitFor } from '../support/wait-for.ts';

const idOf = (n: number): string => `01a1f50c-b58d-75e1-be28-00000000000${n}`;
const [ONE, TWO, CHILD] = [idOf(1), idOf(2), idOf(3)];
const IDLE = { type: 'idle' };
const BUSY = { type: 'active', activeFlags: [] as string[] };

interface Turn {
  id: string;
  status: 'inProgress' | 'completed' | 'interrupted' | 'failed';
  items: object[];
}

const turn = (id: string, status: Turn['status'], clientId?: string | null): Turn => ({
  id,
  status,
  items: clientId === undefined ? [] : [{ type: 'userMessage', id: 'x', clientId, content: [] }],
});

/** A seat with conversations, which tells what it hears. */
async function watched(more: Readonly<Record<string, Answer>> = {}) {
  const state = {
    known: undefined as string | undefined,
    loaded: [ONE],
    about: {} as Record<string, object>,
    turns: {} as Record<string, Turn[]>,
  };
  const threadOf = (id: string): object => ({
    id,
    ephemeral: false,
    parentThreadId: null,
    path: `/home/me/${id}.jsonl`,
    status: IDLE,
    ...state.about[id],
  });
  const server = await fakeAppServer({
    answers: {
      'thread/loaded/list': () => ({ data: state.loaded }),
      'thread/read': ({ threadId }) => ({ thread: threadOf(String(threadId)) }),
      'thread/queue/list': () => ({ data: [] }),
      'thread/turns/list': ({ threadId }) => {
        const turns = state.turns[String(threadId)];
        if (turns === undefined) throw new Error('not materialized yet');
        return { data: turns.toReversed() };
      },
      ...more,
    },
  });
  const news: AgentNews[] = [];
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const own = { role: 'storm', conversation: async () => state.known };
  const heard = (one: AgentNews): void => {
    state.known = one.conversation ?? state.known;
    news.push(one);
  };
  const start = (): void => codexAgent.watch?.({ at: server.path }, own, heard, ending.signal);
  const hears = async (...expected: AgentNews[]): Promise<void> => {
    await waitFor(() => news.length >= expected.length, JSON.stringify(expected)).catch(() => 0);
    expect(news.splice(0)).toEqual(expected);
  };
  const status = (threadId: string, one: object): void =>
    server.tell('thread/status/changed', { threadId, status: one });
  const began = (id = ONE): AgentNews => ({
    conversation: id,
    transcript: `/home/me/${id}.jsonl`,
  });
  return { server, state, news, ending, start, hears, status, began, threadOf };
}

describe('what Codex tells of its turns', () => {
  it('is begun with the conversation and its state, before any turn; turns before it are not counted [X3]', async () => {
    const { state, start, hears, began, status } = await watched();
    state.turns[ONE] = [turn('t1', 'completed', 'x'), turn('t2', 'completed', 'ovld:old.1')];
    start();
    await hears(began(), { state: 'idle' });
    state.turns[ONE].push(turn('t3', 'completed', 'x'));
    status(ONE, IDLE);
    await hears({ finished: true });
  });

  it('is busy, waiting, and idle again with a turn finished', async () => {
    const { state, start, hears, began, status } = await watched();
    start();
    await hears(began(), { state: 'idle' });
    state.turns[ONE] = [turn('t1', 'inProgress', 'x')];
    status(ONE, BUSY);
    await hears({ state: 'busy' });
    status(ONE, { type: 'active', activeFlags: ['waitingOnApproval'] });
    await hears({ state: 'waiting' });
    status(ONE, BUSY);
    await hears({ state: 'busy' });
    state.turns[ONE] = [turn('t1', 'completed', 'x')];
    status(ONE, IDLE);
    await hears({ finished: true });
  });

  it.each([
    ['an error', 'failed', { type: 'systemError' }],
    ['Esc', 'interrupted', IDLE],
  ] as const)('is idle after %s, and no turn has finished [X7]', async (_what, how, after) => {
    const { state, start, hears, began, status } = await watched();
    state.turns[ONE] = [turn('t1', 'inProgress', 'x')];
    state.about[ONE] = { status: BUSY };
    start();
    await hears(began(), { state: 'busy' });
    state.turns[ONE] = [turn('t1', how, 'x')];
    status(ONE, after);
    await hears({ state: 'idle' });
  });

  it('names the nudge that a turn began with, once, and later where it is not told at first', async () => {
    const { server, state, start, hears, began, status } = await watched();
    state.turns[ONE] = [];
    start();
    await hears(began(), { state: 'idle' });
    state.turns[ONE] = [turn('t1', 'inProgress')];
    status(ONE, BUSY);
    await hears({ state: 'busy' });
    const looks = server.asked.length;
    await waitFor(() => server.asked.length > looks, 'another look');
    state.turns[ONE] = [turn('t1', 'inProgress', 'ovld:ab.1')];
    await hears({ mark: 'ab.1' });
    state.turns[ONE] = [turn('t1', 'completed', 'ovld:ab.1'), turn('t2', 'inProgress', null)];
    status(ONE, BUSY);
    await hears({ finished: true }, { state: 'busy' });
  });

  it('counts each of several turns that ended between two looks', async () => {
    const { state, start, hears, began, status } = await watched();
    start();
    await hears(began(), { state: 'idle' });
    state.turns[ONE] = [
      turn('t1', 'completed', 'x'),
      turn('t2', 'interrupted', 'x'),
      turn('t3', 'completed', 'ovld:ab.2'),
    ];
    status(ONE, IDLE);
    await hears({ finished: true }, { mark: 'ab.2' }, { finished: true });
  });

  it('counts none where the conversation was cut back', async () => {
    const { state, start, hears, began, status } = await watched();
    state.turns[ONE] = [turn('t1', 'completed', 'x'), turn('t2', 'completed', 'x')];
    start();
    await hears(began(), { state: 'idle' });
    state.turns[ONE] = [turn('t1', 'completed', 'x')];
    status(ONE, BUSY);
    await hears({ state: 'busy' });
  });
});

describe('a turn that a person interrupts', () => {
  it('leaves none of our nudges in the queue, which stands still after it', async () => {
    const waiting = [
      { id: 'q1', clientUserMessageId: 'ovld:ab.1' },
      { id: 'q2', clientUserMessageId: 'a person’s' },
    ];
    const { server, state, start, hears, began, status } = await watched({
      'thread/queue/list': () => ({ data: waiting }),
    });
    state.turns[ONE] = [turn('t1', 'inProgress', 'x')];
    state.about[ONE] = { status: BUSY };
    start();
    await hears(began(), { state: 'busy' });
    state.turns[ONE] = [turn('t1', 'interrupted', 'x')];
    status(ONE, IDLE);
    await hears({ state: 'idle' });
    const deleted = server.asked.filter(({ method }) => method === 'thread/queue/delete');
    expect(deleted.map(({ params }) => params['queuedSubmissionId'])).toEqual(['q1']);
  });
});

describe('the conversation that is followed', () => {
  it('is another once a person has begun one, and no title or subagent is one', async () => {
    const { server, state, start, hears, began, status, threadOf } = await watched();
    state.turns[ONE] = [];
    state.turns[CHILD] = [turn('c1', 'completed', 'x')];
    start();
    await hears(began(), { state: 'idle' });
    state.about[CHILD] = { parentThreadId: ONE };
    status(CHILD, BUSY);
    status(CHILD, IDLE);
    state.about[idOf(4)] = { ephemeral: true };
    server.tell('thread/started', { thread: threadOf(idOf(4)) });
    server.tell('thread/started', { thread: threadOf(TWO) });
    await hears(began(TWO));
    state.turns[ONE] = [turn('t1', 'completed', 'x')];
    status(ONE, IDLE);
    state.turns[TWO] = [turn('u1', 'completed', 'x')];
    status(TWO, IDLE);
    await hears({ finished: true });
  });

  it('is one that a person resumes, loaded or not', async () => {
    const { server, state, start, hears, began, status } = await watched();
    [state.turns[ONE], state.turns[TWO]] = [[], [turn('u1', 'completed', 'x')]];
    start();
    await hears(began(), { state: 'idle' });
    status(TWO, IDLE);
    await hears(began(TWO));
    server.tell('thread/goal/cleared', { threadId: ONE });
    await hears(began(ONE));
  });

  it('is the one that is left when it is closed', async () => {
    const { state, start, hears, began, status } = await watched();
    state.loaded = [ONE, TWO];
    state.known = TWO;
    start();
    await hears(began(TWO), { state: 'idle' });
    state.loaded = [ONE];
    status(TWO, { type: 'notLoaded' });
    await hears(began(ONE));
  });
});

describe('the connection to Codex', () => {
  it('is made again for as long as it is wanted, and what ended meanwhile is counted', async () => {
    const { server, state, start, hears, began, ending } = await watched();
    state.turns[ONE] = [turn('t1', 'completed', 'x')];
    start();
    await hears(began(), { state: 'idle' });
    state.turns[ONE].push(turn('t2', 'completed', 'x'));
    server.drop();
    await hears(began(), { finished: true });
    ending.abort();
    await waitFor(() => server.connections.open === 0, 'the end');
  });

  it.each<[string, (server: Awaited<ReturnType<typeof fakeAppServer>>) => void]>([
    ['no JSON', (server) => server.write(textFrame('{'))],
    ['another shape', (server) => server.write(textFrame('[1]'))],
    ['an answer to nothing', (server) => server.write(textFrame('{"id":77,"result":{}}'))],
    [
      'a question',
      (server) => server.write(textFrame('{"id":7,"method":"item/x/requestApproval"}')),
    ],
    ['a status that is none', (server) => server.tell('thread/status/changed', { threadId: 1 })],
    ['a thread that is none', (server) => server.tell('thread/started', { thread: null })],
  ])('survives %s, and answers nothing', async (_what, say) => {
    const { server, state, start, hears, news, began, status } = await watched();
    state.turns[ONE] = [];
    start();
    await hears(began(), { state: 'idle' });
    say(server);
    state.about[ONE] = { status: BUSY };
    await waitFor(() => {
      status(ONE, BUSY);
      return news.some((one) => one.state === 'busy');
    }, 'the state');
    expect(server.asked.every(({ method }) => typeof method === 'string')).toBe(true);
  });

  it('waits longer and longer where nothing can be learnt', async () => {
    const { server, start, news } = await watched({
      'thread/loaded/list': () => {
        throw new Error('no');
      },
    });
    start();
    await waitFor(() => server.connections.made >= 3, 'three attempts');
    expect(news).toEqual([]);
  });
});
