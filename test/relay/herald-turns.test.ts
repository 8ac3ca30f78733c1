import { describe, expect, it } from 'vitest';
import type { AgentNews } from '../../src/agent/agent.ts';
import type { Flag } from '../../src/store/store.ts';
import { memoryArmy, pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };
const everything = () => true;

/** An army in which storm's doorbell waits in its agent, as Claude's inbox socket does. */
async function army({ queues = true, afterTurn = false } = {}) {
  const { join, clock, outside, shared } = memoryArmy();
  const overlord = await join('overlord');
  const storm = await join('storm');
  Object.assign(storm.bell, { queues, afterTurn });
  const { statuses } = outside;
  return {
    clock,
    outside,
    shared,
    storm,
    bell: storm.bell,
    send: () => overlord.relay.send('storm', hello),
    see: (state: 'idle' | 'busy' | 'waiting', turns = 0) =>
      statuses.observe('storm', { state, turns }),
    /** Its UserPromptSubmit hook saw this nudge. */
    hear: (nth: number): void => {
      const desk = shared.desks?.get('storm');
      const mark = storm.bell.rings[nth]?.mark ?? '';
      if (desk !== undefined) desk.heard = { mark, at: clock.now() };
    },
    flag: async (): Promise<Flag> =>
      (await outside.mail.readFlag('storm')) ?? { nonce: '', since: '' },
    events: (event: string) => shared.journal.filter((one) => one.event === event),
  };
}

describe('an agent in a turn', () => {
  it.each(['busy', 'waiting'] as const)(
    'that is %s is rung at once by a doorbell that queues, and once in that turn [R7]',
    async (state) => {
      const { clock, bell, send, see } = await army();
      await see(state);
      await send();
      await settle();
      expect(bell.rings).toHaveLength(1);
      await pass(clock, 200_000);
      expect(bell.rings).toHaveLength(1);
    },
  );

  it('that waits for permission is not rung, and the reason is given once; after the answer it is rung [C1]', async () => {
    const { clock, bell, send, see, outside, events } = await army({ queues: false });
    await see('waiting');
    await send();
    await pass(clock, 60_000);
    expect(bell.rings).toHaveLength(0);
    expect(events('ring_failed')).toMatchObject([{ to: 'storm', code: 'dialog_open' }]);
    expect(await outside.statuses.readLastRing('storm')).toMatchObject({ outcome: 'dialog_open' });
    await see('idle', 1);
    await pass(clock, 2000);
    expect(bell.rings).toHaveLength(1);
  });

  it.each([
    ['does not queue', { queues: false }],
    ['queues for after the turn', { afterTurn: true }],
  ])(
    'is left to its hooks when its doorbell %s; their announcement counts as a ring [R7]',
    async (_how, how) => {
      const { clock, bell, send, see, outside, events, flag } = await army(how);
      await see('busy');
      await send();
      await pass(clock, 60_000);
      expect(bell.rings).toHaveLength(0);
      expect(await outside.wakes.claim('storm', await flag(), 'hook:tool')).toBe(true);
      await see('busy');
      await settle();
      expect(events('rung')).toMatchObject([{ to: 'storm', by: 'hook:tool', as: 'hook' }]);
      expect(await outside.statuses.readLastRing('storm')).toMatchObject({ by: 'hook:tool' });
      await see('idle', 1);
      await settle();
      expect(bell.rings).toHaveLength(0);
      await pass(clock, 6000);
      expect(bell.rings).toHaveLength(1);
      expect(events('rung')).toHaveLength(2);
    },
  );

  it('is not rung over a ring that is queued, at the end of the turn or behind an overlay [C6]', async () => {
    const { clock, bell, send, see, hear } = await army();
    await see('busy');
    await send();
    await pass(clock, 100_000);
    await see('idle', 1);
    await pass(clock, 1900);
    expect(bell.rings).toHaveLength(1);
    hear(0);
    await see('busy', 1);
    await pass(clock, 30_000);
    expect(bell.rings).toHaveLength(1);
    // It was taken up, and the turn ended without a look at the inbox: C7, or a model that did not care.
    await see('idle', 2);
    await pass(clock, 6000);
    expect(bell.rings).toHaveLength(2);
  });

  it.each([
    ['a second after it, where a hook may tell first', {}, 0],
    ['at once, where nothing tells of mail then', { tells: false as const }, 1],
  ])('whose turn ends is rung %s [R7]', async (_, tells, rung) => {
    const { clock, bell, send, outside } = await army({ queues: false });
    const { statuses } = outside;
    await statuses.observe('storm', { state: 'busy', turns: 3, ...tells });
    await send();
    await pass(clock, 10_000);
    await statuses.observe('storm', { state: 'idle', turns: 4, ...tells });
    await pass(clock, 500);
    expect(bell.rings).toHaveLength(rung);
    await pass(clock, 1000);
    expect(bell.rings).toHaveLength(1);
  });

  it('that takes up nothing is not posted to again for a minute, while other doorbells are tried', async () => {
    const { clock, bell, send } = await army();
    await send();
    await pass(clock, 59_000);
    expect(bell.rings).toHaveLength(1);
    await pass(clock, 120_000);
    expect(bell.rings.length).toBeGreaterThan(1);
    const marks = bell.rings.map(({ mark }) => mark);
    expect(new Set(marks).size).toBe(marks.length);
  });

  it('whose ring failed has its announcement withdrawn, so that a hook may announce [R7]', async () => {
    const { bell, send, see, outside, flag } = await army();
    bell.answer = async () => ({ sent: false, code: 'ring_failed' });
    await see('busy');
    await send();
    await settle();
    expect(bell.rings).toHaveLength(1);
    expect(await outside.wakes.claim('storm', await flag(), 'hook:stop')).toBe(true);
  });
});

describe('a ring that was taken up', () => {
  it('is confirmed by the hook that saw it, with its round trip', async () => {
    const { clock, send, hear, see, events, outside } = await army();
    await send();
    await settle();
    clock.advance(40);
    hear(0);
    await see('busy');
    await pass(clock, 100);
    expect(events('confirmed')).toMatchObject([{ to: 'storm', by: 'native', ms: 40 }]);
    expect(await outside.statuses.readLastRing('storm')).toMatchObject({ roundTripMs: 40 });
  });

  it('is not confirmed by the effect of a later one', async () => {
    const { clock, send, storm, events, outside, flag } = await army();
    await send();
    await settle();
    const at = new Date(clock.now()).toISOString();
    await outside.statuses.noteRing('storm', await flag(), { at, by: 'typed', outcome: 'rung' });
    await storm.relay.check(everything);
    await pass(clock, 5000);
    expect(events('confirmed')).toEqual([]);
    expect(await outside.statuses.readLastRing('storm')).toMatchObject({ by: 'typed' });
  });

  it('is confirmed by the inbox being collected', async () => {
    const { clock, send, storm, events } = await army();
    await send();
    await settle();
    await storm.relay.check(everything);
    await pass(clock, 100);
    expect(events('confirmed')).toHaveLength(1);
  });
});

describe('a message handed over in a turn whose end is counted', () => {
  it('is acknowledged by that end, and not by the next request [R12]', async () => {
    const { send, see, storm, events } = await army();
    await see('busy', 3);
    await send();
    await settle();
    const handover = await storm.relay.check(everything);
    await handover.spoke();
    expect(events('acknowledged')).toHaveLength(0);
    // An API error ends a turn and counts for nothing; nor does a new prompt.
    await see('idle', 3);
    await settle();
    await see('busy', 3);
    await settle();
    expect(events('acknowledged')).toHaveLength(0);
    await see('idle', 4);
    await settle();
    expect(events('acknowledged')).toHaveLength(1);
  });

  it('comes back marked when the conversation was cleared before that [R12 C11]', async () => {
    const { send, see, storm, outside, events } = await army();
    const talk = (n: number) => ({
      id: `0000000${n}-1111-4222-8333-444444444444`,
      transcript: '/t',
    });
    await outside.conversations.note('storm', talk(1));
    await see('busy', 3);
    await send();
    await settle();
    await storm.relay.check(everything);
    // Esc, then /clear, then a turn that has not seen it; the relay hears of all at once.
    await outside.conversations.note('storm', talk(2));
    await see('idle', 4);
    await settle();
    expect(events('acknowledged')).toHaveLength(0);
    expect(events('put_back')).toHaveLength(1);
  });

  it('comes back marked when the agent tells that it has dropped a reply, and the end of its turn is not its own', async () => {
    const { join, outside, shared } = memoryArmy();
    let tell: (news: AgentNews) => void = () => undefined;
    const overlord = await join('overlord');
    const storm = await join('storm', {}, { followAgent: (heard) => (tell = heard) });
    const events = (event: string) => shared.journal.filter((one) => one.event === event);
    await outside.statuses.observe('storm', { state: 'busy', turns: 3 });
    await overlord.relay.send('storm', hello);
    await settle();
    expect(await storm.relay.check(everything)).toMatchObject({ isCounted: true });
    tell({ dropped: true });
    tell({ state: 'idle', finished: true });
    await settle();
    expect(events('acknowledged')).toHaveLength(0);
    expect(events('put_back')).toMatchObject([{ why: 'cancelled' }]);
    tell({ dropped: true });
    await settle();
    expect(events('put_back')).toHaveLength(1);
  });

  it('comes back marked when the relay leaves before that [R12]', async () => {
    const { send, see, storm, outside } = await army();
    await see('busy', 3);
    await send();
    await settle();
    await (await storm.relay.check(everything)).spoke();
    await storm.relay.stop();
    expect(await outside.mail.countUnread('storm')).toMatchObject({ count: 1 });
  });

  it('is acknowledged by the next request where turns are not counted [R12]', async () => {
    const { send, outside, storm, events } = await army();
    await outside.statuses.observe('storm', { state: 'busy' });
    await send();
    await settle();
    await (await storm.relay.check(everything)).spoke();
    expect(events('acknowledged')).toHaveLength(1);
  });
});

describe('a change that no watch reported', () => {
  it('settles handed-over messages on the next tick [R12 N2]', async () => {
    const { clock, send, see, storm, events, shared } = await army();
    await see('busy', 3);
    await send();
    await settle();
    await storm.relay.check(everything);
    shared.watchers.clear();
    await see('idle', 4);
    await pass(clock, 31_000);
    expect(events('acknowledged')).toHaveLength(1);
  });
});

describe('a nudge that waits in the agent and is never taken up', () => {
  // [C5 C6 R7]
  it('leaves the announcement to a hook after a minute', async () => {
    const { clock, send, see, outside, flag } = await army();
    await see('busy');
    await send();
    await pass(clock, 50_000);
    expect(await outside.wakes.claim('storm', await flag(), 'hook:tool')).toBe(false);
    await pass(clock, 12_000);
    expect(await outside.wakes.claim('storm', await flag(), 'hook:tool')).toBe(true);
  });
});

describe('a new agent', () => {
  it('is not rung before it has its tools, and at once when it has [C4]', async () => {
    const { join, clock } = memoryArmy();
    const overlord = await join('overlord');
    const { relay, bell } = await join('storm', { readyAt: undefined } as never);
    await overlord.relay.send('storm', hello);
    await pass(clock, 15_000);
    expect(bell.rings).toHaveLength(0);
    await relay.ready();
    await settle();
    expect(bell.rings).toHaveLength(1);
  });

  it('is not rung before its ritual is given, and not kept waiting when none is given', async () => {
    const { send, bell, outside, clock } = await army();
    const due = () =>
      outside.statuses.noteRitual('storm', {
        state: 'due',
        at: new Date(clock.now()).toISOString(),
      });
    await due();
    await send();
    await pass(clock, 30_000);
    expect(bell.rings).toHaveLength(0);
    await outside.statuses.noteRitual('storm', { state: 'given', at: '2026-11-15T12:00:00Z' });
    await pass(clock, 1500);
    expect(bell.rings).toHaveLength(1);
  });

  it('whose ritual never comes is rung all the same', async () => {
    const { send, bell, outside, clock } = await army();
    const at = new Date(clock.now()).toISOString();
    await outside.statuses.noteRitual('storm', { state: 'due', at });
    await send();
    await pass(clock, 80_000);
    expect(bell.rings.length).toBeGreaterThan(0);
    expect(await outside.statuses.readRitual('storm')).toMatchObject({
      state: 'skipped',
      code: 'interrupted',
    });
  });
});
