import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import {
  claudeOf,
  journalFrom,
  killed,
  killedWithKeeper,
  relayOf,
  seatSeen,
  seenAs,
} from '../support/claude-seats.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { call, gate, relayCall } from '../support/model/reply.ts';
import { readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** Told by a person, it sends what it was told to whom it was told. */
const sends: Rule = ({ isMain, lastUserText, toolResults }) => {
  const [, subject = '', to = ''] = /mail (\w+)>(\w+)/.exec(lastUserText) ?? [];
  if (!isMain || subject === '' || toolResults.length > 0) return undefined;
  return call([relayCall('send_message', { to, subject, body: 'read it' })]);
};

/** Attempts to give the strategist its relay back that were refused for that reason. */
const refused = (world: ClaudeWorld, code: string, from = 0): Promise<unknown> =>
  waitFor(
    () =>
      journalFrom(world, from).events.some(
        (one) =>
          one.event === 'ring_failed' &&
          one.to === 'strategist' &&
          one.by === 'reconnect' &&
          one.code === code,
      ),
    `it to be left alone: ${code}`,
    90_000,
  ).catch(async (error: unknown) => {
    const lines = journalFrom(world, from).events.map((one) => JSON.stringify(one));
    throw new Error([String(error), ...lines, await world.screen('strategist')].join('\n'));
  });

/** Its tools are back, in the same agent, and status shows it. */
async function isBack(world: ClaudeWorld, from: number, claude: number | undefined) {
  const mine = () => journalFrom(world, from).events.filter(({ to }) => to === 'strategist');
  const backs = () => mine().filter(({ event }) => event === 'reconnected').length;
  await waitFor(() => backs() > 0, 'the relay to be back', 90_000);
  await waitFor(
    () => mine().some(({ event, by }) => event === 'rung' && by === 'reconnect'),
    'the journal to say by what',
  );
  expect(relayOf(world, 'strategist')).toBeDefined();
  await seenAs(world, 'strategist', 'idle');
  expect(claudeOf(world, 'strategist')).toBe(claude);
  expect(backs()).toBe(1);
}

describe.each(muxKinds)('a claude whose relay was killed on %s', (kind) => {
  // [C12 R8 C2]
  it(
    'has no tools until its keeper restores them, or another role’s relay: after a draft, after a turn, with mail and without',
    { timeout: 360_000 },
    async (context) => {
      requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
      requireOrSkip(context, kind, missingProgram(kind));
      requireOrSkip(context, 'claude', missingClaude());
      const roles = ['inferno', 'overlord', 'strategist'];
      const world = await claudeWorld({ mux: kind, roles, rules: [sends, readsItsMail] });
      const { model } = world;
      await world.summon('--no-rituals');
      const claude = claudeOf(world, 'strategist');

      // No mail, and a person is writing: nothing is typed over the draft.
      const draft = 'half a thought';
      await world.type('strategist', draft);
      await world.shows('strategist', draft);
      let { next } = journalFrom(world);
      await killed(relayOf(world, 'strategist'), 'the relay');
      await seenAs(world, 'strategist', 'deaf');
      expect((await world.ovld(['status'])).stdout).toMatch(/strategist +no relay/);
      await world.line('inferno', 'mail a>overlord');
      await refused(world, 'draft_present');
      expect(await world.screen('strategist')).toContain(draft);
      expect(model.requests('strategist')).toEqual([]);
      await seenAs(world, 'strategist', 'deaf');
      await world.type('strategist', '\r');
      const said = await model.waitFor(({ role }) => role === 'strategist', 'the draft, sent');
      expect(said.lastUserText).toContain(draft);
      expect(said.lastUserText).not.toContain('/mcp');
      await isBack(world, next, claude);

      // In a turn, and mail comes: it waits for the end of the turn, then for the tools. The call that
      // comes next makes Claude start a relay for that call alone: one without a future.
      const held = gate();
      model.times(1, ({ role, lastUserText }) =>
        role === 'strategist' && lastUserText.includes('a long thought')
          ? call([relayCall('get_status', { role: 'all' })], { before: held })
          : undefined,
      );
      await world.line('strategist', 'think a long thought');
      await waitFor(() => held.waiting === 1, 'the answer to begin');
      ({ next } = journalFrom(world));
      await killed(relayOf(world, 'strategist'), 'the relay');
      await seenAs(world, 'strategist', 'deaf');
      await world.line('overlord', 'mail b>strategist');
      // The sender leaves it to the keeper, which types nothing in a turn.
      await waitFor(
        async () => (await seatSeen(world, 'strategist'))?.waits_behind === 'agent_busy',
        'its mail to wait for the end of the turn',
      );
      expect(relayOf(world, 'strategist')).toBeUndefined();
      held.open();
      const lone = await waitFor(() => relayOf(world, 'strategist'), 'a relay for one call');
      // The one that is asked back may be there before this one is gone.
      await waitFor(() => relayOf(world, 'strategist') !== lone, 'it to end');
      await world.line('inferno', 'mail c>overlord');
      await isBack(world, next, claude);
      const got = await waitFor(
        () => [...model.fetched('strategist').values()][0],
        'the mail at the model',
        60_000,
      );
      expect(got).toMatchObject({ times: 1, unmarked: 1 });

      // Idle and without mail, and the keeper is dead too. The deputy looks around every minute, and whenever
      // there is mail for another.
      await world.shows('strategist', /❯/);
      ({ next } = journalFrom(world));
      const asked = model.requests('strategist').length;
      await killedWithKeeper(world, 'strategist');
      await world.line('inferno', 'mail d>overlord');
      await isBack(world, next, claude);
      // That costs the model nothing.
      expect(model.requests('strategist')).toHaveLength(asked);
      expect(model.others()).toEqual([]);
      expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    },
  );
});
