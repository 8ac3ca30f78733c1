import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { ritualOf } from '../support/army-world.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { gate, relayCall, call, say } from '../support/model/reply.ts';
import type { ModelRequest } from '../support/model/request.ts';
import { readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { killAll } from '../support/mux-world.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** Told by a person, the overlord sends what it was told. */
const sends: Rule = ({ isMain, role, lastUserText, toolResults }) => {
  const [, subject = ''] = /please send (\w+)/.exec(lastUserText) ?? [];
  if (!isMain || role !== 'overlord' || subject === '' || toolResults.length > 0) return undefined;
  return call([relayCall('send_message', { to: 'strategist', subject, body: 'read it' })]);
};

/** What was typed, posted or called for; not what the agent's own hooks and settings add. */
const textOf = ({ turns }: ModelRequest): string =>
  turns
    .filter(({ role }) => role === 'user')
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n');

const lastOf = (world: ClaudeWorld, role: string): ModelRequest | undefined =>
  world.model.requests(role).at(-1);

const claudeOf = (world: ClaudeWorld, role: string): number =>
  [...world.claudes()].find(([, name]) => name === role)?.[0] ?? 0;

/** The subjects of mail in results the model was shown in its last request. */
const shown = (world: ClaudeWorld, subject: string): boolean =>
  lastOf(world, 'strategist')?.allToolResults.some(({ text }) => text.includes(subject)) === true;

/** As the hook of an agent notes it at its start; once the agent has written down what it was `told`. */
async function noteConversation(world: ClaudeWorld, role: string, told = ''): Promise<string> {
  const id = lastOf(world, role)?.session ?? '';
  const projects = join(world.dir, 'home', '.claude', 'projects');
  const transcript = await waitFor(
    () =>
      readdirSync(projects)
        .map((name) => join(projects, name, `${id}.jsonl`))
        .find((path) => existsSync(path)),
    `the transcript of ${role}`,
  );
  await waitFor(() => readFileSync(transcript, 'utf8').includes(told), `${told} in ${transcript}`);
  writeFileSync(join(world.relayDir(), 'conversation', role), JSON.stringify({ id, transcript }));
  return id;
}

describe.each(muxKinds)('a real claude in a seat on %s', (kind) => {
  it('that is killed in a turn is replaced with ritual and mail; its conversation continues on request', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    requireOrSkip(context, 'claude', missingClaude());
    const world = await claudeWorld({
      mux: kind,
      roles: ['overlord', 'strategist'],
      rules: [sends, readsItsMail],
    });
    const { model } = world;
    await world.summon();
    const ritual = ritualOf('strategist').slice(0, 60);
    const first = await model.waitFor(
      (one) => one.role === 'strategist' && textOf(one).includes(ritual),
      'the ritual at the model',
    );

    // In the middle of an answer, with mail it has not read.
    const held = gate();
    model.times(1, ({ role, lastUserText }) =>
      role === 'strategist' && lastUserText.includes('a long thought')
        ? say('Never finished', { midway: held })
        : undefined,
    );
    await world.line('strategist', 'think a long thought');
    await waitFor(() => held.waiting === 1, 'the answer to begin');
    await world.line('overlord', 'please send apples');
    await waitFor(() => lastOf(world, 'overlord')?.toolResults.length === 1, 'it to be sent');
    process.kill(claudeOf(world, 'strategist'), 'SIGKILL');
    await waitFor(
      async () => (await world.ovld(['status'])).stdout.includes('ovld restart strategist'),
      'status to say so',
    );
    const { code, stdout } = await world.ovld(['restart', 'strategist']);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/strategist +ritual given/);
    const told = await model.waitFor(
      (one) => one.role === 'strategist' && one.session !== first.session,
      'the fresh one to ask',
    );
    await waitFor(() => shown(world, 'apples'), 'the mail at the model', 60_000);
    expect(textOf(told) + textOf(lastOf(world, 'strategist') ?? told)).toContain(ritual);

    const id = await noteConversation(world, 'strategist', 'apples');
    const asked = model.requests('strategist').length;
    const resumed = await world.ovld(['restart', 'strategist', '--resume']);
    expect(resumed.stdout).toMatch(/strategist: restarted in pane \S+, conversation resumed/);
    expect(resumed.stdout).toMatch(/strategist +ready/);
    await world.line('overlord', 'please send pears');
    await waitFor(() => shown(world, 'pears'), 'the mail in the same conversation', 60_000);
    expect(lastOf(world, 'strategist')?.session).toBe(id);
    expect(shown(world, 'apples')).toBe(true);
    // The ritual was not typed again.
    for (const one of model.requests('strategist').slice(asked)) {
      expect(textOf(one).split(ritual)).toHaveLength(2);
    }

    await noteConversation(world, 'overlord', 'pears');
    // What Claude has not saved is lost with it.
    await noteConversation(world, 'strategist', 'pears');
    await killAll(() => world.running());
    const back = await world.summon('--resume');
    expect(back.stdout).toContain('2 conversations resumed');
    await world.line('overlord', 'please send plums');
    await waitFor(() => shown(world, 'plums'), 'the mail after the crash', 60_000);
    expect(lastOf(world, 'strategist')?.session).toBe(id);
    for (const subject of ['apples', 'pears']) expect(shown(world, subject)).toBe(true);
    expect(textOf(lastOf(world, 'overlord') as ModelRequest)).toContain('please send apples');
  });
});
