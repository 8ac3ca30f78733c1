import { describe, expect, it } from 'vitest';
import { createIds } from '../../src/kit/id.ts';
import type { Clock } from '../../src/kit/clock.ts';
import type { Relay } from '../../src/relay/relay.ts';
import { send } from '../../src/relay/send.ts';
import { openMemoryStore, sharedMemory } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/store.ts';
import { holdRoles, releaseRoles } from '../../src/summon/holds.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { HUMAN } from '../../src/army/human.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { memoryArmy, pass, settle } from '../support/army.ts';
import { everything } from '../support/letters.ts';
import { fakeClock } from '../support/time.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };
const ROLES = rolesOf(overlordFormation);

describe('a role a person holds', () => {
  it('is not rung, its mail is stored, and its sender is told', async () => {
    const { join, outside, clock, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await holdRoles(outside, ['storm']);
    expect(await overlord.relay.send('storm', hello)).toEqual({
      id: expect.any(String),
      delivered: true,
      wake: { failed: 'held' },
    });
    await pass(clock, 20 * 60_000);
    expect(bell.rings).toEqual([]);
    expect(await outside.mail.unread('storm')).toMatchObject({ count: 1 });
    expect(shared.journal).toContainEqual({ event: 'held', to: 'storm', by: 'person' });
    // Nobody has tried: it is no wonder that it did not answer.
    expect(shared.journal.filter(({ event }) => event === 'unreachable')).toEqual([]);
    expect(await overlord.relay.report('storm')).toMatchObject([
      { observed: { unreachable: false, held: [{ by: 'person', since: expect.any(String) }] } },
    ]);
  });

  it('is rung at once when it is released', async () => {
    const { join, outside, shared } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('storm');
    await overlord.relay.send('storm', hello);
    await settle();
    await holdRoles(outside, ['storm']);
    await overlord.relay.send('storm', hello);
    expect(await releaseRoles(outside, ROLES, 'storm')).toEqual(['storm']);
    await settle();
    expect(bell.rings).toHaveLength(2);
    expect(shared.journal).toContainEqual({ event: 'released', to: 'storm' });
  });

  it('holds nobody else', async () => {
    const { join, outside } = memoryArmy();
    const overlord = await join('overlord');
    const { bell } = await join('shadow');
    await holdRoles(outside, ['storm']);
    await overlord.relay.send('shadow', hello);
    await settle();
    expect(bell.rings).toHaveLength(1);
  });

  it('is not rung by the deputy either, until it is released [R8]', async () => {
    const { join, outside, clock, shared } = memoryArmy();
    const glacier = await join('glacier');
    const storm = await join('storm');
    storm.die();
    await holdRoles(outside, ['storm']);
    expect((await glacier.relay.send('storm', hello)).wake).toEqual({ failed: 'held' });
    await pass(clock, 120_000);
    const tried = () => shared.journal.filter(({ event }) => /^(rung|ring_failed)$/.test(event));
    expect(tried()).toEqual([]);
    await releaseRoles(outside, ROLES, undefined);
    // Its pauses: to leave a living relay alone, then before its first ring.
    await pass(clock, 5_500);
    expect(tried()).toMatchObject([{ event: 'ring_failed', to: 'storm' }]);
  });
});

const times = async (count: number, from: Relay, to: string) => {
  const sent = [];
  for (let i = 0; i < count; i += 1) sent.push(await from.send(to, hello));
  return sent;
};

describe('two agents that answer each other without end', () => {
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
        expect(sent.held).toBeUndefined();
        await settle();
        await other.relay.check(everything);
      }
      army.clock.advance(10_000);
    }
    expect([inferno.bell.rings.length, storm.bell.rings.length]).toEqual([10, 10]);
    return { ...army, inferno, storm, overlord };
  }

  it('are held with the 21st message: stored, not rung, and both are told', async () => {
    const { inferno, storm, outside, clock, shared } = await atTheLimit();
    expect(await inferno.relay.send('storm', hello)).toMatchObject({
      delivered: true,
      wake: { failed: 'held' },
      held: true,
    });
    await pass(clock, 60 * 60_000);
    expect(storm.bell.rings).toHaveLength(10);
    expect(await outside.mail.unread('storm')).toMatchObject({ count: 1 });
    expect(await storm.relay.heldWith()).toEqual(['inferno']);
    expect(await inferno.relay.heldWith()).toEqual(['storm']);
    expect(await storm.relay.send('inferno', hello)).toMatchObject({ held: true });
    const between = ['inferno', 'storm'];
    expect(shared.journal.filter(({ event }) => event === 'held')).toEqual([
      { event: 'held', to: 'storm', between, by: 'guard' },
    ]);
    expect(await storm.relay.report('all')).toMatchObject(
      ROLES.map((role) =>
        between.includes(role)
          ? { role, observed: { held: [{ by: 'guard', with: between.find((r) => r !== role) }] } }
          : { role },
      ),
    );
  });

  it('are not held for what the board sends: a task given is no loop', async () => {
    const { inferno, storm, outside } = await atTheLimit();
    const order = { ...hello, type: 'task_assigned' as const };
    expect(await inferno.relay.send('storm', order)).not.toHaveProperty('held');
    await settle();
    expect(storm.bell.rings).toHaveLength(11);
    expect(await outside.holds.list()).toEqual([]);
  });

  it('are held before the message is visible: the herald of its recipient looks at once', async () => {
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

  it('lose no message when nobody can count them [R1]', async () => {
    const memory = openMemoryStore(sharedMemory());
    await memory.init(overlordFormation);
    const note = (): Promise<never> => Promise.reject(new Error('disk full'));
    const store: Store = { ...memory, traffic: { ...memory.traffic, note } };
    const sent = await send(sendingOn(store, fakeClock()), 'storm', hello);
    expect(sent).toMatchObject({ delivered: true });
    expect(sent.held).toBeUndefined();
  });

  it('are still rung for the mail of others', async () => {
    const { inferno, storm, overlord } = await atTheLimit();
    await inferno.relay.send('storm', hello);
    const { wake, held } = await overlord.relay.send('storm', hello);
    expect([typeof wake, held]).toEqual(['string', undefined]);
    await settle();
    expect(storm.bell.rings).toHaveLength(11);
    const { messages } = await storm.relay.check(everything);
    expect(messages.map(({ from }) => from).toSorted()).toEqual(['inferno', 'overlord']);
  });

  it.each(['inferno', 'storm'])('go on when a person types to %s', async (role) => {
    const { inferno, storm, shared, clock } = await atTheLimit();
    await inferno.relay.send('storm', hello);
    await settle();
    clock.advance(1000);
    shared.spoken.set(role, clock.now());
    for (const watcher of shared.watchers) watcher(role, 'hold');
    await settle();
    expect(storm.bell.rings).toHaveLength(11);
    expect(shared.journal.filter(({ event }) => event === 'released')).toEqual([
      { event: 'released', to: 'inferno', between: ['inferno', 'storm'] },
    ]);
    clock.advance(1000);
    const more = await times(20, storm.relay, 'inferno');
    expect(more.map(({ held }) => held)).toEqual(more.map(() => undefined));
    expect(await inferno.relay.send('storm', hello)).toMatchObject({ held: true });
  });

  it.each(['inferno', 'storm'])('go on when a person writes to %s', async (role) => {
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

  it('are not let go by what a person typed before', async () => {
    const { inferno, storm, shared, clock } = await atTheLimit();
    shared.spoken.set('storm', clock.now() - 250_000);
    await inferno.relay.send('storm', hello);
    await settle();
    expect(storm.bell.rings).toHaveLength(10);
    expect(await storm.relay.heldWith()).toEqual(['inferno']);
  });

  it.each([['storm'], [undefined]])(
    'go on when a person releases %s, and are counted anew',
    async (role) => {
      const { inferno, storm, outside } = await atTheLimit();
      await inferno.relay.send('storm', hello);
      expect(await releaseRoles(outside, ROLES, role)).toEqual([['inferno', 'storm']]);
      await settle();
      expect(storm.bell.rings).toHaveLength(11);
      const more = await times(21, inferno.relay, 'storm');
      expect(more.map(({ held = false }) => held)).toEqual([...Array(20).fill(false), true]);
    },
  );

  it('stay held when others are released', async () => {
    const { inferno, outside } = await atTheLimit();
    await inferno.relay.send('storm', hello);
    expect(await releaseRoles(outside, ROLES, 'shadow')).toEqual([]);
    expect(await inferno.relay.heldWith()).toEqual(['storm']);
  });

  it('are counted in broadcasts too, pair by pair', async () => {
    const { join } = memoryArmy();
    const { relay } = await join('overlord');
    for (let i = 0; i < 20; i += 1) await relay.broadcast(hello);
    expect((await relay.send('shadow', hello)).held).toBe(true);
    expect((await relay.broadcast(hello)).map((one) => 'held' in one && one.held)).toEqual(
      Array(5).fill(true),
    );
  });

  it('whose mail is all that waits is told of by no hook either, until it is lifted [R7]', async () => {
    const { join, outside } = memoryArmy();
    const overlord = await join('overlord');
    await join('storm');
    const told = async () =>
      outside.wakes.told('storm', (await outside.mail.flag('storm')) ?? { nonce: '', since: '' });
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

  it('a note to oneself is no exchange', async () => {
    const { join } = memoryArmy();
    const { relay } = await join('overlord');
    expect((await times(30, relay, 'overlord')).every(({ held }) => held === undefined)).toBe(true);
  });
});

function sendingOn(store: Store, clock: Clock) {
  const nudging = {
    store,
    clock,
    nudgeText: () => 'x',
    doorbellsFor: async () => [],
    notYet: async () => 0,
    unreachable: async () => 'no_mux' as const,
  };
  const ids = createIds(clock);
  return { store, clock, ids, formation: overlordFormation, from: 'overlord', nudging };
}
