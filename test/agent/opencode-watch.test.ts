import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentNews } from '../../src/agent/agent.ts';
import { opencodeAgent } from '../../src/agent/opencode.ts';
import type { Endpoint } from '../../src/army/endpoint.ts';
import { fakeOpencode, type FakeOpencode } from '../support/fake-opencode.ts';
import {
  answer,
  busy,
  CALLED,
  created,
  DONE,
  FAILED,
  failed,
  idle,
  permission,
  retry,
  user,
  type Line,
} from '../support/opencode-events.ts';

const NUDGE = '[MESSAGE from overlord] You have mail: call check_inbox. (#ab.1)';

/** Listens, and waits for what is said last. */
async function watch(endpoint: Endpoint, recorded?: string) {
  const heard: AgentNews[] = [];
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const own = { role: 'storm' as const, conversation: async () => recorded };
  opencodeAgent.watch?.(endpoint, own, (news) => void heard.push(news), stopping.signal);
  return { heard, stop: () => stopping.abort() };
}

let marks = 0;
/** Says these, and returns what was heard of them: a mark of ours comes last, so all has been heard before it. */
async function hear(
  server: FakeOpencode,
  heard: AgentNews[],
  ...lines: readonly Line[]
): Promise<AgentNews[]> {
  const from = heard.length;
  for (const [type, properties] of lines) server.say(type, properties);
  const mark = `end.${(marks += 1)}`;
  for (const [type, properties] of user(NUDGE.replace('ab.1', mark))) server.say(type, properties);
  await expect.poll(() => heard.some((news) => news.mark === mark), { timeout: 20_000 }).toBe(true);
  return heard.slice(from).filter((news) => news.mark !== mark);
}

async function listening(recorded = 'ses_1') {
  const server = await fakeOpencode();
  server.answers.set('GET /session/ses_1', [200, { id: 'ses_1' }]);
  server.answers.set('GET /session/ses_2', [200, { id: 'ses_2' }]);
  server.answers.set('GET /session/ses_child', [200, { id: 'ses_child', parentID: 'ses_1' }]);
  const { heard, stop } = await watch(server.endpoint, recorded);
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(1);
  expect(heard).toEqual([BEGUN]);
  return { server, heard, stop, say: (...lines: readonly Line[]) => hear(server, heard, ...lines) };
}

const FINISHED: AgentNews = { state: 'idle', finished: true };
const BUSY: AgentNews = { state: 'busy' };
const IDLE: AgentNews = { state: 'idle' };
/** What became of a reply while no one listened is not known. */
const BEGUN: AgentNews = { ...IDLE, dropped: true };
const RETRYING: AgentNews = { state: 'retrying' };
const LATER = Date.now() + 3_600_000;
const LIMITED: AgentNews = { state: 'limited', limit: new Date(LATER).toISOString() };

describe('what opencode says of its turns', () => {
  it.each<[string, readonly Line[], readonly AgentNews[]]>([
    ['one that is answered', [busy(), answer(), busy(), answer(DONE), ...idle()], [BUSY, FINISHED]],
    [
      'one with a tool, and a prompt given meanwhile',
      [busy(), answer(CALLED), busy(), answer(), answer(DONE), answer(), answer(DONE), ...idle()],
      [BUSY, FINISHED],
    ],
    [
      'one that Esc ends, which is said twice',
      [busy(), answer(), failed(), ...idle(), answer(FAILED), ...idle()],
      [BUSY, IDLE],
    ],
    [
      'one that an error of the model ends [X7]',
      [busy(), failed(), answer(FAILED), ...idle()],
      [BUSY, IDLE],
    ],
    [
      'one that Esc ends while it waits to try again [X7]',
      [busy(), retry(1), busy(), retry(2), answer({ time: { completed: 2 } }), ...idle()],
      [BUSY, RETRYING, BUSY, RETRYING, IDLE],
    ],
    [
      'one that is tried again and answered [X7]',
      [busy(), retry(1), busy(), answer(DONE), ...idle()],
      [BUSY, RETRYING, BUSY, FINISHED],
    ],
    [
      'one that is tried again in an hour: its account is at a limit [X7]',
      [busy(), retry(LATER), retry(LATER), retry(8.7e15), busy(), answer(DONE), ...idle()],
      [BUSY, LIMITED, RETRYING, BUSY, FINISHED],
    ],
    [
      'one that a limit ends, which stands until the next [X7]',
      [
        busy(),
        failed({ message: 'Try again in 2 hours', statusCode: 429 }),
        ...idle(),
        answer(FAILED),
        ...idle(),
        ...idle('ses_2'),
      ],
      [BUSY, { state: 'limited', limit: 'Try again in 2 hours' }],
    ],
    [
      'one that waits for a permission, which is given',
      [
        busy(),
        permission('per_1'),
        permission('per_2'),
        ['permission.replied', { sessionID: 'ses_1', requestID: 'per_1', reply: 'once' }],
        ['permission.replied', { sessionID: 'ses_1', requestID: 'per_2', reply: 'once' }],
        answer(DONE),
        ...idle(),
      ],
      [BUSY, { state: 'waiting' }, BUSY, FINISHED],
    ],
    [
      'one whose tool is refused: no model has seen its results',
      [
        busy(),
        permission('per_1'),
        ['permission.replied', { sessionID: 'ses_1', requestID: 'per_1', reply: 'reject' }],
        answer(CALLED),
        ...idle(),
      ],
      [BUSY, { state: 'waiting' }, BUSY, IDLE],
    ],
    [
      'one that asks a question, which Esc leaves unanswered',
      [busy(), ['question.asked', { id: 'que_1', sessionID: 'ses_1' }], answer(CALLED), ...idle()],
      [BUSY, { state: 'waiting' }, IDLE],
    ],
    [
      'a question that is answered, one that is refused',
      [
        busy(),
        ['question.asked', { id: 'que_1', sessionID: 'ses_1' }],
        ['question.replied', { sessionID: 'ses_1', requestID: 'que_1' }],
        ['question.asked', { id: 'que_2', sessionID: 'ses_1' }],
        ['question.rejected', { sessionID: 'ses_1', requestID: 'que_2' }],
        answer(DONE),
        ...idle(),
      ],
      [BUSY, { state: 'waiting' }, BUSY, { state: 'waiting' }, BUSY, FINISHED],
    ],
    [
      'one with a subagent, whose end is not its own',
      [
        busy(),
        answer(),
        created('ses_new', 'ses_1'),
        busy('ses_new'),
        permission('per_1', 'ses_new'),
        ['permission.replied', { sessionID: 'ses_new', requestID: 'per_1' }],
        answer(FAILED, 'ses_new'),
        ...idle('ses_new'),
        answer(DONE),
        ...idle(),
      ],
      [BUSY, { state: 'waiting' }, BUSY, FINISHED],
    ],
    [
      'a subagent from before we listened',
      [busy('ses_child'), answer(DONE, 'ses_child'), ...idle('ses_child')],
      [BUSY, IDLE],
    ],
    [
      'two that run at once are over when both are, and well if both are',
      [busy(), busy('ses_2'), answer(DONE), ...idle(), answer(DONE, 'ses_2'), ...idle('ses_2')],
      [BUSY, FINISHED],
    ],
    [
      'two that run at once, one of which fails',
      [busy(), busy('ses_2'), answer(FAILED), ...idle(), answer(DONE, 'ses_2'), ...idle('ses_2')],
      [BUSY, IDLE],
    ],
    [
      'one whose session is deleted',
      [busy(), ['session.deleted', { sessionID: 'ses_1', info: { id: 'ses_1' } }]],
      [BUSY, IDLE],
    ],
    ['none: an answer that is told again', [answer(DONE), ...idle()], []],
  ])('%s', async (_what, lines, news) => {
    const { say } = await listening();
    expect(await say(...lines)).toEqual(news);
    // The next one is counted for itself.
    expect(await say(busy(), answer(DONE), ...idle())).toEqual([BUSY, FINISHED]);
  });

  it('a nudge it was given, by its mark, and in whichever session; what an agent writes is none', async () => {
    const { say } = await listening();
    expect(await say(...user(NUDGE))).toEqual([{ mark: 'ab.1' }]);
    expect(await say(...user(NUDGE.replace('ab.1', 'cd.2'), 'ses_2'))).toEqual([{ mark: 'cd.2' }]);
    const part = { type: 'text', text: NUDGE, messageID: 'msg_a' };
    expect(await say(answer(), ['message.part.updated', { sessionID: 'ses_1', part }])).toEqual([]);
  });

  it('the conversation a person speaks in [X18]: /new says nothing before its first words', async () => {
    const { say } = await listening();
    expect(await say(...user('hello', 'ses_2'))).toEqual([{ conversation: 'ses_2' }]);
    // Nudges of ours, a subagent's prompt and what opencode says for a person do not move it.
    expect(
      await say(
        ...user(NUDGE, 'ses_1'),
        ...user('look for it', 'ses_child'),
        ...user('Continue', 'ses_1', { synthetic: true }),
        ...user('x', 'ses_1', { type: 'file', text: undefined }),
      ),
    ).toEqual([{ mark: 'ab.1' }]);
    expect(await say(...user('back', 'ses_1'))).toEqual([{ conversation: 'ses_1' }]);
  });

  it('a reply of ours that its model was not given, wherever: it cancels each call, so that says nothing', async () => {
    const { say } = await listening();
    const part = (tool: string, status: string, sessionID = 'ses_1'): Line => [
      'message.part.updated',
      { sessionID, part: { type: 'tool', tool, messageID: 'msg_a', sessionID, state: { status } } },
    ];
    const taken = ['pending', 'running', 'completed'].map((one) =>
      part('ovld-relay_check_inbox', one),
    );
    expect(await say(busy(), ...taken, part('bash', 'error'))).toEqual([BUSY]);
    const dropped = ['ses_1', 'ses_child'].map((id) => part('ovld-relay_check_inbox', 'error', id));
    expect(await say(...dropped)).toEqual([{ dropped: true }, { dropped: true }]);
  });

  it('the first conversation, which a nudge began', async () => {
    const server = await fakeOpencode();
    server.answers.set('GET /session/ses_1', [200, { id: 'ses_1' }]);
    const { heard } = await watch(server.endpoint);
    await expect.poll(() => heard.length).toBe(1);
    for (const [type, properties] of user(NUDGE)) server.say(type, properties);
    await expect.poll(() => heard[1]).toEqual({ mark: 'ab.1', conversation: 'ses_1' });
  });
});

describe('listening to opencode', () => {
  it('begins with what stands: a turn, a question, a conversation that no one has noted', async () => {
    const server = await fakeOpencode();
    server.answers.set('GET /session/ses_1', [200, { id: 'ses_1' }]);
    server.answers.set('GET /session/status', [
      200,
      { ses_1: { type: 'retry', attempt: 2, message: 'm', next: 1 } },
    ]);
    server.answers.set('GET /question', [
      200,
      [{ id: 'que_1', sessionID: 'ses_1', questions: [] }],
    ]);
    const { heard } = await watch(server.endpoint);
    await expect
      .poll(() => heard)
      .toEqual([{ state: 'waiting', dropped: true }, { conversation: 'ses_1' }]);
    const rest: Line[] = [
      ['question.replied', { sessionID: 'ses_1', requestID: 'que_1' }],
      answer(DONE),
      ...idle(),
    ];
    for (const [type, properties] of rest) server.say(type, properties);
    await expect.poll(() => heard.slice(2)).toEqual([RETRYING, FINISHED]);
  });

  it('is begun anew where it breaks off; a turn whose end was missed is over, and not counted', async () => {
    const { server, heard, say } = await listening();
    expect(await say(busy())).toEqual([BUSY]);
    const before = heard.length;
    server.hangUp();
    await expect.poll(() => heard.slice(before), { timeout: 20_000 }).toEqual([BEGUN]);
    expect(await say(...idle())).toEqual([]);
    server.answers.set('GET /session/status', [200, { ses_1: { type: 'busy' } }]);
    server.hangUp();
    await expect.poll(() => heard.at(-1), { timeout: 20_000 }).toEqual({ ...BUSY, dropped: true });
    expect(await say(answer(DONE), ...idle())).toEqual([FINISHED]);
  });

  it('begins late, where opencode is late', async () => {
    const first = await fakeOpencode();
    const port = Number(first.endpoint.at);
    await first.close();
    const { heard } = await watch(first.endpoint);
    const server = await fakeOpencode(port);
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([BEGUN]);
    expect(server.listeners()).toBe(1);
  });

  it.each<[string, string, [number, unknown]]>([
    ['another password', 'GET /event', [401, '']],
    ['a page', 'GET /event', [200, '<html>']],
    ['no list of turns', 'GET /session/status', [200, [1]]],
    ['a list of turns that is no JSON', 'GET /session/status', [200, 'busy']],
  ])('goes on trying where there is %s', async (_what, name, answered) => {
    const server = await fakeOpencode();
    server.answers.set(name, answered);
    const { heard } = await watch(server.endpoint);
    await expect
      .poll(() => server.asked.filter(({ path }) => path === '/event').length, { timeout: 20_000 })
      .toBeGreaterThan(2);
    expect(heard).toEqual([]);
    if (name === 'GET /event') server.answers.delete(name);
    else server.answers.set(name, [200, {}]);
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([BEGUN]);
  });

  it('is not disturbed by rubbish, nor by an event without an end', async () => {
    const { server, say } = await listening();
    server.write('data: {"type":\n\n');
    server.write(
      ': a comment\n\nevent: x\n\ndata: 7\n\ndata: {}\n\ndata: {"type":"session.idle","properties":{}}\n\n',
    );
    server.write(
      'data: {"type":"session.status","properties":{"sessionID":7,"status":"busy"}}\n\n',
    );
    server.write('data: {"type":"session.status","properties":{"sessionID":"ses_1"}}\r\n\r\n');
    server.write(`data: ${'x'.repeat(800_000)}`);
    server.write(`${'x'.repeat(800_000)}\ndata: {"type":"session.status"}\n\n`);
    expect(await say(busy())).toEqual([BUSY]);
    const properties = { sessionID: 'ses_1', status: { type: 'idle' } };
    const text = `data: ${JSON.stringify({ type: 'session.status', properties })}\n\n`;
    for (const byte of text) server.write(byte);
    expect(await say()).toEqual([IDLE]);
  });

  it('counts no turn of a session it cannot ask about', async () => {
    const { server, say } = await listening();
    server.answers.set('GET /session/ses_odd', [500, {}]);
    expect(
      await say(
        busy('ses_odd'),
        ...user('hello', 'ses_odd'),
        answer(DONE, 'ses_odd'),
        ...idle('ses_odd'),
      ),
    ).toEqual([BUSY, IDLE]);
    server.answers.set('GET /session/ses_odd', [200, { id: 'ses_odd' }]);
    expect(await say(busy('ses_odd'), answer(DONE, 'ses_odd'), ...idle('ses_odd'))).toEqual([
      BUSY,
      FINISHED,
    ]);
  });

  it('ends with its signal', async () => {
    const { server, heard, stop } = await listening();
    stop();
    await expect.poll(() => server.listeners()).toBe(0);
    const asked = server.asked.length;
    server.say('session.status', { sessionID: 'ses_1', status: { type: 'busy' } });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([server.asked.length, heard.length]).toEqual([asked, 1]);
  });
});
