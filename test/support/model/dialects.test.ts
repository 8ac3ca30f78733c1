import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentKinds, type AgentKind } from '../agent-kinds.ts';
import { lettersIn, saysMore } from './inbox-result.ts';
import { bash, call, hangUp, refuse, say } from './reply.ts';
import type { ToolResult } from './request.ts';
import { followsOrders } from './rules.ts';
import { eventsOf, saidIn } from './said-in.ts';
import { scriptedModel, type Rule, type ScriptedModel } from './server.ts';

/** A request as the real program has sent it after it was handed one message; long texts are cut off. */
interface Captured {
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

const captured = (kind: AgentKind): Captured =>
  JSON.parse(readFileSync(new URL(`requests/${kind}.json`, import.meta.url), 'utf8')) as Captured;

async function modelWith(...rules: Rule[]): Promise<ScriptedModel> {
  const model = await scriptedModel(...rules);
  onTestFinished(() => model.close());
  return model;
}

const ask = (model: ScriptedModel, { path, headers, body }: Captured): Promise<Response> =>
  fetch(`${model.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

const back = { to: 'overlord', subject: 'back', body: 'ok' };

const expected: Record<AgentKind, { tool: string; call: unknown[]; shell: unknown[] }> = {
  codex: {
    tool: 'mcp__ovld_relay__check_inbox',
    call: ['mcp__ovld_relay', 'send_message', back],
    shell: [undefined, 'exec_command', { cmd: 'make' }],
  },
  opencode: {
    tool: 'ovld-relay_check_inbox',
    call: ['ovld-relay_send_message', back],
    shell: ['bash', { command: 'make' }],
  },
  qwen: {
    tool: 'mcp__ovld-relay__check_inbox',
    call: ['mcp__ovld-relay__send_message', back],
    shell: ['run_shell_command', { command: 'make', description: 'a step of the script' }],
  },
  copilot: {
    tool: 'ovld-relay-check_inbox',
    call: ['ovld-relay-send_message', back],
    shell: ['bash', { command: 'make', description: 'a step of the script' }],
  },
  gemini: {
    tool: 'mcp_ovld-relay_check_inbox',
    call: ['mcp_ovld-relay_send_message', back],
    shell: ['run_shell_command', { command: 'make', description: 'a step of the script' }],
  },
};

describe.each(agentKinds)('a request of %s', (kind) => {
  const { tool, call: order, shell } = expected[kind];

  it('is read with its message, once however often it comes, and answered by the same rules', async () => {
    const model = await modelWith(followsOrders);
    const events = await eventsOf(await ask(model, captured(kind)));
    expect(saidIn(events)).toEqual({ text: '', calls: [order] });
    await (await ask(model, captured(kind))).text();
    const [first, second] = model.requests('storm');
    expect(first).toMatchObject({ purpose: 'turn', stream: true, retry: 0 });
    expect(first?.toolResults.map((result) => result.tool)).toEqual([tool]);
    expect(first?.allToolResults).toEqual(first?.toolResults);
    expect(first?.messageIds).toHaveLength(1);
    expect(first?.turns.some(({ role }) => role === 'assistant')).toBe(true);
    expect(first?.tools).toContain(tool);
    expect(second).toMatchObject({ retry: 1, news: [], newToolResults: [] });
    const [id = ''] = first?.messageIds ?? [];
    expect(model.fetched('storm').get(id)).toMatchObject({ times: 1, unmarked: 1 });
    expect(model.others()).toEqual([]);
  });

  it('gets a text in pieces, the shell by what it takes, and errors in its own words', async () => {
    const model = await modelWith();
    model.times(1, () => say('häil ☃ 𝄞', { pieces: 3 }));
    const events = await eventsOf(await ask(model, captured(kind)));
    expect(saidIn(events)).toEqual({ text: 'häil ☃ 𝄞', calls: [] });

    model.times(1, () => call([bash('make')]));
    const called = saidIn(await eventsOf(await ask(model, captured(kind)))).calls;
    expect(called).toEqual([shell]);

    model.times(1, () => refuse(429, 3));
    const limited = await ask(model, captured(kind));
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await limited.text()).toContain('scripted 429');
    model.times(1, () => refuse(529));
    expect((await ask(model, captured(kind))).status).toBe(503);
    model.times(1, () => hangUp());
    await expect(ask(model, captured(kind))).rejects.toThrow();
  });
});

describe('what programs ask on their own', () => {
  const chatOf = (messages: readonly object[], more: object = {}): Captured => ({
    path: '/as/storm/v1/chat/completions',
    headers: {},
    body: { model: 'small', messages, ...more },
  });
  const purposes = (model: ScriptedModel): string[] =>
    model.entries('storm').map(({ request }) => request.purpose);

  it('is no turn: titles, suggestions, memories, classifiers and summaries', async () => {
    const model = await modelWith(followsOrders);
    const { tools } = captured('qwen').body;
    const user = (content: string): object => ({ role: 'user', content });
    const system = (content: string): object => ({ role: 'system', content });
    for (const [messages, more] of [
      [[system('You are a title generator.'), user('hail')], {}],
      [[user('[SUGGESTION MODE: Suggest what the user might naturally type next.]')], { tools }],
      [[system('You are now acting as the managed memory extraction subagent for')], { tools }],
      [[system('You are a context summarization agent.'), user('go')], {}],
      [[user('Please create a detailed summary of the conversation so far.')], { tools }],
    ] as const) {
      expect((await ask(model, chatOf(messages, more))).status).toBe(200);
    }
    expect(purposes(model)).toEqual(['side', 'side', 'side', 'compaction', 'compaction']);
    expect(model.requests()).toEqual([]);
  });

  it('is answered in the shape it must have', async () => {
    const model = await modelWith(followsOrders);
    const schema = {
      type: 'object',
      required: ['score', 'shouldBlock', 'why'],
      properties: {
        score: { type: 'integer', minimum: 3 },
        shouldBlock: { type: 'boolean' },
        why: { enum: ['none', 'other'] },
        more: { type: 'string' },
      },
    };
    const fits = { score: 3, shouldBlock: false, why: 'none' };
    const tool = { type: 'function', function: { name: 'respond_in_schema', parameters: schema } };
    const asTool = await ask(model, chatOf([], { tools: [tool] }));
    expect(saidIn(await eventsOf(asTool)).calls).toEqual([['respond_in_schema', fits]]);
    const routing = {
      path: '/as/storm/v1beta/models/flash:generateContent',
      headers: {},
      body: { contents: [], generationConfig: { responseJsonSchema: schema } },
    };
    const { text } = saidIn(await eventsOf(await ask(model, routing)));
    expect(JSON.parse(text)).toEqual(fits);
  });

  it('knows Codex by what it says it asks for, counts tokens, and lists a model', async () => {
    const model = await modelWith();
    const asked = captured('codex');
    for (const about of [
      { thread_id: 't', request_kind: 'compaction' },
      { thread_id: 'u', request_kind: 'turn', thread_source: 'thread_title' },
      { thread_id: 't', request_kind: 'turn', thread_source: 'user' },
    ]) {
      const headers = { 'x-codex-turn-metadata': JSON.stringify(about) };
      await (await ask(model, { ...asked, headers })).text();
    }
    expect(purposes(model)).toEqual(['compaction', 'side', 'turn']);
    const path = '/as/storm/v1beta/models/flash:countTokens';
    const counted = await ask(model, { path, headers: {}, body: { contents: [] } });
    expect(await counted.json()).toEqual({ totalTokens: 4 });
    const models = await fetch(`${model.urlAs('storm')}/v1/models`);
    expect(await models.json()).toMatchObject({ data: [{ id: 'scripted' }] });
    expect(model.others()).toEqual([]);
    await fetch(`${model.urlAs('storm')}/v1/embeddings`, { method: 'POST' });
    expect(model.others()).toEqual(['POST /v1/embeddings']);
  });
});

describe('a result of check_inbox', () => {
  const result = (text: string): ToolResult => ({
    id: 'a',
    tool: 'ovld-relay-check_inbox',
    text,
    isError: false,
  });
  const data = JSON.stringify({ messages: [{ id: 'm', from: 'storm', body: 'b' }], remaining: 2 });
  const head = '#1 from storm (normal, 2026-11-19T18:35:52.412Z, 0mwnw53h8-kz0-4-ky2gjp): "big"';

  it('has a message once where both faces are shown, in either order', () => {
    const text = `1 message.\n${head}\n\t{"messages":[]}`;
    for (const both of [`${text}\n\n${data}`, `${data}\n${text}`, `Output:\n${data}`]) {
      expect(lettersIn(result(both))).toMatchObject([{ id: 'm', from: 'storm', body: 'b' }]);
      expect(saysMore(result(both))).toBe(true);
    }
    expect(lettersIn(result(text))).toMatchObject([{ body: '{"messages":[]}' }]);
  });

  it.each([
    `<persisted-output>\nOutput too large (97 KB). Full output saved to: /f\n${data}`,
    `Output too large to read at once (96.8 KB). Saved to: /f\n${head}\n\tb`,
    `<untrusted_context>\n${head}\n\tb\n\n... [9,522 characters omitted] ...\n\n\tb`,
    `Output:\n${data.replace('"b"', '"b…7 tokens truncated…b"')}`,
  ])('does not count where the program has cut it: %s', (text) => {
    expect(lettersIn(result(text))).toEqual([]);
  });
});
