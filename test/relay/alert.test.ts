import { describe, expect, it } from 'vitest';
import { alertKinds, HUMAN } from '../../src/army/human.ts';
import { openAlerting, type Alert } from '../../src/relay/alert.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { memoryArmy, pass } from '../support/army.ts';
import { settle } from '../support/settle.ts';
import { everything } from '../support/letters.ts';
import { waitFor } from '../support/wait-for.ts';

const hello = { subject: 'hello', body: 'body', priority: 'normal' as const };
const kinds = (told: readonly Alert[]): string[] => told.map(({ kind, role }) => `${kind} ${role}`);

describe('mail to the person', () => {
  it('is stored without a flag or a ring, and alerts the person once', async () => {
    const { join, outside, shared, told, clock } = memoryArmy();
    const storm = await join('storm');
    const inferno = await join('inferno');
    const { id, ...sent } = await storm.relay.send(HUMAN, hello);
    expect(sent).toEqual({ delivered: true, wake: 'person' });
    await pass(clock, 120_000);
    expect(await outside.mail.readFlag(HUMAN)).toBeUndefined();
    expect(await outside.mail.listUnread(HUMAN)).toMatchObject([
      { id, from: 'storm', body: 'body' },
    ]);
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

  it('may be as frequent as a role likes: it is not held as a loop', async () => {
    const { join, outside } = memoryArmy();
    const { relay } = await join('storm');
    for (let i = 0; i < 50; i += 1) {
      expect((await relay.send(HUMAN, hello)).heldMs).toBeUndefined();
    }
    expect(await outside.mail.countUnread(HUMAN)).toMatchObject({ count: 50 });
    expect(await outside.holds.list()).toEqual([]);
  });

  it('does not come from a broadcast, which goes to roles only [relay.broadcast.1]', async () => {
    const { join, outside } = memoryArmy();
    const { relay } = await join('overlord');
    expect((await relay.broadcast(hello)).map(({ to }) => to)).not.toContain(HUMAN);
    expect(await outside.mail.countUnread(HUMAN)).toMatchObject({ count: 0 });
  });
});

describe('the person is alerted that a role', () => {
  it('waits for permission, once each time it starts to wait', async () => {
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

  it('waits again soon after the last time, if the dialog still stands', async () => {
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

  it('waits although its relay hears of no change [N2]', async () => {
    const { join, outside, told, clock } = memoryArmy();
    await join('storm', {}, { deaf: true });
    await pass(clock, 1000);
    await outside.statuses.observe('storm', { state: 'waiting' });
    await pass(clock, 60_000);
    expect(kinds(told)).toEqual(['waits storm']);
  });

  it('waits, once, although its relay was replaced', async () => {
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

  it('has died, but not for a death that was over when the role came back', async () => {
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
  ])('has died when its agent %s', async (_how, end) => {
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

  it('has died when its agent left its relay alone a moment ago', async () => {
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
  ])('has died, but not when %s', async (_why, seat, asked) => {
    const { join, told, clock } = memoryArmy();
    await join('glacier');
    await (await join('storm', seat)).relay.stop(asked);
    await pass(clock, 200_000);
    expect(told).toEqual([]);
  });

  it('has died, but not when it is back before long or its agent lives', async () => {
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

  it('cannot be reached, once, after ten minutes, by the relay that climbs the ladder', async () => {
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

  it('is raised by one of all relays that see the same', async () => {
    const shared = sharedMemory();
    const told: number[] = [];
    await openMemoryStore(shared).init(overlordFormation);
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        openAlerting({
          store: openMemoryStore(shared),
          on: alertKinds,
          notify: () => told.push(i),
        })(alert),
      ),
    );
    expect(told).toHaveLength(1);
    expect(shared.journal).toHaveLength(1);
  });

  it('tells once a role that something was set aside from its inbox, and of no other file', async () => {
    const shared = sharedMemory();
    const store = openMemoryStore(shared);
    const told: Alert[] = [];
    openAlerting({ store, on: alertKinds, notify: (one) => void told.push(one) });
    const stray = {
      event: 'quarantined',
      file: '1.notes.txt',
      reason: 'not a message file',
    } as const;
    await store.journal.write([stray]);
    for (const to of ['storm', 'storm', 'shadow']) await store.journal.write([{ ...stray, to }]);
    await waitFor(() => told.length === 2, 'both roles');
    expect(told.map(({ kind, role }) => [kind, role])).toEqual([
      ['set_aside', 'storm'],
      ['set_aside', 'shadow'],
    ]);
  });

  it('of a kind that is turned off is not raised, and one that cannot be claimed is no error', async () => {
    const shared = sharedMemory();
    const store = openMemoryStore(shared);
    const told: Alert[] = [];
    const notify = (one: Alert): void => void told.push(one);
    await openAlerting({ store, on: ['waits'], notify })(alert);
    const broken = {
      ...store,
      alerts: { ...store.alerts, claim: () => Promise.reject(new Error()) },
    };
    await openAlerting({ store: broken, on: alertKinds, notify })(alert);
    expect([told, shared.journal]).toEqual([[], []]);
  });
});
