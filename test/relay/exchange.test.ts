import { describe, expect, it } from 'vitest';
import { rfc3339, type Clock } from '../../src/kit/clock.ts';
import { hasEnded } from '../../src/relay/hold.ts';
import type { Relay } from '../../src/relay/relay.ts';
import { openReach } from '../../src/relay/reach.ts';
import { postNote } from '../../src/relay/post.ts';
import { send } from '../../src/relay/send.ts';
import type { Note } from '../../src/documents/documents.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { releaseRoles } from '../../src/summon/holds.ts';
import { rolesOf, usualGuard, type GuardMeasure } from '../../src/army/formation.ts';
import { HUMAN } from '../../src/army/human.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { memoryArmy, pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { everything } from '../support/letters.ts';
import { fakeClock } from '../support/time.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };
const ROLES = rolesOf(overlordFormation);

const times = async (count: number, from: Relay, to: string) => {
  const sent = [];
  for (let i = 0; i < count; i += 1) sent.push(await from.send(to, hello));
  return sent;
};

describe('two agents that answer each other without end', () => {
  const between = ['inferno', 'storm'] as const;

  /** Twenty messages, ten each way; both have read and answered everything. */
  async function atTheLimit() {
    const army = memoryArmy();
    const inferno = await army.join('inferno');
    const storm = await army.join('storm');
    const overlord = await army.join('overlord');
    for (let i = 0; i < 10; i += 1) {
      for (const [one, other] of [
        [inferno, storm],
        [storm, inferno],
      ] as const) {
        const sent = await one.relay.send(other.relay.role, hello);
        expect(sent.heldMs).toBeUndefined();
        await settle();
        await other.relay.check(everything);
      }
      army.clock.advance(10_000);
    }
    expect([inferno.bell.rings.length, storm.bell.rings.length]).toEqual([10, 10]);
    return { ...army, inferno, storm, overlord };
  }

  it('are slowed with the 21st message: stored, rung for after a pause, and both are told [R14]', async () => {
    const { inferno, storm, outside, clock, shared } = await atTheLimit();
    const since = rfc3339(clock.now());
    const until = rfc3339(clock.now() + 30_000);
    expect(await inferno.relay.send('storm', hello)).toMatchObject({
      delivered: true,
      wake: { failed: 'slowed' },
      heldMs: 30_000,
    });
    await pass(clock, 10_000);
    expect(storm.bell.rings).toHaveLength(10);
    expect(await outside.mail.countUnread('storm')).toMatchObject({ count: 1 });
    expect(await storm.relay.heldWith()).toEqual([{ other: 'inferno', restMs: 20_000 }]);
    expect(await inferno.relay.heldWith()).toEqual([{ other: 'storm', restMs: 20_000 }]);
    // In the pause: the same pause, and no longer for it.
    expect(await storm.relay.send('inferno', hello)).toMatchObject({ heldMs: 20_000 });
    const note = { by: 'guard', since, until };
    expect(await storm.relay.report('all')).toMatchObject(
      ROLES.map((role) => {
        const other = between.find((one) => one !== role);
        return between.some((one) => one === role)
          ? { role, observed: { held: [{ ...note, with: other }] } }
          : { role };
      }),
    );
    await pass(clock, 20_500);
    expect([storm.bell.rings.length, inferno.bell.rings.length]).toEqual([11, 11]);
    expect(await storm.relay.report('storm')).not.toMatchObject([
      { observed: { held: expect.anything() as unknown } },
    ]);
    expect(shared.journal.filter(({ event }) => /^(held|released)$/.test(event))).toEqual([
      { event: 'held', to: 'storm', between, by: 'guard', until },
      { event: 'released', to: 'inferno', between },
    ]);
  });

  it('pause twice as long each time, lose nothing, and no person has to act [R14]', async () => {
    const { inferno, storm, clock, shared, outside } = await atTheLimit();
    const given: (number | undefined)[] = [];
    for (let i = 0; i < 7; i += 1) {
      const [one, other] = i % 2 === 0 ? [inferno, storm] : [storm, inferno];
      const { heldMs } = await one.relay.send(other.relay.role, hello);
      given.push(heldMs);
      const before = other.bell.rings.length;
      await pass(clock, (heldMs ?? 0) - 1000);
      expect(other.bell.rings).toHaveLength(before);
      await pass(clock, 1500);
      expect(other.bell.rings).toHaveLength(before + 1);
      expect((await other.relay.check(everything)).messages).toHaveLength(1);
    }
    expect(given).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
    for (const role of between) expect(await outside.mail.hasUnread(role)).toBe(false);
    expect(shared.journal.filter(({ event }) => event === 'held')).toHaveLength(7);
    expect(shared.journal.filter(({ event }) => event === 'released')).toHaveLength(7);
  });

  it('are told of to the person once, not at each pause [R14]', async () => {
    const { inferno, storm, clock, told, shared } = await atTheLimit();
    for (const [one, to] of [
      [inferno, 'storm'],
      [storm, 'inferno'],
      [inferno, 'storm'],
    ] as const) {
      const { heldMs } = await one.relay.send(to, hello);
      await pass(clock, (heldMs ?? 0) + 500);
    }
    expect(told).toMatchObject([{ kind: 'loops', role: 'inferno', between }]);
    expect(shared.journal.filter(({ event }) => event === 'alerted')).toEqual([
      { event: 'alerted', to: 'inferno', why: 'loops', between },
    ]);
    // Calm for the window, then a loop again: that is news.
    await pass(clock, 6 * 60_000);
    expect((await times(21, inferno.relay, 'storm')).at(-1)).toMatchObject({ heldMs: 30_000 });
    expect(told).toHaveLength(2);
  });

  it('are left alone once they are slow themselves [R14]', async () => {
    const { inferno, clock } = await atTheLimit();
    await inferno.relay.send('storm', hello);
    await pass(clock, 30_000 + 5 * 60_000);
    expect(await inferno.relay.send('storm', hello)).not.toHaveProperty('heldMs');
  });

  it('have their pause lifted where neither has mail, and none is rung for it', async () => {
    const { inferno, storm, clock, outside, shared } = await atTheLimit();
    await inferno.relay.send('storm', hello);
    await storm.relay.check(everything);
    await pass(clock, 61_000);
    expect(await outside.holds.list()).toEqual([]);
    expect(shared.journal.filter(({ event }) => event === 'released')).toHaveLength(1);
    expect(storm.bell.rings).toHaveLength(10);
  });

  it('are not paused by a clock that went back to before the pause', async () => {
    const { inferno, storm, clock, outside } = await atTheLimit();
    await outside.holds.set(between, 'guard', rfc3339(clock.now() + 60 * 60_000));
    const [hold] = await outside.holds.list();
    expect(await storm.relay.heldWith()).toHaveLength(1);
    expect(hold && hasEnded(hold, { ...clock, now: () => clock.now() - 1 })).toBe(true);
    expect(inferno.bell.rings).toHaveLength(10);
  });

  it('are not slowed by messages of the board: a given task is no loop', async () => {
    const { storm, outside, clock } = await atTheLimit();
    const { reach, formation } = sendingOn(outside, clock);
    const note = { from: 'inferno', to: 'storm', type: 'task_assigned', subject: 's', body: 'b' };
    await postNote(reach, formation, note as Note);
    await settle();
    expect(storm.bell.rings).toHaveLength(11);
    expect(await outside.holds.list()).toEqual([]);
  });

  it('are slowed whatever type they give their messages [R14]', async () => {
    const { inferno } = await atTheLimit();
    const typed = { ...hello, type: 'task_assigned' as const };
    expect(await inferno.relay.send('storm', typed)).toMatchObject({ heldMs: 30_000 });
  });

  it("are slowed before the message is visible, since the recipient's herald looks at once", async () => {
    const clock = fakeClock();
    const memory = openMemoryStore(sharedMemory(), { clock });
    await memory.init(overlordFormation);
    const heldAtDelivery: number[] = [];
    const deliver: Store['mail']['deliver'] = async (message) => {
      heldAtDelivery.push((await memory.holds.list()).length);
      return memory.mail.deliver(message);
    };
    const store: Store = { ...memory, mail: { ...memory.mail, deliver } };
    for (let i = 0; i < 21; i += 1) await send(sendingOn(store, clock), 'storm', hello);
    expect(heldAtDelivery).toEqual([...Array(20).fill(0), 1]);
  });

  it('lose no message when messages cannot be counted [R1]', async () => {
    const memory = openMemoryStore(sharedMemory());
    await memory.init(overlordFormation);
    const note = (): Promise<never> => Promise.reject(new Error('disk full'));
    const store: Store = { ...memory, traffic: { ...memory.traffic, note } };
    const sent = await send(sendingOn(store, fakeClock()), 'storm', hello);
    expect(sent).toMatchObject({ delivered: true });
    expect(sent.heldMs).toBeUndefined();
  });

  it('are slowed by the measure of their formation, or not at all', async () => {
    const clock = fakeClock();
    const store = openMemoryStore(sharedMemory(), { clock });
    await store.init(overlordFormation);
    const heldAfter = async (guard: Partial<GuardMeasure>, to: string) => {
      const sending = sendingOn(store, clock);
      const formation = { ...overlordFormation, guard: { ...usualGuard, ...guard } };
      const sent = [];
      for (let i = 0; i < 4; i += 1) sent.push(await send({ ...sending, formation }, to, hello));
      return sent.map(({ heldMs }) => heldMs);
    };
    const none = undefined;
    const measure = { messages: 2, pause: 5 };
    expect(await heldAfter(measure, 'storm')).toEqual([none, none, 5000, 5000]);
    expect(await heldAfter({ messages: 'off' }, 'shadow')).toEqual([none, none, none, none]);
  });

  it('are still rung for the mail of others', async () => {
    const { inferno, storm, overlord } = await atTheLimit();
    await inferno.relay.send('storm', hello);
    const { wake, heldMs } = await overlord.relay.send('storm', hello);
    expect([typeof wake, heldMs]).toEqual(['string', undefined]);
    await settle();
    expect(storm.bell.rings).toHaveLength(11);
    const { messages } = await storm.relay.check(everything);
    expect(messages.map(({ from }) => from).toSorted()).toEqual(['inferno', 'overlord']);
  });

  it.each(between)('go on when a person types to %s', async (role) => {
    const { inferno, storm, shared, clock } = await atTheLimit();
    await inferno.relay.send('storm', hello);
    await settle();
    clock.advance(1000);
    shared.spoken.set(role, clock.now());
    for (const watcher of shared.watchers) watcher(role, 'hold');
    await settle();
    expect(storm.bell.rings).toHaveLength(11);
    expect(shared.journal.filter(({ event }) => event === 'released')).toEqual([
      { event: 'released', to: 'inferno', between },
    ]);
    clock.advance(1000);
    const more = await times(20, storm.relay, 'inferno');
    expect(more.map(({ heldMs }) => heldMs)).toEqual(more.map(() => undefined));
    expect(await inferno.relay.send('storm', hello)).toMatchObject({ heldMs: 30_000 });
  });

  it.each(between)('go on when a person writes to %s', async (role) => {
    const { inferno, storm, shared, clock, outside } = await atTheLimit();
    await inferno.relay.send('storm', hello);
    await settle();
    clock.advance(1000);
    await send({ ...sendingOn(outside, clock), from: HUMAN }, role, hello);
    await settle();
    expect(storm.bell.rings).toHaveLength(11);
    expect(shared.journal.filter(({ event }) => event === 'released')).toHaveLength(1);
    expect(await storm.relay.heldWith()).toEqual([]);
  });

  it('are not released by what a person typed before', async () => {
    const { inferno, storm, shared, clock } = await atTheLimit();
    shared.spoken.set('storm', clock.now() - 250_000);
    await inferno.relay.send('storm', hello);
    await settle();
    expect(storm.bell.rings).toHaveLength(10);
    expect(await storm.relay.heldWith()).toMatchObject([{ other: 'inferno' }]);
  });

  it.each([['storm'], [undefined]])(
    'go on when a person releases %s, and are counted anew',
    async (role) => {
      const { inferno, storm, outside } = await atTheLimit();
      await inferno.relay.send('storm', hello);
      expect(await releaseRoles(outside, ROLES, role === undefined ? role : [role])).toEqual([
        between,
      ]);
      await settle();
      expect(storm.bell.rings).toHaveLength(11);
      const more = await times(21, inferno.relay, 'storm');
      expect(more.map(({ heldMs = 0 }) => heldMs)).toEqual([...Array(20).fill(0), 30_000]);
    },
  );

  it('stay slowed when other roles are released', async () => {
    const { inferno, outside } = await atTheLimit();
    await inferno.relay.send('storm', hello);
    expect(await releaseRoles(outside, ROLES, ['shadow'])).toEqual([]);
    expect(await inferno.relay.heldWith()).toMatchObject([{ other: 'storm' }]);
  });

  it('stay held until a person lifts it where its file names no end', async () => {
    const { inferno, storm, outside, clock } = await atTheLimit();
    await outside.holds.set(between, 'guard');
    expect(await inferno.relay.send('storm', hello)).toMatchObject({
      wake: { failed: 'held' },
      heldMs: Infinity,
    });
    await pass(clock, 60 * 60_000);
    expect(storm.bell.rings).toHaveLength(10);
    await releaseRoles(outside, ROLES, undefined);
    await settle();
    expect(storm.bell.rings).toHaveLength(11);
  });

  it('are counted in broadcasts too, pair by pair', async () => {
    const { join } = memoryArmy();
    const { relay } = await join('overlord');
    for (let i = 0; i < 20; i += 1) await relay.broadcast(hello);
    expect((await relay.send('shadow', hello)).heldMs).toBe(30_000);
    expect((await relay.broadcast(hello)).map((one) => 'heldMs' in one && one.heldMs)).toEqual(
      Array(5).fill(30_000),
    );
  });

  it('are announced by no hook either while only their mail waits [R7]', async () => {
    const { join, outside } = memoryArmy();
    const overlord = await join('overlord');
    await join('storm');
    const told = async () =>
      outside.wakes.readAnnouncement(
        'storm',
        (await outside.mail.readFlag('storm')) ?? { nonce: '', since: '' },
      );
    await outside.holds.set(['overlord', 'storm'], 'guard');
    await overlord.relay.send('storm', hello);
    await settle();
    expect(await told()).toMatchObject({ by: 'held' });
    // Mail of another is rung for as ever.
    const inferno = await join('inferno');
    await inferno.relay.send('storm', hello);
    await settle();
    expect(await told()).toMatchObject({ by: 'native' });
  });

  it('are rung for after the pause by the deputy where the relay has died [R8 R14]', async () => {
    const { inferno, storm, clock, shared } = await atTheLimit();
    storm.die();
    await inferno.relay.send('storm', hello);
    const tried = () =>
      shared.journal.filter(
        (one) => (one.event === 'rung' || one.event === 'ring_failed') && one.to === 'storm',
      );
    const before = tried().length;
    await pass(clock, 29_000);
    expect(tried()).toHaveLength(before);
    await pass(clock, 10_000);
    expect(tried().length).toBeGreaterThan(before);
  });

  it('do not include a role that writes to itself', async () => {
    const { join } = memoryArmy();
    const { relay } = await join('overlord');
    expect((await times(30, relay, 'overlord')).every(({ heldMs }) => heldMs === undefined)).toBe(
      true,
    );
  });
});

function sendingOn(store: Store, clock: Clock) {
  const formation = overlordFormation;
  const reach = openReach({ store, clock, formation, nudgeText: () => 'x' });
  return { reach, formation, from: 'overlord' };
}
