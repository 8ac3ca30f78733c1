import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { agentArmy, type AgentArmyOptions } from '../support/agent-army.ts';
import { isRunning } from '../support/mock-agent.ts';
import { bash, call, gate, refuse, say } from '../support/model/reply.ts';
import { readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { argvOf } from '../support/mux-world.ts';
import { journal } from '../support/post.ts';
import { missingAgent, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const SEAT = 'storm';
/** It starts in ten seconds on a machine that has nothing else to do. */
const PATIENCE_MS = 120_000;

const parentOf = (pid: number): number =>
  Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Summoned, and at its first screen. */
async function seated(options: AgentArmyOptions) {
  const world = await agentArmy('opencode', options);
  await world.summon('--no-rituals');
  const shows = (what: RegExp) => world.shows(what, PATIENCE_MS);
  await shows(/Ask anything/);
  const events = () => journal(world).filter(({ to }) => to === SEAT);
  const state = (): string => {
    const file = join(world.relayDir(), 'state', SEAT);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  return {
    ...world,
    shows,
    send: () => world.mail('news'),
    fetched: (id: string) => world.model.waitForFetched(SEAT, id, PATIENCE_MS),
    seen: (what: string) =>
      waitFor(() => state().includes(`"${what}"`), `it to be ${what}`, PATIENCE_MS),
    /** By what it was rung; on a machine with much to do, a ring that comes too late is tried again. */
    rings: (): string[] => events().flatMap(({ event, by }) => (event === 'rung' ? [by] : [])),
    attempts: (): number =>
      events().filter(({ event }) => event === 'rung' || event === 'ring_failed').length,
    count: (wanted: string): number => events().filter(({ event }) => event === wanted).length,
    agent: () =>
      world.running().find((pid) => {
        const [program = '', ...words] = argvOf(pid);
        return program.endsWith('opencode') && words.includes('--port');
      }) ?? 0,
    relayOf: (agent: number) =>
      world.running().find((pid) => argvOf(pid).includes('relay') && parentOf(pid) === agent) ?? 0,
    conversation: (): unknown =>
      JSON.parse(readFileSync(join(world.relayDir(), 'conversation', SEAT), 'utf8')),
  };
}

/** Never 0: a signal to that would go to the test itself. */
function known(pid: number): number {
  if (pid === 0) throw new Error('no such process');
  return pid;
}

/** A person's words that make its model do something. */
const on =
  (words: string, rule: Rule): Rule =>
  (request) =>
    request.isMain && request.toolResults.length === 0 && request.lastUserText.includes(words)
      ? rule(request)
      : undefined;

/** Slow to start: its second multiplexer is for the soak (`npm run soak -- agents`). */
const muxes = process.env['OVLD_BOTH_MUXES'] === undefined ? (['tmux'] as const) : muxKinds;

describe.each(muxes)('a real opencode in a seat of %s', { timeout: 400_000 }, (mux) => {
  beforeEach((context) => {
    requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
    requireOrSkip(context, mux, missingProgram(mux));
    requireOrSkip(context, 'opencode', missingAgent('opencode'));
  });

  it('is woken by its server: at its first screen, over a draft, in an answer, in a tool [X20 X21]', async () => {
    const half = gate();
    const speaks = on('speak', () => say('Half and whole.', { midway: half }));
    const toils = on('toil', () => call([bash('sleep 4')]));
    const army = await seated({ mux, rules: [speaks, toils, readsItsMail] });
    await army.type('half a thought');
    await army.shows(/half a thought/);
    await army.fetched(await army.send());
    await army.seen('idle');
    await army.shows(/half a thought/);
    expect(army.rings()).toEqual(['server']);
    await waitFor(() => army.count('acknowledged') === 1, 'it to be acknowledged');
    expect(army.conversation()).toMatchObject({ id: expect.stringMatching(/^ses_ovld/) });
    await army.type('\x15');

    await army.line('speak up');
    await waitFor(() => half.waiting === 1, 'half an answer');
    await army.seen('busy');
    const second = await army.send();
    await army.shows(/QUEUED/);
    half.open();
    await army.fetched(second);
    await army.seen('idle');

    await army.line('toil on');
    await army.shows(/sleep 4/);
    expect(await army.fetched(await army.send())).toMatchObject({ times: 1, unmarked: 1 });
    await army.seen('idle');
    expect(new Set(army.rings())).toEqual(new Set(['server']));
    await waitFor(() => army.count('acknowledged') === 3, 'all to be acknowledged');
    expect(army.count('put_back')).toBe(0);
    expect(army.model.others()).toEqual([]);
    expect((await army.ovld(['unsummon', '--force'])).code).toBe(0);
    await waitFor(() => army.running().length === 0, 'all to be gone');
  });

  it('takes a nudge at an open question, ten times, and nothing answers that but a person', async () => {
    const guarded = on('guarded', ({ lastUserText }) =>
      call([bash(`touch ${/made-\d+/.exec(lastUserText)?.[0]}`)]),
    );
    const seat = { permission_mode: 'ask' };
    const army = await seated({ mux, seat, rules: [guarded, readsItsMail] });
    for (let n = 0; n < 10; n += 1) {
      const file = join(army.project, `made-${n}`);
      await army.line(`guarded step made-${n}`);
      await army.shows(/Permission required/);
      await army.seen('waiting');
      const before = army.attempts();
      const id = await army.send();
      await waitFor(() => army.attempts() > before, 'a ring');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await army.shows(/Permission required/);
      expect(existsSync(file)).toBe(false);
      const isAllowed = n % 2 === 0;
      await army.type(isAllowed ? '\r' : '\x1b');
      await army.fetched(id);
      await army.seen('idle');
      expect(existsSync(file)).toBe(isAllowed);
    }
    expect([...army.model.fetched(SEAT).values()].every(({ unmarked }) => unmarked === 1)).toBe(
      true,
    );
  });

  it('gets a dead relay back by a call; killed itself, it is restarted in its conversation [C12]', async () => {
    const army = await seated({ mux });
    await army.fetched(await army.send());
    await army.seen('idle');
    const [agent, talk] = [army.agent(), army.conversation()];
    await army.type('a draft');
    await army.shows(/a draft/);
    process.kill(known(army.relayOf(agent)), 'SIGKILL');
    await waitFor(() => army.count('reconnected') === 1, 'its relay to be back', PATIENCE_MS);
    expect(army.agent()).toBe(agent);
    await army.shows(/a draft/);
    await army.fetched(await army.send());
    expect(army.conversation()).toEqual(talk);
    await army.seen('idle');

    process.kill(known(agent), 'SIGKILL');
    await waitFor(() => !isRunning(agent), 'its end');
    expect(await army.ovld(['restart', SEAT, '--resume'])).toMatchObject({ code: 0 });
    await army.shows(/check_inbox/);
    await army.fetched(await army.send());
    expect(army.conversation()).toEqual(talk);
    const asked = army.model.requests(SEAT).at(-1);
    expect(asked?.allToolResults.filter(({ tool }) => tool.endsWith('check_inbox'))).toHaveLength(
      3,
    );
    await army.seen('idle');

    expect(await army.ovld(['restart', SEAT])).toMatchObject({ code: 0 });
    await army.shows(/Ask anything/);
    await army.fetched(await army.send());
    expect(army.conversation()).not.toEqual(talk);
  });

  it('is rung after an error of its model, an Esc and a limit; a pause ends its turn [X7]', async () => {
    const [half, other] = [gate(), gate()];
    const army = await seated({ mux });
    const { model } = army;
    model.times(
      1,
      on('fail', () => refuse(400)),
    );
    await army.line('fail now');
    await army.shows(/scripted 400/);
    await army.fetched(await army.send());
    await army.seen('idle');

    model.times(
      1,
      on('speak', () => say('Half and whole.', { midway: half })),
    );
    await army.line('speak up');
    await waitFor(() => half.waiting === 1, 'half an answer');
    await army.seen('busy');
    const before = army.attempts();
    const id = await army.send();
    await waitFor(() => army.attempts() > before, 'a ring');
    await army.type('\x1b');
    await army.shows(/again to/);
    await army.type('\x1b');
    await army.shows(/interrupted/);
    // It stands in the conversation unanswered, and is rung again.
    await army.fetched(id);
    await army.seen('idle');

    model.times(
      2,
      on('try hard', () => refuse(429, 3)),
    );
    await army.line('try hard');
    await army.seen('retrying');
    await army.seen('idle');

    model.times(
      1,
      on('go on', () => say('Half and whole.', { midway: other })),
    );
    await army.line('go on now');
    await waitFor(() => other.waiting === 1, 'half an answer');
    await army.type('my draft');
    await army.shows(/my draft/);
    const { code, stdout, stderr } = await army.ovld(['pause']);
    expect({ code, said: code === 0 ? '' : `${stdout}${stderr}` }).toEqual({ code: 0, said: '' });
    await army.seen('idle');
    await army.shows(/my draft/);
  });

  it('is rung where a person has gone on: /new is silent until they speak [X18]', async () => {
    const army = await seated({ mux });
    await army.fetched(await army.send());
    await army.seen('idle');
    const old = army.conversation();
    await army.line('/new');
    await army.shows(/Ask anything/);
    // Unseen on the screen, and read all the same.
    await army.fetched(await army.send());
    expect(army.conversation()).toEqual(old);
    await army.shows(/Ask anything/);
    await army.seen('idle');
    await army.line('hello again');
    await army.shows(/Done\./);
    const now = await waitFor(() => {
      const talk = army.conversation();
      return JSON.stringify(talk) !== JSON.stringify(old) && { talk };
    }, 'another conversation');
    await army.fetched(await army.send());
    await army.shows(/check_inbox/);
    expect(army.conversation()).toEqual(now.talk);
  });
});
