import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Interruption } from '../../src/relay/interrupt.ts';
import { createPerson } from '../../src/relay/person.ts';
import { openReach } from '../../src/relay/reach.ts';
import { holdRoles, releaseRoles } from '../../src/summon/holds.ts';
import { findPause, pauseArmy, unpauseArmy } from '../../src/summon/pause.ts';
import { memoryArmy, pass } from '../support/army.ts';
import { everything } from '../support/letters.ts';
import { settle } from '../support/settle.ts';

const ROLES = rolesOf(overlordFormation);
const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };
const WORD = { subject: 'Go on', body: 'The pause is over.', priority: 'normal' as const };

/** An army with two relays; `turns` says what becomes of whose turn, and what was known then. */
async function twoRelays(turns: Record<string, Interruption> = {}) {
  const army = memoryArmy();
  const [overlord, storm] = [await army.join('overlord'), await army.join('storm')];
  const { outside, clock } = army;
  const heldFirst: boolean[] = [];
  const interrupt = async (role: string): Promise<Interruption> => {
    heldFirst.push((await findPause(outside)) !== undefined);
    return turns[role] ?? 'idle';
  };
  const formation = overlordFormation;
  const reach = openReach({ store: outside, clock, formation, nudgeText: () => 'x' });
  const person = createPerson(reach, formation);
  return {
    ...army,
    overlord,
    storm,
    heldFirst,
    pause: () => pauseArmy(outside, ROLES, interrupt),
    unpause: () => unpauseArmy(outside, (to, letter) => person.send(to, letter), WORD),
  };
}

describe('a paused army', () => {
  it('has no turn to interrupt where an agent has not come up yet', async () => {
    const { pause, outside } = await twoRelays({ inferno: { failed: 'screen_unknown' } });
    await outside.starts.postpone('inferno', 'overlord');
    expect((await pause()).turns).toContainEqual({ role: 'inferno', turn: 'idle' });
  });

  it('is rung for no mail, tells its senders, and loses none; then it goes on [R15]', async () => {
    const { overlord, storm, pause, unpause, clock, outside, shared } = await twoRelays();
    expect(await pause()).toMatchObject({ isFresh: true });
    expect(await pause()).toMatchObject({ isFresh: false });
    expect((await overlord.relay.send('storm', hello)).wake).toEqual({ failed: 'paused' });
    await pass(clock, 60 * 60_000);
    expect(storm.bell.rings).toEqual([]);
    expect(shared.journal.filter(({ event }) => event === 'unreachable')).toEqual([]);
    const [report] = await overlord.relay.report('storm');
    expect(report?.observed).toMatchObject({ unread: 1, unreachable: false });
    expect(report?.observed.held).toMatchObject([{ by: 'person', all: true }]);
    expect(await unpause()).toEqual([]);
    await settle();
    expect(storm.bell.rings).toHaveLength(1);
    expect(await outside.holds.list()).toEqual([]);
    expect(shared.journal.filter(({ event }) => /^(held|released)$/.test(event))).toEqual([
      { event: 'held', to: 'all', by: 'person' },
      { event: 'released', to: 'all' },
    ]);
    expect(await unpause()).toBeUndefined();
  });

  it('is held before any turn is interrupted', async () => {
    const { heldFirst, pause } = await twoRelays();
    await pause();
    expect(heldFirst).toEqual(ROLES.map(() => true));
  });

  it('writes its person’s word to interrupted roles alone, and rings once for all that waits [R15]', async () => {
    const { overlord, storm, pause, unpause, outside, shared } = await twoRelays({
      storm: 'interrupted',
      glacier: { failed: 'dialog_open' },
    });
    await outside.statuses.observe('storm', { state: 'busy', turns: 3 });
    const { turns } = await pause();
    expect(turns.filter(({ turn }) => turn !== 'idle')).toEqual(
      [
        { role: 'glacier', turn: { failed: 'dialog_open' } },
        { role: 'storm', turn: 'interrupted' },
      ].toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role)),
    );
    expect(shared.journal).toContainEqual({ event: 'interrupted', to: 'storm' });
    // Its hooks do not tell that the turn has ended (C8).
    expect(await outside.statuses.readObserved('storm')).toMatchObject({ state: 'idle', turns: 3 });
    await overlord.relay.send('storm', hello);
    expect(await unpause()).toEqual(['storm']);
    await settle();
    expect(storm.bell.rings).toHaveLength(1);
    const { messages } = await storm.relay.check(everything);
    expect(messages.map(({ from, subject }) => `${from}: ${subject}`).toSorted()).toEqual([
      'human: Go on',
      'overlord: hello',
    ]);
  });

  it('stays paused where roles are released, and a role’s own hold outlives the pause', async () => {
    const { outside, pause, unpause, overlord, storm } = await twoRelays();
    await holdRoles(outside, ['storm']);
    await pause();
    await overlord.relay.send('storm', hello);
    await unpause();
    await settle();
    expect(storm.bell.rings).toEqual([]);
    await pause();
    expect(await releaseRoles(outside, ROLES, undefined)).toEqual(['storm']);
    await settle();
    expect(storm.bell.rings).toEqual([]);
    expect(await findPause(outside)).toBeDefined();
  });

  it('stays paused when a relay dies and another takes its seat [R15]', async () => {
    const { join, overlord, storm, pause, unpause, clock } = await twoRelays();
    await pause();
    await overlord.relay.send('storm', hello);
    storm.die();
    const again = await join('storm');
    await pass(clock, 120_000);
    expect(again.bell.rings).toEqual([]);
    await unpause();
    await settle();
    expect(again.bell.rings).toHaveLength(1);
  });

  it('pauses all the same where one pane cannot be asked', async () => {
    const { outside } = memoryArmy();
    const broken = () => Promise.reject(new Error('the multiplexer does not answer'));
    const { turns } = await pauseArmy(outside, ['storm'], broken);
    expect(turns).toEqual([{ role: 'storm', turn: { failed: 'ring_failed' } }]);
    expect(await findPause(outside)).toBeDefined();
  });
});
