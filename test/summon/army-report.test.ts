import { expect, it } from 'vitest';
import { mockAgent } from '../../src/agent/mock.ts';
import { rfc3339 } from '../../src/kit/clock.ts';
import type { RitualNote } from '../../src/store/store.ts';
import { reportArmy } from '../../src/summon/army-report.ts';
import { deliverAll, letter } from '../support/letters.ts';
import { summonScene } from '../support/summon-scene.ts';

const RULE = '─'.repeat(60);
const NUDGE = '[MESSAGE from two] call check_inbox. (#ab.1)';

/** What `ovld status` knows of a role that has mail and shows this in its composer. */
async function reportOne(composer: string, ritual?: Pick<RitualNote, 'state'> & { ageMs: number }) {
  const { parts, mux, store, formation, record } = summonScene();
  await store.init(formation);
  await deliverAll(store, [letter({ from: 'two', to: 'one' })]);
  const screen = { lines: [RULE, `❯\u00a0${composer}`, RULE], copyMode: false };
  Object.assign(mux, {
    sight: async () => ({ state: 'live', life: undefined, panes: await mux.panes() }),
    screen: async () => screen,
  });
  await store.writeOutfit(formation, []);
  if (ritual !== undefined) {
    const at = rfc3339(Date.now() - ritual.ageMs);
    await store.statuses.noteRitual('one', { state: ritual.state, at });
  }
  const report = await reportArmy(
    {
      ...parts,
      calm: async () => undefined,
      openAgent: async () => mockAgent,
      readRitual: async ({ role }) => `You are ${role}.`,
    },
    record,
  );
  return report.roles[0];
}

it.each([
  ['a person’s', 'please look at', 'draft_present'],
  ['a nudge of ours', NUDGE, undefined],
  ['a ritual of ours', 'You are one.', undefined],
  ['the ritual of another role', 'You are two.', 'draft_present'],
])(
  'a text in a composer that is %s counts as a draft only where a person typed it',
  async (...row) => {
    const [, composer, behind] = row;
    expect((await reportOne(composer))?.waits_behind).toBe(behind);
  },
);

it.each([
  ['due', 1_000, undefined],
  ['due', 120_000, true],
  ['given', 120_000, undefined],
] as const)(
  'a ritual that is %s since %i ms is overdue: %s [session.interrupt.3]',
  async (state, ageMs, overdue) => {
    expect((await reportOne('', { state, ageMs }))?.ritual_overdue).toBe(overdue);
  },
);

it('an agent that hangs without ever having had a relay has not ended [session.ended.4]', async () => {
  expect((await reportOne(''))?.observed).toMatchObject({ agent: 'deaf', relay: 'gone' });
});
