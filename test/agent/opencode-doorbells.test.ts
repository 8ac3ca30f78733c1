import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Nudge, Own } from '../../src/agent/agent.ts';
import { opencodeAgent } from '../../src/agent/opencode.ts';
import type { Endpoint } from '../../src/army/endpoint.ts';
import { fakeOpencode } from '../support/fake-opencode.ts';

const text = '[MESSAGE from overlord] You have mail: call check_inbox. (#ab.1)';
const nudge = (signal = new AbortController().signal): Nudge => ({
  to: 'storm',
  mark: 'ab.1',
  text,
  signal,
});
const ownIn = (conversation?: string): Own => ({
  role: 'storm',
  conversation: async () => conversation,
});
const FAILED = { sent: false, code: 'ring_failed' };

function bellOf(endpoint: Endpoint, conversation?: string) {
  const [bell, ...more] = opencodeAgent.doorbells?.(endpoint, ownIn(conversation)) ?? [];
  if (bell === undefined || more.length > 0) throw new Error('one doorbell is expected');
  return bell;
}

describe('a nudge by the server of opencode', () => {
  it('is given as a prompt that runs, in the conversation on record [X17]', async () => {
    const { endpoint, asked, answers } = await fakeOpencode();
    answers.set('GET /session/ses_1', [200, { id: 'ses_1', agent: 'build' }]);
    answers.set('POST /session/ses_1/prompt_async', [204, '']);
    const bell = bellOf(endpoint, 'ses_1');
    expect(bell).toMatchObject({ name: 'server', queues: true });
    expect(await bell.ring(nudge())).toEqual({ sent: true });
    const authorization = `Basic ${Buffer.from('opencode:hush').toString('base64')}`;
    expect(asked).toEqual([
      { method: 'GET', path: '/session/ses_1', body: undefined, authorization },
      {
        method: 'POST',
        path: '/session/ses_1/prompt_async',
        body: { parts: [{ type: 'text', text }], agent: 'build' },
        authorization,
      },
    ]);
  });

  it('is answered by the agent and the model the person has left it in', async () => {
    const { endpoint, asked, answers } = await fakeOpencode();
    const model = { id: 'big', providerID: 'house', variant: 'high' };
    answers.set('GET /session/ses_1', [200, { id: 'ses_1', agent: 'plan', model }]);
    answers.set('POST /session/ses_1/prompt_async', [204, '']);
    await bellOf(endpoint, 'ses_1').ring(nudge());
    expect(asked.at(-1)?.body).toEqual({
      parts: [{ type: 'text', text }],
      agent: 'plan',
      model: { providerID: 'house', modelID: 'big' },
      variant: 'high',
    });
  });

  it.each([undefined, 'ses_gone'])(
    'begins a conversation where %s is there, and shows it: of the same id for every relay of a launch',
    async (recorded) => {
      const { endpoint, asked, answers } = await fakeOpencode();
      answers.set('POST /api/session', [200, { data: {} }]);
      answers.set('POST /tui/select-session', [200, true]);
      const ring = async (to: Endpoint): Promise<string> => {
        asked.length = 0;
        expect(await bellOf(to, recorded).ring(nudge())).toEqual(FAILED);
        const [id = ''] = /ses_\w+/.exec(asked[0]?.path ?? '') ?? [];
        expect(asked.map(({ method, path, body }) => [method, path, body]).slice(1, 3)).toEqual([
          ['POST', '/api/session', { id }],
          ['POST', '/tui/select-session', { sessionID: id }],
        ]);
        answers.set(`POST /session/${id}/prompt_async`, [204, '']);
        expect(await bellOf(to, recorded).ring(nudge())).toEqual({ sent: true });
        answers.delete(`POST /session/${id}/prompt_async`);
        return id;
      };
      const [first, again] = [await ring(endpoint), await ring({ ...endpoint, secret: 'other' })];
      if (recorded === undefined) {
        expect(first).toMatch(/^ses_[0-9a-z]{20,60}$/);
        expect(again).not.toBe(first);
      } else expect([first, again]).toEqual([recorded, recorded]);
      expect(first).not.toContain('hush');
    },
  );

  it('shows a conversation that no agent has answered in: the ring that made it may have been given up', async () => {
    const { endpoint, asked, answers } = await fakeOpencode();
    answers.set('GET /session/ses_1', [200, { id: 'ses_1' }]);
    answers.set('POST /session/ses_1/prompt_async', [204, '']);
    expect(await bellOf(endpoint, 'ses_1').ring(nudge())).toEqual({ sent: true });
    expect(asked[1]).toMatchObject({ path: '/tui/select-session', body: { sessionID: 'ses_1' } });
  });

  it('waits in opencode even where its screen cannot be told to show it', async () => {
    const { endpoint, answers } = await fakeOpencode();
    answers.set('POST /api/session', [200, {}]);
    answers.set('POST /session/ses_1/prompt_async', [204, '']);
    expect(await bellOf(endpoint, 'ses_1').ring(nudge())).toEqual({ sent: true });
  });

  it.each<[string, string, [number, unknown]]>([
    ['another password', 'GET /session/ses_1', [401, '']],
    ['an answer that is no session', 'GET /session/ses_1', [200, '<html>']],
    ['an agent that is no word', 'GET /session/ses_1', [200, { agent: { x: 1 } }]],
    ['an answer without an end', 'GET /session/ses_1', [200, 'x'.repeat(3_000_000)]],
    ['a session that cannot be made', 'POST /api/session', [500, {}]],
    ['a refusal', 'POST /session/ses_1/prompt_async', [400, {}]],
    ['an acceptance of another kind', 'POST /session/ses_1/prompt_async', [200, {}]],
  ])('fails at %s', async (_what, name, answer) => {
    const { endpoint, answers } = await fakeOpencode();
    if (name.includes('prompt')) answers.set('GET /session/ses_1', [200, {}]);
    else answers.set('POST /session/ses_1/prompt_async', [204, '']);
    answers.set(name, answer);
    expect(await bellOf(endpoint, 'ses_1').ring(nudge())).toEqual(FAILED);
  });

  it.each(['0d7e8b1c-0000-4000-8000-000000000000', 'ses_1/../../mcp', 'ses_'])(
    'is not sent to %s, which is no conversation of opencode',
    async (recorded) => {
      const { endpoint, asked } = await fakeOpencode();
      expect(await bellOf(endpoint, recorded).ring(nudge())).toEqual(FAILED);
      expect(asked).toEqual([]);
    },
  );

  it('fails where nothing listens, or something that says other things', async () => {
    const { endpoint, close } = await fakeOpencode();
    await close();
    expect(await bellOf(endpoint, 'ses_1').ring(nudge())).toEqual(FAILED);
    const server = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    await new Promise<void>((resolve) => server.listen(Number(endpoint.at), '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    expect(await bellOf(endpoint, 'ses_1').ring(nudge())).toEqual(FAILED);
  });

  it.each(['GET /session/ses_1', 'POST /session/ses_1/prompt_async'])(
    'is given up with the ring where %s is not answered',
    async (name) => {
      const { endpoint, asked, answers } = await fakeOpencode();
      answers.set('GET /session/ses_1', [200, {}]);
      answers.set(name, undefined);
      const patience = new AbortController();
      const ringing = bellOf(endpoint, 'ses_1').ring(nudge(patience.signal));
      await expect
        .poll(() => asked.some(({ method, path }) => `${method} ${path}` === name))
        .toBe(true);
      patience.abort();
      expect(await ringing).toEqual({ sent: false, code: 'ring_timeout' });
      expect(await bellOf(endpoint, 'ses_1').ring(nudge(patience.signal))).toEqual({
        sent: false,
        code: 'ring_timeout',
      });
    },
  );
});

describe('giving opencode its relay back', () => {
  const PATH = 'POST /mcp/ovld-relay/connect';
  const reconnect = (endpoint: Endpoint) => {
    const { reconnect: call } = opencodeAgent;
    if (typeof call !== 'function') throw new Error('a call is expected');
    return call(endpoint, ownIn());
  };

  it.each<[string, [number, unknown], object]>([
    ['it is back', [200, true], { sent: true }],
    ['it did not come up', [200, false], FAILED],
    ['it is not known', [404, {}], FAILED],
    ['rubbish', [200, 'OK'], FAILED],
  ])('is a call, and nothing is typed: %s', async (_what, answer, outcome) => {
    const { endpoint, asked, answers } = await fakeOpencode();
    answers.set(PATH, answer);
    const bell = reconnect(endpoint);
    expect(bell).toMatchObject({ name: 'reconnect', restores: true });
    expect(await bell.ring(nudge())).toEqual(outcome);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([PATH]);
  });
});
