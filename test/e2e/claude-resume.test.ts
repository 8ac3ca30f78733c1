import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { ritualOf, ROLES } from '../support/army-world.ts';
import { claudeOf, killed, seenAs } from '../support/claude-seats.ts';
import { killAll } from '../support/mux-world.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { call, gate, relayCall, say, type Gate } from '../support/model/reply.ts';
import type { ModelRequest } from '../support/model/request.ts';
import { readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** Told by a person, it sends what it was told to whom it was told; `all` are the other five. */
const sends: Rule = ({ isMain, role, lastUserText, toolResults }) => {
  const [, subject = '', to = ''] = /send (\w+)>(\w+)/.exec(lastUserText) ?? [];
  if (!isMain || subject === '' || toolResults.length > 0) return undefined;
  const others = to === 'all' ? ROLES.filter((one) => one !== role) : [to];
  return call(
    others.map((one) => relayCall('send_message', { to: one, subject, body: 'read it' })),
  );
};

/** Typed or posted, not what hooks and settings add. */
const textOf = ({ turns }: ModelRequest): string =>
  turns
    .filter(({ role }) => role === 'user')
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n');

const lastOf = (world: ClaudeWorld, role: string): ModelRequest => {
  const last = world.model.requests(role).at(-1);
  if (last === undefined) throw new Error(`${role} has asked nothing`);
  return last;
};

const ritualsIn = (request: ModelRequest, role: string): number =>
  textOf(request).split(ritualOf(role).slice(0, 60)).length - 1;

/** Mail in a result the role's model was shown, in its conversation of now. */
const knows = (world: ClaudeWorld, role: string, subject: string): boolean =>
  lastOf(world, role).allToolResults.some(
    ({ tool, text }) => tool.endsWith('check_inbox') && text.includes(`"subject":"${subject}"`),
  );

const learns = (world: ClaudeWorld, role: string, subject: string): Promise<unknown> =>
  waitFor(() => knows(world, role, subject), `${subject} at the model of ${role}`, 90_000).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}\n${world.model.transcript()}`);
    },
  );

/** Every turn of the role's that reads mail stays open from then on. */
function staysInTurn(world: ClaudeWorld, role: string): { held: Gate; over: () => void } {
  const held = gate();
  const over = world.model.first((request) =>
    request.role === role &&
    request.isMain &&
    request.toolResults.some(({ tool }) => tool.endsWith('check_inbox'))
      ? say('Thinking.', { midway: held })
      : undefined,
  );
  return { held, over };
}

async function send(world: ClaudeWorld, subject: string, to: string): Promise<void> {
  const before = world.model.requests('overlord').length;
  await world.line('overlord', `send ${subject}>${to}`);
  await waitFor(
    () =>
      world.model
        .requests('overlord')
        .slice(before)
        .some(({ toolResults }) => toolResults.some(({ tool }) => tool.endsWith('send_message'))),
    `${subject} to be sent`,
  );
  await seenAs(world, 'overlord', 'idle');
}

/** It has read `first` and not finished the turn; `second` is unread. */
async function leaveMail(world: ClaudeWorld, role: string, first: string, second: string) {
  const { held, over } = staysInTurn(world, role);
  await send(world, first, role);
  await waitFor(() => held.waiting === 1, 'a turn that stays open', 60_000);
  over();
  await send(world, second, role);
}

/** How often the message with that subject was at the role's model, and how often unmarked. */
function seen(world: ClaudeWorld, role: string, subject: string) {
  const ids = new Set(
    world.model
      .requests(role)
      .flatMap(({ newToolResults }) => newToolResults)
      .flatMap(({ tool, text }) =>
        tool.endsWith('check_inbox')
          ? (JSON.parse(text) as { messages: { id: string; subject: string }[] }).messages
          : [],
      )
      .filter((one) => one.subject === subject)
      .map(({ id }) => id),
  );
  expect(ids.size, subject).toBe(1);
  const { times, unmarked } = world.model.fetched(role).get([...ids][0] ?? '') ?? {};
  return { times, unmarked };
}

describe.each(muxKinds)('real claudes on %s', (kind) => {
  // [R10 R11 R12]
  it(
    'continue their conversations and get their mail after a kill in a turn, a kill of all, and a dismissal',
    { timeout: 480_000 },
    async (context) => {
      requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
      requireOrSkip(context, kind, missingProgram(kind));
      requireOrSkip(context, 'claude', missingClaude());
      const world = await claudeWorld({ mux: kind, rules: [sends, readsItsMail] });
      const { model } = world;
      await world.summon();
      for (const role of ROLES) {
        const first = await model.waitFor((one) => one.role === role, `a turn of ${role}`);
        expect(ritualsIn(first, role), `${role} was told ${textOf(first)}`).toBe(1);
      }

      // One dies in a turn: what it was told waits, and a fresh one is told again.
      await leaveMail(world, 'storm', 'apples', 'pears');
      await killed(claudeOf(world, 'storm'), 'the claude of storm');
      const gone = await waitFor(async () => {
        const one = await seenAs(world, 'storm', 'gone');
        return one.observed.unread === 2 && one;
      }, 'its mail to wait');
      expect(gone.pane).toEqual({ missing: 'pane_dead' });
      const before = lastOf(world, 'storm').session;
      const fresh = await world.ovld(['restart', 'storm']);
      expect(fresh.code).toBe(0);
      expect(fresh.stdout).toMatch(/storm +ritual given/);
      for (const subject of ['apples', 'pears']) await learns(world, 'storm', subject);
      expect(lastOf(world, 'storm').session).not.toBe(before);
      expect(ritualsIn(lastOf(world, 'storm'), 'storm')).toBe(1);
      expect(seen(world, 'storm', 'apples')).toEqual({ times: 2, unmarked: 1 });
      expect(seen(world, 'storm', 'pears')).toEqual({ times: 1, unmarked: 1 });

      // The same, and the conversation goes on.
      await seenAs(world, 'storm', 'idle');
      await leaveMail(world, 'storm', 'plums', 'quinces');
      const { session } = lastOf(world, 'storm');
      await killed(claudeOf(world, 'storm'), 'the claude of storm');
      const resumed = await world.ovld(['restart', 'storm', '--resume']);
      expect(resumed.code).toBe(0);
      expect(resumed.stdout).toMatch(/storm: restarted in pane \S+, conversation resumed/);
      await learns(world, 'storm', 'quinces');
      expect(lastOf(world, 'storm').session).toBe(session);
      expect(knows(world, 'storm', 'apples')).toBe(true);
      expect(ritualsIn(lastOf(world, 'storm'), 'storm')).toBe(1);
      expect(seen(world, 'storm', 'plums')).toEqual({ times: 2, unmarked: 1 });

      await leaveMail(world, 'inferno', 'figs', 'dates');
      const conversations = new Map(ROLES.map((role) => [role, lastOf(world, role).session]));
      await killAll(() => world.running());
      // One that never said anything, killed, leaves no file.
      const noted = readFileSync(join(world.relayDir(), 'conversation', 'shadow'), 'utf8');
      rmSync((JSON.parse(noted) as { transcript: string }).transcript);
      const back = await world.summon('--resume');
      expect(back.stdout).toContain('5 conversations resumed');
      expect(back.stdout).toContain('shadow: no conversation to resume, starting a new one');
      expect(back.stdout).toMatch(/shadow +ritual given/);
      for (const subject of ['figs', 'dates']) await learns(world, 'inferno', subject);
      expect(seen(world, 'inferno', 'figs')).toEqual({ times: 2, unmarked: 1 });
      expect(seen(world, 'inferno', 'dates')).toEqual({ times: 1, unmarked: 1 });
      await goOn(world, conversations, 'grapes');
      expect(lastOf(world, 'shadow').session).not.toBe(conversations.get('shadow'));

      // Dismissed, with unread mail.
      conversations.set('shadow', lastOf(world, 'shadow').session);
      await seenAs(world, 'glacier', 'idle');
      await leaveMail(world, 'glacier', 'melons', 'limes');
      expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
      expect(world.running()).toEqual([]);
      const again = await world.summon('--resume');
      expect(again.stdout).toContain('6 conversations resumed');
      expect(again.stdout).not.toContain('starting a new one');
      for (const subject of ['melons', 'limes']) await learns(world, 'glacier', subject);
      expect(seen(world, 'glacier', 'melons')).toEqual({ times: 2, unmarked: 1 });
      expect(seen(world, 'glacier', 'limes')).toEqual({ times: 1, unmarked: 1 });
      await goOn(world, conversations, 'cherries');
      expect(lastOf(world, 'shadow').session).toBe(conversations.get('shadow'));
      expect(model.others()).toEqual([]);
      expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    },
  );
});

/** Every role reads mail in the conversation it was in, with one ritual in it. */
async function goOn(
  world: ClaudeWorld,
  conversations: ReadonlyMap<string, string>,
  subject: string,
): Promise<void> {
  for (const role of ROLES) await seenAs(world, role, 'idle', 60_000);
  await send(world, subject, 'all');
  for (const role of ROLES) {
    if (role !== 'overlord') await learns(world, role, subject);
    const last = lastOf(world, role);
    expect(ritualsIn(last, role), role).toBe(1);
    if (role !== 'shadow') expect(last.session, role).toBe(conversations.get(role));
  }
  expect(textOf(lastOf(world, 'overlord'))).toContain('send apples>storm');
}
