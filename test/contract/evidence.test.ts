import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { rfc3339 } from '../../src/kit/clock.ts';
import { readJournal } from '../../src/relay/read-journal.ts';
import type { Change, JournalEvent, JournalRecord } from '../../src/store/store.ts';
import { backends } from '../support/backends.ts';
import { letter } from '../support/letters.ts';
import { fakeClock } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';

/** One of every kind there is. */
const EVENTS: { [E in JournalEvent['event']]: Extract<JournalEvent, { event: E }> } = {
  stored: { event: 'stored', id: 'i', from: 'overlord', to: 'storm', priority: 'urgent' },
  rung: { event: 'rung', to: 'storm', by: 'hook:stop', nonce: 'n', as: 'hook' },
  ring_failed: { event: 'ring_failed', to: 'storm', by: 'typed', nonce: 'n', code: 'no_pane' },
  fetched: { event: 'fetched', id: 'i', to: 'storm', incarnation: 'x', redelivered: 2 },
  acknowledged: { event: 'acknowledged', id: 'i', to: 'storm' },
  put_back: { event: 'put_back', id: 'i', to: 'storm', why: 'left' },
  resumed: { event: 'resumed', id: 'i', to: 'storm' },
  quarantined: { event: 'quarantined', file: 'f', reason: 'r', to: 'storm' },
  unreachable: { event: 'unreachable', to: 'storm', nonce: 'n', failed: ['no_pane'] },
  confirmed: { event: 'confirmed', to: 'storm', by: 'socket', nonce: 'n', ms: 1.5 },
  held: {
    event: 'held',
    to: 'storm',
    between: ['inferno', 'storm'],
    by: 'guard',
    until: '2026-11-15T12:00:30.000Z',
  },
  released: { event: 'released', to: 'storm' },
  interrupted: { event: 'interrupted', to: 'storm' },
  restarted: { event: 'restarted', to: 'storm', resumed: true },
  reconnected: { event: 'reconnected', to: 'storm' },
  alerted: { event: 'alerted', to: 'storm', why: 'wrote', id: 'i' },
};

describe.each(backends)('evidence and holds on $name', ({ ground: makeGround }) => {
  async function open(clock = fakeClock()) {
    const ground = makeGround(clock);
    const store = ground.open();
    await store.init(overlordFormation);
    return { store, ground, clock };
  }

  it('gives back every event as it was written, each with its time', async () => {
    const { store, ground, clock } = await open();
    const events = Object.values(EVENTS);
    await store.journal.write(events);
    const at = rfc3339(clock.now());
    const { records, next } = await ground.open().journal.read();
    expect(records).toEqual(events.map((event) => ({ at, ...event })));
    expect(await ground.open().journal.read(next)).toEqual({ records: [], next });
  });

  it('reads on from where the last piece ended', async () => {
    const { store } = await open();
    const told: JournalRecord[] = [];
    const tell = async (records: readonly JournalRecord[]): Promise<void> => {
      told.push(...records);
    };
    let place = await readJournal(store.journal, tell);
    for (const event of Object.values(EVENTS)) {
      await store.journal.write([event]);
      place = await readJournal(store.journal, tell, place);
    }
    expect(told.map(({ event }) => event)).toEqual(Object.keys(EVENTS));
  });

  it('notifies a follower that the journal grew', async () => {
    const { store, ground } = await open();
    let changes = 0;
    const watch = ground.open().journal.watch(() => (changes += 1));
    await watch.rearm();
    await store.journal.write([EVENTS.stored]);
    await waitFor(() => changes > 0, 'a change');
    watch.close();
  });

  it('sets a hold on a role and on an exchange once each, with its time, author and end', async () => {
    const { store, ground, clock } = await open();
    const since = rfc3339(clock.now());
    expect(await store.holds.list()).toEqual([]);
    expect(await store.holds.set('storm', 'person')).toBe(true);
    const until = rfc3339(clock.now() + 30_000);
    expect(await store.holds.set(['inferno', 'storm'], 'guard', until)).toBe(true);
    clock.advance(5000);
    expect(await ground.open().holds.set('storm', 'person')).toBe(false);
    expect(await ground.open().holds.list()).toEqual([
      { held: ['inferno', 'storm'], since, by: 'guard', until },
      { held: 'storm', since, by: 'person' },
    ]);
    expect(await ground.open().holds.lift('storm')).toBe(true);
    expect(await store.holds.lift('storm')).toBe(false);
    expect(await store.holds.list()).toMatchObject([{ held: ['inferno', 'storm'] }]);
  });

  it('tells exactly one of several callers that it set or lifted a hold', async () => {
    const { ground } = await open();
    const all = <T>(call: () => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: 20 }, call));
    const set = await all(() => ground.open().holds.set('storm', 'person'));
    expect(set.filter(Boolean)).toHaveLength(1);
    const lifted = await all(() => ground.open().holds.lift('storm'));
    expect(lifted.filter(Boolean)).toHaveLength(1);
  });

  it('notifies every role of holds, and a role of what a person typed or wrote to it', async () => {
    const { store, ground, clock } = await open();
    const heard: Change[] = [];
    const watch = ground.open().watch('shadow', (what) => heard.push(what));
    await watch.rearm();
    const next = async (what: string, act: () => unknown): Promise<void> => {
      heard.length = 0;
      await act();
      await waitFor(() => heard.includes('hold'), what);
    };
    await next('a hold', () => store.holds.set('storm', 'person'));
    await next('a lifted hold', () => store.holds.lift('storm'));
    await next('a word to it', () => ground.speak('shadow', clock.now()));
    await next('a letter to it', () => store.statuses.noteSpoken('shadow'));
    watch.close();
  });

  it('remembers when a person last typed to a role', async () => {
    const { store, ground, clock } = await open();
    expect(await store.statuses.readLastSpokenAt('storm')).toBeUndefined();
    ground.speak('storm', clock.now() - 5000);
    expect(await store.statuses.readLastSpokenAt('storm')).toBe(clock.now() - 5000);
    expect(await store.statuses.readLastSpokenAt('shadow')).toBeUndefined();
    await store.statuses.noteSpoken('storm');
    expect(await store.statuses.readLastSpokenAt('storm')).toBeGreaterThan(clock.now() - 5000);
  });

  it('counts the messages and pauses of a pair in both directions until told to forget', async () => {
    const { store, ground, clock } = await open();
    const [one, other] = [['inferno', 'storm'] as const, ['shadow', 'storm'] as const];
    const first = clock.now();
    expect(await store.traffic.note(one)).toEqual({ messages: [first], pauses: [] });
    await store.traffic.notePause(one, 30_000);
    clock.advance(1000);
    expect(await ground.open().traffic.note(one)).toEqual({
      messages: [first, first + 1000],
      pauses: [{ at: first, ms: 30_000 }],
    });
    expect(await store.traffic.note(other)).toEqual({ messages: [first + 1000], pauses: [] });
    await ground.open().traffic.forget(one);
    await ground.open().traffic.forget(one);
    expect(await store.traffic.note(one)).toEqual({ messages: [first + 1000], pauses: [] });
    expect((await store.traffic.note(other)).messages).toHaveLength(2);
  });

  it('names every sender of unread mail', async () => {
    const { store } = await open();
    expect(await store.mail.listSenders('strategist')).toEqual(new Set());
    await store.mail.deliver(letter({ from: 'storm' }));
    await store.mail.deliver(letter({ from: 'storm' }));
    expect(await store.mail.listSenders('strategist')).toEqual(new Set(['storm']));
    await store.mail.deliver(letter({ from: 'shadow' }));
    expect(await store.mail.listSenders('strategist')).toEqual(new Set(['storm', 'shadow']));
    const by = await store.seats.add('strategist', {
      relay: { pid: 1, start: '', boot: '' },
      agent: { kind: 'mock' },
      doorbells: [],
    });
    await store.mail.collect('strategist', by, ({ from }) => from === 'storm');
    expect(await store.mail.listSenders('strategist')).toEqual(new Set(['shadow']));
  });

  it('has no holds and no counts left of an army that was dismissed', async () => {
    const { store, ground } = await open();
    await store.holds.set('storm', 'person');
    await store.traffic.note(['inferno', 'storm']);
    await store.cleanUp(ground.history);
    await store.init(overlordFormation);
    expect(await store.holds.list()).toEqual([]);
    expect((await store.traffic.note(['inferno', 'storm'])).messages).toHaveLength(1);
  });
});
