import { describe, expect, it } from 'vitest';
import { alertKinds, HUMAN } from '../../src/army/human.ts';
import { alerting, type Alert } from '../../src/relay/alert.ts';
import { openMemoryStore, sharedMemory } from '../../src/store/memory.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { memoryArmy, pass, settle } from '../support/army.ts';
import { everything } from '../support/letters.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };
const kinds = (told: readonly Alert[]): string[] => told.map(({ kind, role }) => `${kind} ${role}`);

describe('the person', () => {
  it('is written to: stored, no flag, nobody rung for, told once', async () => {
    const { join, outside, shared, told, clock } = memoryArmy();
    const storm = await join('storm');
    const inferno = await join('inferno');
    const { id, ...sent } = await storm.relay.send(HUMAN, hello);
    expect(sent).toEqual({ delivered: true, wake: 'person' });
    await pass(clock, 120_000);
    expect(await outside.mail.flag(HUMAN)).toBeUndefined();
    expect(await outside.mail.look(HUMAN)).toMatchObject([{ id, from: 'storm', body: 'body' }]);
    expect(inferno.bell.rings).toEqual([]);
    expect(told).toEqual([
      {
        kind: 'wrote',
        role: 'storm',
        event: expect.stringMatching(`^${id}\\.\\d+$`) as string,
        id,
      },
    ]);
    expect(shared.journal).toMatchObject([
      { event: 'stored', id, from: 'storm', to: HUMAN },
      { event: 'alerted', to: 'storm', why: 'wrote', id },
    ]);
  });

  it('may be written to as often as a role likes: that is no loop', async () => {
    const { join, outside } = memoryArmy();
    const { relay } = await join('storm');
    for (let i = 0; i < 50; i += 1) {
      expect((await relay.send(HUMAN, hello)).held).toBeUndefined();
    }
    expect(await outside.mail.unread(HUMAN)).toMatchObject({ count: 50 });
    expect(await outside.holds.list()).toEqual([]);
  });

  it('is not among those a broadcast goes to [relay.broadcast.1]', async () => {
    const { join, outside } = memoryArmy();
    const { relay } = await join('overlord');
    expect((await relay.broadcast(hello)).map(({ to }) => to)).not.toContain(HUMAN);
    expect(await outside.mail.unread(HUMAN)).toMatchObject({ count: 0 });
  });
});

describe('a person is told that a role', () => {
  it('waits for permission: once each time it begins to', async () => {
    const { join, outside, told, clock } = memoryArmy();
    await join('storm');
    const becomes = async (state: 'busy' | 'waiting' | 'idle', ms: number): Promise<void> => {
      await outside.statuses.observe('storm', { state });
      await pass(clock, ms);
    };
    await becomes('busy', 1000);
    expect(told).toEqual([]);
    await becomes('waiting', 0);
    await settle();
    expect(kinds(told)).toEqual(['waits storm']);
    await pass(clock, 120_000);
    expect(told).toHaveLength(1);
    await becomes('busy', 20_000);
    await becomes('waiting', 1000);
    expect(told).toHaveLength(2);
    // Another tool has ended beside the dialog, which may be the same: it is answered soon.
    await becomes('busy', 1000);
    await becomes('waiting', 5000);
    await becomes('idle', 60_000);
    expect(told).toHaveLength(2);
  });

  it('waits anew, soon after the last time: told where it still stands', async () => {
    const { join, outside, told, clock } = memoryArmy();
    await join('storm');
    const becomes = async (state: 'busy' | 'waiting', ms: number): Promise<void> => {
      await outside.statuses.observe('storm', { state });
      await pass(clock, ms);
    };
    await becomes('waiting', 2000);
    await becomes('busy', 4000);
    await becomes('waiting', 3_600_000);
    expect(kinds(told)).toEqual(['waits storm', 'waits storm']);
    for (let i = 0; i < 10; i += 1) {
      await becomes('busy', 4000);
      await becomes('waiting', 4000);
    }
    // Never so often that one after the other is passed over.
    expect(told.length).toBeGreaterThan(5);
  });

  it('waits, though its relay hears of no change [N2]', async () => {
    const { join, outside, told, clock } = memoryArmy();
    await join('storm', {}, { deaf: true });
    await pass(clock, 1000);
    await outside.statuses.observe('storm', { state: 'waiting' });
    await pass(clock, 60_000);
    expect(kinds(told)).toEqual(['waits storm']);
  });

  it('waits, though its relay is another by now: once', async () => {
    const { join, outside, told, clock } = memoryArmy();
    const first = await join('storm');
    await outside.statuses.observe('storm', { state: 'waiting' });
    await settle();
    first.die();
    await pass(clock, 30_000);
    const second = await join('storm');
    await second.relay.ready();
    await pass(clock, 120_000);
    expect(kinds(told)).toEqual(['waits storm']);
  });

  it('has died only of this life: what was left behind before is settled when it is back', async () => {
    const { join, told, clock } = memoryArmy();
    await join('glacier');
    await (await join('storm')).relay.stop(false);
    await pass(clock, 4000);
    const second = await join('storm');
    await pass(clock, 3_600_000);
    await second.relay.stop(true);
    await pass(clock, 120_000);
    expect(told).toEqual([]);
  });

  it.each<
    [string, (member: Awaited<ReturnType<ReturnType<typeof memoryArmy>['join']>>) => unknown]
  >([
    ['was killed with its relay', (member) => member.die()],
    ['ended and left its relay alone', ({ relay }) => relay.stop(false)],
  ])('has died: its agent %s', async (_how, end) => {
    const { join, told, clock } = memoryArmy();
    for (const role of ['glacier', 'inferno', 'shadow']) await join(role);
    await end(await join('storm'));
    await pass(clock, 5000);
    expect(told).toEqual([]);
    await pass(clock, 70_000);
    expect(kinds(told)).toEqual(['died storm']);
    await pass(clock, 300_000);
    expect(told).toHaveLength(1);
  });

  it('has died, soon after its agent left its relay alone', async () => {
    const { join, told, clock } = memoryArmy();
    await join('glacier');
    await pass(clock, 1000);
    await (await join('storm')).relay.stop(false);
    await pass(clock, 11_000);
    expect(kinds(told)).toEqual(['died storm']);
  });

  it.each<[string, Parameters<ReturnType<typeof memoryArmy>['join']>[1], boolean]>([
    ['its relay was asked to end', {}, true],
    ['it was never ready', { readyAt: undefined as never }, false],
  ])('has not died: %s', async (_why, seat, asked) => {
    const { join, told, clock } = memoryArmy();
    await join('glacier');
    await (await join('storm', seat)).relay.stop(asked);
    await pass(clock, 200_000);
    expect(told).toEqual([]);
  });

  it('has not died: it is back before long, or its agent lives', async () => {
    const { join, told, clock } = memoryArmy();
    await join('glacier');
    await (await join('storm')).relay.stop(false);
    const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
    (await join('inferno', { agent })).die();
    await pass(clock, 5000);
    await join('storm');
    await pass(clock, 200_000);
    expect(told).toEqual([]);
  });

  it('cannot be reached: once, after ten minutes, by whoever climbs', async () => {
    const { join, told, clock } = memoryArmy();
    const overlord = await join('overlord');
    const storm = await join('storm');
    storm.bell.answer = async () => ({ sent: false, code: 'no_pane' });
    await overlord.relay.send('storm', hello);
    await pass(clock, 9 * 60_000);
    expect(told).toEqual([]);
    await pass(clock, 30 * 60_000);
    expect(kinds(told)).toEqual(['unreachable storm']);
    await storm.relay.check(everything);
    await overlord.relay.send('storm', hello);
    await pass(clock, 30 * 60_000);
    expect(told).toHaveLength(2);
  });
});

describe('an alert', () => {
  const alert: Alert = { kind: 'died', role: 'storm', event: '1' };

  it('is told by one of all who see the same', async () => {
    const shared = sharedMemory();
    const told: number[] = [];
    await openMemoryStore(shared).init(overlordFormation);
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        alerting({
          store: openMemoryStore(shared),
          on: alertKinds,
          notify: () => told.push(i),
        })(alert),
      ),
    );
    expect(told).toHaveLength(1);
    expect(shared.journal).toHaveLength(1);
  });

  it('of a kind that is not wanted is none, and one that cannot be claimed fails nobody', async () => {
    const shared = sharedMemory();
    const store = openMemoryStore(shared);
    const told: Alert[] = [];
    const notify = (one: Alert): void => void told.push(one);
    await alerting({ store, on: ['waits'], notify })(alert);
    const broken = {
      ...store,
      alerts: { ...store.alerts, claim: () => Promise.reject(new Error()) },
    };
    await alerting({ store: broken, on: alertKinds, notify })(alert);
    expect([told, shared.journal]).toEqual([[], []]);
  });
});
