import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { agentArmy, type AgentArmy } from '../support/agent-army.ts';
import { bash, call, gate, refuse, relayCall, say, type Reply } from '../support/model/reply.ts';
import { readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { argvOf } from '../support/mux-world.ts';
import { missingAgent, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** The answer to a person's words, before any tool has run. */
const onWords =
  (words: string, reply: () => Reply): Rule =>
  ({ isMain, toolResults, lastUserText }) =>
    isMain && toolResults.length === 0 && lastUserText.includes(words) ? reply() : undefined;

/** What a hook adds to the result of a tool stands in it. */
const heedsResults: Rule = ({ toolResults }) =>
  toolResults.some(({ tool, text }) => tool === 'bash' && text.includes('[MESSAGE from '))
    ? call([relayCall('check_inbox')])
    : undefined;

const DRAFT = 'a draft of mine';
const draftStands = (world: AgentArmy) => world.shows(new RegExp(`^❯ ${DRAFT}`, 'm'));
const isIdle = (world: AgentArmy): Promise<unknown> =>
  waitFor(async () => (await world.state()) === 'idle', 'storm to be idle');
const rungBy = async (world: AgentArmy): Promise<string[]> =>
  (await world.log())
    .filter(({ event, to }) => event === 'rung' && to === 'storm')
    .map(({ by }) => by);
const refusedFor = async (world: AgentArmy): Promise<Set<unknown>> =>
  new Set(
    (await world.log())
      .filter(({ event, to }) => event === 'ring_failed' && to === 'storm')
      .map(({ code }) => code),
  );
const once = { times: 1, unmarked: 1 };

async function summoned(...more: Parameters<typeof agentArmy>[1][]): Promise<AgentArmy> {
  const world = await agentArmy('copilot', ...more);
  await world.summon('--no-rituals');
  return world;
}

beforeEach((context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  requireOrSkip(context, 'copilot', missingAgent('copilot'));
});

describe.each(muxKinds)('a real Copilot CLI in %s', (mux) => {
  beforeEach((context) => requireOrSkip(context, mux, missingProgram(mux)));

  it('is woken at rest, sees its mail once in each reply, and ends with its army [X16 X20]', async () => {
    const world = await summoned({ mux });
    const id = await world.mail('first');
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    const [request] = world.model.requests('storm');
    expect(request?.tools).toContain('ovld-relay-check_inbox');
    expect(request?.heard).toMatch(/\[MESSAGE from human\] You have mail: call check_inbox\. \(#/);
    await isIdle(world);
    expect(await rungBy(world)).toEqual(['typed']);
    const events = async (): Promise<string[]> =>
      (await world.log()).filter((one) => one.id === id).map(({ event }) => event);
    await waitFor(async () => (await events()).includes('acknowledged'), 'its turn to count');
    const words = world.running().flatMap(argvOf);
    expect(words).not.toContain('--ui-server');
    expect(await world.ovld(['unsummon', '--force'])).toMatchObject({ code: 0 });
    expect(world.running()).toEqual([]);
  });

  it('keeps a person’s draft, and is woken when it is gone [C2]', async () => {
    const world = await summoned({ mux });
    await world.type(DRAFT);
    await draftStands(world);
    const id = await world.mail('first');
    await waitFor(async () => (await refusedFor(world)).has('draft_present'), 'a refusal');
    await draftStands(world);
    expect(world.model.requests('storm')).toEqual([]);
    await world.type('\u0015');
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
  });

  it('is ended in its turn by two Escapes, and a draft stays [R15]', async () => {
    const half = gate();
    const world = await summoned({
      mux,
      rules: [onWords('speak', () => say('word '.repeat(40), { midway: half })), readsItsMail],
    });
    await world.line('speak');
    await waitFor(() => half.waiting === 1, 'half an answer');
    await world.type(DRAFT);
    await draftStands(world);
    const { stdout } = await world.ovld(['pause', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ interrupted: ['storm'] });
    expect(world.model.entries('storm')[0]).toHaveProperty('leftAt');
    half.open();
    await draftStands(world);
    await isIdle(world);
  });
});

describe('a real Copilot CLI in a turn', () => {
  it('hears of mail with the next request after a tool, once [R7]', async () => {
    const held = gate();
    const world = await summoned({
      seat: { args: ['--allow-tool=shell'] },
      rules: [
        onWords('toil', () => call([bash('echo toiled')], { before: held })),
        heedsResults,
        readsItsMail,
      ],
    });
    await world.line('toil');
    await waitFor(() => held.waiting === 1, 'the model to be asked');
    const id = await world.mail('first');
    held.open();
    const next = await world.model.waitFor(({ toolResults }) => toolResults.length > 0, 'a result');
    expect(next.toolResults.map(({ text }) => text).join()).toMatch(/toiled[^]*\[MESSAGE from /);
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

  it('is not answered for at its dialog, however often it is sent mail, and is told after it [C1]', async () => {
    const world = await summoned({
      rules: [onWords('make', () => call([bash('touch made')])), readsItsMail],
    });
    await world.line('make it');
    await world.shows(/❯ 1\. Yes/);
    const ids: string[] = [];
    for (const word of ['first', 'second', 'third']) {
      ids.push(await world.mail(word));
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect(await world.shows(/❯ 1\. Yes/)).toContain('touch made');
    }
    expect(await world.state()).toBe('waiting');
    expect((await world.ovld(['status', '--json'])).stdout).toContain('"asks": "permission"');
    expect(existsSync(join(world.project, 'made'))).toBe(false);
    await world.type('\u001b');
    for (const id of ids) expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    expect(existsSync(join(world.project, 'made'))).toBe(false);
  });

  it.each([
    ['is refused', () => refuse(400), 1],
    ['is put off, and comes to its answer', () => refuse(429, 0), 3],
    ['is put off, and never comes to its answer', () => refuse(429, 0), 6],
  ])('that %s by the API is idle again and can be woken [X7]', async (_how, reply, times) => {
    const world = await summoned();
    world.model.times(times, onWords('trouble', reply));
    await world.line('trouble');
    await waitFor(() => world.model.entries('storm').length >= times, 'the refusals', 90_000);
    const id = await world.mail('first');
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    await isIdle(world);
  });

  it('goes on for its subagents without a turn of theirs being its own [R12]', async () => {
    const half = gate();
    const world = await summoned({
      rules: [
        onWords('delegate', () =>
          call([
            {
              tool: 'task',
              input: {
                name: 'scout',
                agent_type: 'explore',
                description: 'a look',
                prompt: 'look around',
                mode: 'sync',
              },
            },
          ]),
        ),
        onWords('look around', () => say('Seen. ')),
        readsItsMail,
      ],
    });
    world.model.times(1, ({ toolResults }) =>
      toolResults.some(({ tool }) => tool === 'task')
        ? say('It has looked. ', { midway: half })
        : undefined,
    );
    await world.line('delegate it');
    await waitFor(() => half.waiting === 1, 'the answer after the subagent');
    expect(await world.state()).toBe('busy');
    half.open();
    await isIdle(world);
    const state = readFileSync(join(world.relayDir(), 'state', 'storm'), 'utf8');
    expect(state).toContain('"turns":"000001"');
  });
});

describe('a real Copilot CLI that loses something', () => {
  const relayOf = (world: AgentArmy): number | undefined =>
    world
      .running()
      .find(
        (pid) =>
          argvOf(pid).includes('relay') &&
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes('OVLD_ROLE=storm'),
      );
  const transcriptOf = (world: AgentArmy): string => {
    const noted = readFileSync(join(world.relayDir(), 'conversation', 'storm'), 'utf8');
    const { transcript } = JSON.parse(noted) as { transcript: string };
    return existsSync(transcript) ? readFileSync(transcript, 'utf8') : '';
  };
  const seatsOf = (world: AgentArmy): number[] =>
    world.running().filter((pid) => argvOf(pid).includes('--additional-mcp-config'));

  it('is told to start its relay again, and is woken [C12]', async () => {
    const world = await summoned();
    const relay = await waitFor(() => relayOf(world), 'its relay');
    process.kill(relay, 'SIGKILL');
    await waitFor(() => ![undefined, relay].includes(relayOf(world)), 'another relay');
    const id = await world.mail('first');
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
    expect(await rungBy(world)).toContain('reconnect');
  });

  it('is started again in its conversation when it was killed, and nothing else is left', async () => {
    const world = await summoned();
    const first = await world.mail('first');
    await world.model.waitForFetched('storm', first);
    await isIdle(world);
    // It writes its conversation down a moment after its turn.
    await waitFor(() => transcriptOf(world).includes(first), 'the mail in its transcript');
    for (const pid of seatsOf(world)) process.kill(pid, 'SIGKILL');
    await waitFor(() => relayOf(world) === undefined, 'its relay to end with it');
    const restarted = await world.ovld(['restart', 'storm', '--resume']);
    expect(restarted.stdout).toMatch(/storm: restarted in pane \S+, conversation resumed/);
    const second = await world.mail('second');
    expect(await world.model.waitForFetched('storm', second)).toMatchObject(once);
    expect(world.model.requests('storm').at(-1)?.messageIds).toContain(first);
    expect(await world.ovld(['unsummon', '--force'])).toMatchObject({ code: 0 });
  });

  it('is given its role again after /clear, and is woken in its new conversation [C11]', async () => {
    const world = await agentArmy('copilot');
    await world.summon();
    await isIdle(world);
    await world.line('/clear');
    await world.shows(/reloaded/);
    await world.line('who are you');
    const asked = await world.model.waitFor(
      ({ lastUserText }) => lastUserText.includes('who are you'),
      'the question',
    );
    expect(asked.heard).toMatch(/You are \*{0,2}storm/i);
    const id = await world.mail('first');
    expect(await world.model.waitForFetched('storm', id)).toMatchObject(once);
  });
});

describe('a real Copilot CLI at its start', () => {
  it('has its ritual in its system prompt', async () => {
    const world = await agentArmy('copilot', { config: { ritual: { delivery: 'system-prompt' } } });
    await world.summon();
    const id = await world.mail('first');
    await world.model.waitForFetched('storm', id);
    const [request] = world.model.requests('storm');
    expect(request?.system).toMatch(/You are \*{0,2}storm/i);
    expect(request?.lastUserText).not.toMatch(/You are \*{0,2}storm/i);
  });

  it('asks for trust, is told so, and nothing is typed into the question [X16 C1]', async () => {
    const world = await agentArmy('copilot', { trusted: false });
    await world.ovld(['summon', '--detach']);
    await world.shows('Do you trust the files in this folder?');
    const id = await world.mail('first');
    expect((await world.ovld(['status', '--json'])).stdout).toContain('"asks": "trust"');
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await world.shows('Do you trust the files in this folder?');
    expect(world.model.requests('storm')).toEqual([]);
    expect(existsSync(join(world.relayDir(), 'postponed', 'storm'))).toBe(true);
    await world.type('\r');
    await waitFor(() => !existsSync(join(world.relayDir(), 'postponed', 'storm')), 'its answer');
    const ritual = await world.model.waitFor(
      ({ lastUserText }) => /You are \*{0,2}storm/i.test(lastUserText),
      'its ritual',
      60_000,
    );
    expect(ritual.n).toBe(1);
    expect(await world.model.waitForFetched('storm', id, 60_000)).toMatchObject(once);
  });
});
