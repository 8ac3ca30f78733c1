import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentKinds, type AgentKind } from '../support/agent-kinds.ts';
import { agentWorld } from '../support/agent-world.ts';
import { bash, call, gate, refuse, relayCall, say } from '../support/model/reply.ts';
import { followsOrders, onWords, order } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { missingAgent, missingProgram, requireOrSkip } from '../support/require.ts';
import { readyRelay } from '../support/relay-process.ts';
import { waitFor } from '../support/wait-for.ts';

/** A turn that begins with a person's words, and has no tool result yet. */
const onceHeard =
  (words: string, rule: Rule): Rule =>
  (request) =>
    request.isMain && request.toolResults.length === 0 && request.lastUserText.includes(words)
      ? rule(request)
      : undefined;

describe.each(agentKinds)('the scripted model, asked by a real %s', (kind) => {
  it('answers a person, gives it the relay, and knows whose turn it is', async (context) => {
    requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    requireOrSkip(context, kind, missingAgent(kind));
    const world = await agentWorld({ rules: [onWords('hail', 'Hail to you.'), followsOrders] });
    const { model } = world;
    const agent = await world.alone(kind, 'storm');

    await agent.submit('hail, model');
    await agent.shows('Hail to you.');
    expect(model.requests('storm')).toMatchObject([{ retry: 0, stream: true }]);

    // What is refused is tried again by the client.
    model.times(
      1,
      onceHeard('trouble', () => refuse(429, 0)),
    );
    model.times(
      1,
      onceHeard('trouble', () => refuse(529)),
    );
    await agent.submit('trouble no more');
    await agent.shows('Done.');
    const again = model.requests('storm').filter(({ retry }) => retry > 0);
    expect(again.map(({ retry }) => retry)).toEqual([1, 2]);

    const back = { tool: 'send_message', input: { to: 'overlord', subject: 'back', body: 'ok' } };
    const overlord = await readyRelay(world.relayDir(), 'overlord');
    const letter = { to: 'storm', subject: 'go', body: order(back) };
    const { data } = await overlord.call('send_message', letter);
    model.times(
      1,
      onceHeard('look', () => call([relayCall('check_inbox')])),
    );
    await agent.submit('look into it');
    const seen = await model.waitForFetched('storm', String(data['id']));
    expect(seen).toMatchObject({ times: 1, unmarked: 1 });
    const sent = await model.waitFor(
      ({ toolResults }) => toolResults.some(({ tool }) => tool.endsWith('send_message')),
      'an order to be carried out',
    );
    expect(sent.allToolResults.map(({ isError }) => isError)).toEqual([false, false]);
    const { text } = await overlord.call('check_inbox', {});
    expect(text).toContain('"back"');

    model.times(
      1,
      onceHeard('make', () => call([bash('echo made')])),
    );
    await agent.submit('make something');
    const made = await model.waitFor(
      ({ toolResults }) => toolResults.some((result) => /^(?:Output: )?made$/m.test(result.text)),
      'what the shell says',
    );
    expect(made.role).toBe('storm');

    const half = gate();
    model.times(
      1,
      onceHeard('begin', () => say('Begun and ended.', { midway: half })),
    );
    await agent.submit('begin and wait');
    await waitFor(() => half.waiting === 1, 'half an answer');
    half.open();
    await agent.shows('Begun and ended.');

    expect(new Set(model.entries().map(({ request }) => request.role))).toEqual(new Set(['storm']));
    expect(model.others()).toEqual([]);
  });
});

/** What each asks about a folder that it does not know; opencode never asks. */
const QUESTIONS: Partial<Record<AgentKind, string>> = {
  codex: 'Trust this folder?',
  qwen: 'Do you trust this folder?',
  copilot: 'Do you trust the files in this folder?',
  gemini: 'Do you trust the files in this folder?',
};

describe('the homes of the real agents', () => {
  it('let them ask about the folder where a test wants that', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    for (const kind of agentKinds) requireOrSkip(context, kind, missingAgent(kind));
    const world = await agentWorld({ trusted: false });
    // Codex asks in a repository only.
    execFileSync('git', ['init', '-q', world.project]);
    await Promise.all(
      Object.entries(QUESTIONS).map(([kind, question]) =>
        world.begin(kind as AgentKind, 'storm').shows(question),
      ),
    );
    expect(world.model.entries()).toEqual([]);
  });

  it('leave to a caller of opencode what is not the model’s', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    requireOrSkip(context, 'opencode', missingAgent('opencode'));
    const world = await agentWorld();
    const callers = JSON.stringify({ model: 'a/b', permission: { bash: 'deny' }, username: 'me' });
    const { stdout } = spawnSync(join(world.dir, 'bin', 'opencode'), ['debug', 'config'], {
      env: { ...world.env, OPENCODE_CONFIG_CONTENT: callers },
      cwd: world.project,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({
      model: 'scripted/scripted',
      permission: { bash: 'deny' },
      username: 'me',
      provider: { scripted: { options: { baseURL: `${world.model.urlAs('unnamed')}/v1` } } },
    });
  });

  it('let a codex run behind an app-server, whose titles are no turns', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    requireOrSkip(context, 'codex', missingAgent('codex'));
    const world = await agentWorld({ rules: [onWords('hail', 'Hail to you.')] });
    const { model } = world;
    const socket = join(world.dir, 'app.sock');
    const [server, seat] = [world.terminal(), world.terminal()];
    server.line(`OVLD_ROLE=storm codex app-server --listen unix://${socket}`);
    await waitFor(() => existsSync(socket), 'the app-server');
    seat.line(`clear; OVLD_ROLE=storm codex --remote unix://${socket}`);
    await seat.shows('› Ask Codex');
    seat.keys('-l', 'hail, model');
    await seat.shows('› hail, model');
    seat.keys('Enter');
    await seat.shows('Hail to you.');
    await waitFor(
      () => model.entries('storm').some(({ request }) => request.purpose === 'side'),
      'a title to be asked for',
    );
    expect(model.requests('storm')).toHaveLength(1);
    expect(model.others()).toEqual([]);
  });
});
