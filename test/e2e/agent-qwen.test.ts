import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { agentArmy, type AgentArmy } from '../support/agent-army.ts';
import { bash, call, gate, refuse, relayCall, say, type Reply } from '../support/model/reply.ts';
import { readsItsMail } from '../support/model/rules.ts';
import type { ModelRequest } from '../support/model/request.ts';
import type { Rule } from '../support/model/server.ts';
import { argvOf } from '../support/mux-world.ts';
import { missingAgent, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** The answer to a person's words, before any tool has run. */
const onWords =
  (words: string, reply: () => Reply): Rule =>
  ({ isMain, toolResults, lastUserText }) =>
    isMain && toolResults.length === 0 && lastUserText.includes(words) ? reply() : undefined;

const isToldByTool = ({ isMain, toolResults }: ModelRequest): boolean =>
  isMain && toolResults.some(({ text }) => /^\[MESSAGE from .*check_inbox\. \(#/m.test(text));

const DRAFT = 'a draft of mine';
const draftStands = (world: AgentArmy) => world.shows(new RegExp(`^> ${DRAFT}`, 'm'));
const isIdle = (world: AgentArmy): Promise<unknown> =>
  waitFor(async () => (await world.state()) === 'idle', 'storm to be idle');
const isAcknowledged = (world: AgentArmy, id: string): Promise<unknown> =>
  waitFor(
    async () => (await world.log()).some((one) => one.event === 'acknowledged' && one.id === id),
    'its turn to count',
  );
const rungBy = async (world: AgentArmy): Promise<string[]> =>
  (await world.log())
    .filter(({ event, to }) => event === 'rung' && to === 'storm')
    .map(({ by }) => by);
const once = { times: 1, unmarked: 1 };

async function summoned(...more: Parameters<typeof agentArmy>[1][]): Promise<AgentArmy> {
  const world = await agentArmy('qwen', ...more);
  await world.summon('--no-rituals');
  return world;
}

beforeEach((context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  requireOrSkip(context, 'qwen', missingAgent('qwen'));
});

describe.each(muxKinds)('a real Qwen Code in %s', (mux) => {
  beforeEach((context) => requireOrSkip(context, mux, missingProgram(mux)));

  it('is woken at rest by its inbox, over a draft that stays, and ends with its army [X8 X9 X10 C2]', async () => {
    const world = await summoned({ mux });
    await world.type(DRAFT);
    await draftStands(world);
    const id = await world.mail('first');
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    const [request] = world.model.requests('storm');
    expect(request?.tools).toContain('mcp__ovld-relay__check_inbox');
    expect(request?.heard).toMatch(/\[MESSAGE from human\] You have mail: call check_inbox\. \(#/);
    await draftStands(world);
    await isIdle(world);
    expect(await rungBy(world)).toEqual(['socket']);
    await isAcknowledged(world, id);
    expect(await world.ovld(['unsummon', '--force'])).toMatchObject({ code: 0 });
  });

  it('shows a turn by a sign that moves, and no word of a person’s is needed for that [X7]', async () => {
    const half = gate();
    const world = await summoned({
      mux,
      env: { LANG: 'ja_JP.UTF-8' },
      rules: [onWords('speak', () => say('word '.repeat(40), { midway: half })), readsItsMail],
    });
    await world.line('speak');
    await waitFor(() => half.waiting === 1, 'half an answer');
    const { stdout } = await world.ovld(['pause', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ interrupted: ['storm'], failed: [] });
    await waitFor(() => world.model.entries('storm')[0]?.leftAt !== undefined, 'its end');
    half.open();
    // What was asked comes back into the composer.
    await world.shows(/^> speak/m);
    await isIdle(world);
  });
});

describe('a real Qwen Code in a turn', () => {
  it('hears of mail with the next request after a tool, once [R7]', async () => {
    const held = gate();
    const world = await summoned({
      seat: { permission_mode: 'yolo' },
      rules: [
        onWords('toil', () => call([bash('echo toiled')], { before: held })),
        // What a hook adds to a tool's result stands in it.
        (request) => (isToldByTool(request) ? call([relayCall('check_inbox')]) : undefined),
        readsItsMail,
      ],
    });
    await world.line('toil');
    await waitFor(() => held.waiting === 1, 'the model to be asked');
    const id = await world.mail('first');
    held.open();
    const next = await world.model.waitFor(isToldByTool, 'the result of a tool');
    expect(next.toolResults[0]?.text).toContain('toiled');
    expect(next.n).toBe(2);
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    await isIdle(world);
    expect(await rungBy(world)).toEqual(['hook:tool']);
  });

  it('hears of mail right after a long answer, and goes on [R7]', async () => {
    const half = gate();
    const world = await summoned({
      rules: [onWords('speak', () => say('word '.repeat(40), { midway: half })), readsItsMail],
    });
    await world.line('speak');
    await waitFor(() => half.waiting === 1, 'half an answer');
    const id = await world.mail('first');
    half.open();
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    await isIdle(world);
    expect(await rungBy(world)).toEqual(['hook:stop']);
    expect(existsSync(join(world.relayDir(), 'person', 'storm'))).toBe(true);
  });

  it('that a wake has begun is given further mail after it, and nothing is typed into it [X9]', async () => {
    const half = gate();
    const world = await summoned({ rules: [readsItsMail] });
    world.model.times(1, ({ nudges }) =>
      nudges.length > 0 ? say('Let me think. ', { midway: half }) : undefined,
    );
    const first = await world.mail('first');
    await waitFor(() => half.waiting === 1, 'half an answer');
    // Long enough for a second rung of the ladder.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    const second = await world.mail('second');
    expect(await world.screen()).not.toMatch(/^> \[MESSAGE/m);
    expect(await rungBy(world)).toEqual(['socket']);
    half.open();
    for (const id of [first, second])
      expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    await isIdle(world);
  });

  it('is not answered for at its dialog, however often it is sent mail, and is told after it [C1]', async () => {
    const world = await summoned({
      seat: { permission_mode: 'default' },
      rules: [onWords('make', () => call([bash('touch made')])), readsItsMail],
    });
    await world.line('make it');
    await world.shows(/› 1\. Yes/);
    const ids: string[] = [];
    for (const word of ['first', 'second', 'third']) {
      ids.push(await world.mail(word));
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect(await world.shows(/› 1\. Yes/)).toContain('touch made');
    }
    expect(await world.state()).toBe('waiting');
    expect((await world.ovld(['status'])).stdout).toMatch(/permission|waits/i);
    expect(existsSync(join(world.project, 'made'))).toBe(false);
    await world.type('\u001b');
    for (const id of ids) expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    expect(existsSync(join(world.project, 'made'))).toBe(false);
  });

  it('keeps a person’s draft where it is to be interrupted [C2 R15]', async () => {
    const half = gate();
    const world = await summoned({
      rules: [onWords('speak', () => say('word '.repeat(40), { midway: half })), readsItsMail],
    });
    await world.line('speak');
    await waitFor(() => half.waiting === 1, 'half an answer');
    await world.type(DRAFT);
    await draftStands(world);
    const paused = await world.ovld(['pause', '--json']);
    expect(JSON.parse(paused.stdout)).toMatchObject({
      failed: [{ role: 'storm', code: 'draft_present' }],
    });
    await draftStands(world);
    half.open();
  });

  it.each([
    ['is refused', () => refuse(400), 1],
    ['is put off, and comes to its answer', () => refuse(429, 0), 3],
  ])('that %s by the API is idle again and can be woken [X7]', async (_how, reply, times) => {
    const world = await summoned();
    world.model.times(times, onWords('trouble', reply));
    await world.line('trouble');
    await waitFor(() => world.model.entries('storm').length >= times, 'the refusals');
    await isIdle(world);
    const id = await world.mail('first');
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
  });
});

describe('a real Qwen Code that loses something', () => {
  const relayOf = (world: AgentArmy): number | undefined =>
    world
      .running()
      .find(
        (pid) =>
          argvOf(pid).includes('relay') &&
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes('OVLD_ROLE=storm'),
      );
  const seatsOf = (world: AgentArmy): number[] =>
    world.running().filter((pid) => argvOf(pid).some((word) => word.includes('qwen-code')));

  it('starts a dead relay again for the call that it is woken for, and repeats that [C12]', async () => {
    const world = await summoned();
    const relay = await waitFor(() => relayOf(world), 'its relay');
    process.kill(relay, 'SIGKILL');
    await waitFor(() => relayOf(world) === undefined, 'its end');
    const id = await world.mail('first');
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    expect(relayOf(world)).toBeDefined();
    expect(world.model.transcript()).not.toContain('Automatic replay was skipped');
    const next = await world.mail('second');
    expect(await world.model.waitForFetched('storm', next)).toMatchObject(once);
    expect((await rungBy(world)).at(-1)).toBe('socket');
  });

  it('is started again in its conversation when it was killed, and nothing else is left', async () => {
    const world = await summoned();
    const first = await world.mail('first');
    await world.model.waitForFetched('storm', first);
    await isAcknowledged(world, first);
    const noted = readFileSync(join(world.relayDir(), 'conversation', 'storm'), 'utf8');
    const { transcript } = JSON.parse(noted) as { transcript: string };
    await waitFor(() => readFileSync(transcript, 'utf8').includes(first), 'it to be on disk');
    for (const pid of seatsOf(world)) {
      if (argvOf(pid)[0]?.includes('node')) process.kill(pid, 'SIGKILL');
    }
    await waitFor(
      () => seatsOf(world).every((pid) => !argvOf(pid)[0]?.includes('node')),
      'its end',
    );
    await waitFor(() => relayOf(world) === undefined, 'its relay to end with it');
    const restarted = await world.ovld(['restart', 'storm', '--resume']);
    expect(`${restarted.stdout}${restarted.stderr}`).toMatch(
      /storm: restarted in pane \S+, conversation resumed/,
    );
    const second = await world.mail('second');
    expect(await world.model.waitForFetched('storm', second)).toMatchObject(once);
    expect(JSON.stringify(world.model.requests('storm').at(-1)?.turns)).toContain(first);
    expect(await world.ovld(['unsummon', '--force'])).toMatchObject({ code: 0 });
  });
});

describe('a real Qwen Code at its start', () => {
  it('has its ritual in its system prompt, and an administrator’s hooks run beside ours [X12]', async () => {
    const world = await agentArmy('qwen', { config: { ritual: { delivery: 'system-prompt' } } });
    const seen = join(world.dir, 'audit');
    const hooks = [{ type: 'command', command: `cat >> ${seen}` }];
    const system = join(world.dir, 'admin.json');
    writeFileSync(system, JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }));
    const env = { QWEN_CODE_SYSTEM_SETTINGS_PATH: system };
    const { code, stderr } = await world.ovld(['summon', '--detach'], undefined, env);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const id = await world.mail('first');
    await world.model.waitForFetched('storm', id);
    const [request] = world.model.requests('storm');
    expect(request?.system).toContain('SessionStart additional context');
    expect(request?.system).toMatch(/You are \*{0,2}storm/i);
    expect(request?.turns.length).toBeLessThan(4);
    await waitFor(() => existsSync(seen), 'the administrator’s hook');
  });

  it('asks for trust where its settings want that, and is told so', async () => {
    const world = await agentArmy('qwen', { trusted: false });
    await world.ovld(['summon', '--detach', '--no-rituals']);
    await world.shows('Do you trust this folder?');
    expect((await world.ovld(['status', '--json'])).stdout).toContain('"asks": "trust"');
    await world.type('\r');
    const id = await world.mail('first');
    expect(await world.model.waitForFetched('storm', id, 60_000)).toMatchObject(once);
  });
});
