import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { claudeWorld, type Alone } from '../support/claude-world.ts';
import { bash, call, gate, hangUp, refuse, relayCall, say } from '../support/model/reply.ts';
import { followsOrders, isWoken, onWords, order } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { argvOf } from '../support/mux-world.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

async function submit(claude: Alone, text: string): Promise<void> {
  claude.keys('-l', text);
  await claude.shows(text);
  claude.keys('Enter');
}

/** A turn that begins with a person's words, and has no tool result yet. */
const onceHeard =
  (words: string, rule: Rule): Rule =>
  (request) =>
    request.isMain && request.toolResults.length === 0 && request.lastUserText.includes(words)
      ? rule(request)
      : undefined;

describe('the scripted model, asked by a real claude', () => {
  beforeEach((context) => {
    requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    requireOrSkip(context, 'claude', missingClaude());
  });

  it('answers a person, also after refusals, stalls and at length', async () => {
    const world = await claudeWorld({ rules: [onWords('hail', 'Hail to the tower.')] });
    const { model } = world;
    const claude = await world.alone();
    await submit(claude, 'hail, model');
    await claude.shows('Hail to the tower.');
    expect(model.requests('overlord')).toMatchObject([{ retry: 0, stream: true }]);
    expect(model.requests('overlord')[0]?.tools).toContain('mcp__ovld-relay__check_inbox');

    // What is refused is tried again by the client.
    for (const trouble of [refuse(429, 0), refuse(529), hangUp()]) model.times(1, () => trouble);
    await submit(claude, 'hail once more');
    const last = await model.waitFor(({ retry }) => retry === 3, 'a fourth attempt');
    expect(last.lastUserText).toContain('hail once more');
    expect(last.news).toEqual([]);
    // A 400 is tried again without what is new in the API, then shown.
    const mend = model.first(onceHeard('broken', () => refuse(400)));
    await submit(claude, 'broken');
    await claude.shows('scripted 400');
    mend();

    model.times(
      1,
      onceHeard('work', () => call([bash('echo made')])),
    );
    await submit(claude, 'work a little');
    const worked = await model.waitFor(({ toolResults }) => toolResults.length > 0, 'a result');
    expect(worked.toolResults).toMatchObject([{ tool: 'Bash', text: 'made', isError: false }]);

    const never = gate();
    model.times(
      1,
      onceHeard('wait', () => say('It came at last.', { before: never })),
    );
    await submit(claude, 'wait for it');
    await waitFor(() => never.waiting === 1, 'an answer to be held back');
    await claude.shows('esc to interrupt');
    expect(claude.screen()).not.toContain('It came at last.');
    never.open();
    await claude.shows('It came at last.');

    const half = gate();
    model.times(
      1,
      onceHeard('leave', () => say('Begun and left.', { midway: half })),
    );
    await submit(claude, 'leave me');
    await waitFor(() => half.waiting === 1, 'half an answer');
    await claude.shows('esc to interrupt');
    claude.keys('Escape');
    await waitFor(() => model.entries().at(-1)?.leftAt, 'the client to leave');
    await claude.shows('Interrupted');
    half.open();

    const pace = { everyMs: 40, pieces: 20 };
    model.times(
      1,
      onceHeard('at length', () => say('word '.repeat(19) + 'END', pace)),
    );
    await submit(claude, 'speak at length');
    await claude.shows('END');
    const long = await waitFor(() => {
      const entry = model.entries().at(-1);
      return entry?.answeredAt !== undefined && entry.answeredAt - entry.request.at;
    }, 'the end of the answer');
    expect(long).toBeGreaterThanOrEqual(19 * 39);
    expect(model.others()).toEqual([]);
  });

  it("tells an agent’s turns from Claude's own requests, and a wake from a ritual", async () => {
    const world = await claudeWorld({ rules: [] });
    const { model } = world;
    const command = `printf '%s' '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"Mail: check_inbox. (#hook.1)"}}'`;
    const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] };
    const claude = await world.alone({ settings: { hooks } });
    await submit(claude, 'When [MESSAGE from …] appears, call check_inbox');
    const first = await model.waitFor(() => true, 'a turn');
    // Hooks speak as the system, in the conversation.
    expect(first.nudges).toEqual(['hook.1']);
    expect(first.lastUserText).not.toContain('hook.1');
    expect(isWoken({ ...first, heard: first.lastUserText })).toBe(false);
    await claude.shows('Done.');

    await world.post(claude.pid, '[MESSAGE from storm] You have mail: call check_inbox. (#sock.1)');
    const woken = await model.waitFor(({ nudges }) => nudges.includes('sock.1'), 'the wake');
    expect(isWoken(woken)).toBe(true);
    expect(woken.lastUserText).toContain('Another Claude session sent a message');

    const turns = model.requests().length;
    await waitFor(() => model.entries().every(({ answeredAt }) => answeredAt), 'the answers');
    await submit(claude, '/context');
    await waitFor(
      () => model.entries().some(({ request }) => request.purpose === 'count'),
      'a count',
    );
    await claude.shows('Estimated usage');
    await submit(claude, '/compact');
    await claude.shows('Compacted');
    expect(model.entries().filter(({ request }) => request.purpose === 'compaction')).toHaveLength(
      1,
    );
    expect(model.requests()).toHaveLength(turns);
  });

  it.each([true, false])('lets relays know of the inbox socket, or not: %s', async (socket) => {
    const world = await claudeWorld({ rules: [], socket });
    const { pid } = await world.alone();
    const relay = world.running().find((one) => argvOf(one).includes('relay')) ?? 0;
    expect(world.inbox(pid)).toBeDefined();
    const variables = readFileSync(`/proc/${relay}/environ`, 'utf8').split('\0');
    const known = variables.some((word) => word.startsWith('CLAUDE_CODE_MESSAGING_SOCKET='));
    expect(known).toBe(socket);
  });

  it('calls the real relay, and what is fetched counts once', async () => {
    const back = { tool: 'send_message', input: { to: 'overlord', subject: 'back', body: 'done' } };
    const letter = { to: 'strategist', subject: 'go', body: order(back) };
    const begin = onceHeard('begin', () => call([relayCall('send_message', letter)]));
    const world = await claudeWorld({
      rules: [begin, followsOrders],
      roles: ['overlord', 'strategist'],
    });
    const { model } = world;
    await world.summon('--no-rituals');
    expect([...world.claudes().values()].toSorted()).toEqual(['overlord', 'strategist']);
    await world.line('overlord', 'begin now');
    const { id } = await waitFor(
      () => [...model.fetched('overlord').values()][0],
      'the answer',
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${model.transcript()}`);
    });
    expect([...model.fetched('strategist').values()]).toMatchObject([{ times: 1, unmarked: 1 }]);
    expect(model.fetched('strategist').has(id)).toBe(false);

    // Later requests repeat it.
    await world.shows('overlord', /❯/);
    await world.line('overlord', 'anything else?');
    const later = await model.waitFor((r) => r.lastUserText.includes('anything'), 'a later turn');
    expect(later).toMatchObject({ role: 'overlord', messageIds: [id] });
    expect(model.fetched('overlord').get(id)).toMatchObject({ times: 1, unmarked: 1 });
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  });
});
