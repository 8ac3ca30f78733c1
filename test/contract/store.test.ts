import { describe, expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Role } from '../../src/army/role.ts';
import { OvldError } from '../../src/errors.ts';
import type { Change, Store } from '../../src/store/store.ts';
import { backends, seatOf, type Ground } from '../support/backends.ts';
import { deliverAll, everything, letter } from '../support/letters.ts';
import { fakeClock } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';

/** One suite for every backend of the store port. */
describe.each(backends)('the store on $name', ({ ground: makeGround }) => {
  async function open(clock = fakeClock()): Promise<{ store: Store; ground: Ground }> {
    const ground = makeGround(clock);
    const store = ground.open();
    await store.init(overlordFormation);
    return { store, ground };
  }
  const ids = (messages: readonly { id: string }[]): string[] => messages.map(({ id }) => id);

  it('starts with six empty inboxes, six idle statuses and no flag', async () => {
    const { store } = await open();
    for (const { role } of overlordFormation.roles) {
      expect(await store.mail.countUnread(role)).toEqual({ count: 0, oldestAgeMs: undefined });
      expect(await store.statuses.readDeclared(role)).toMatchObject({
        role,
        status: 'idle',
        task: '',
      });
      expect(await store.mail.readFlag(role)).toBeUndefined();
    }
    expect(await store.isPresent()).toBe(true);
    expect(await store.readFormation()).toBeUndefined();
  });

  it('keeps what is there when it is initialised again', async () => {
    const { store } = await open();
    await store.mail.deliver(letter());
    await store.statuses.declare({
      role: 'strategist',
      status: 'working',
      task: 'plan',
      updated_at: '2026-11-15T12:00:00.000Z',
    });
    await store.init(overlordFormation);
    expect(await store.mail.countUnread('strategist')).toMatchObject({ count: 1 });
    expect(await store.statuses.readDeclared('strategist')).toMatchObject({ task: 'plan' });
  });

  it('serves the roles of whatever formation it was made for', async () => {
    const store = makeGround().open();
    await store.init(formationSchema.parse({ name: 'duo', roles: [{ role: 'a' }, { role: 'b' }] }));
    expect(await store.mail.deliver(letter({ to: 'b', from: 'a' }))).toMatchObject({ to: 'b' });
    await expect(store.mail.deliver(letter({ to: 'storm' }))).rejects.toThrow(OvldError);
  });

  it('gives every message of an inbox a name of its own that sorts after the earlier ones, whatever the clock says [R1]', async () => {
    const clock = fakeClock();
    const { store, ground } = await open(clock);
    const same = letter();
    const [first] = await deliverAll(store, [same]);
    clock.setNow(clock.now() - 60_000);
    const [second] = await deliverAll(store, [same]);
    const [third] = await deliverAll(ground.open(), [letter({ priority: 'urgent' })]);
    expect(new Set(ids([first!, second!, third!])).size).toBe(3);
    expect(second!.id > first!.id).toBe(true);
    expect(first).toMatchObject(same);
  });

  it.each([
    '',
    'plain',
    '日本語の本文',
    '👩‍👩‍👧‍👦 🇯🇵',
    'a\u0000b\u001b[31m\u0007',
    '\r\n\r',
    '"\\\u2028',
  ])('hands over the body %j unchanged [R1]', async (body) => {
    const { store } = await open();
    const sent = await store.mail.deliver(letter({ body, subject: body.slice(0, 20) }));
    const by = await store.seats.add('strategist', seatOf(7));
    const { messages } = await store.mail.collect('strategist', by, everything);
    expect(messages).toEqual([sent]);
  });

  it('hands over urgent mail first, then the oldest, and says what is left [R10 R9]', async () => {
    const { store } = await open();
    const urgent = { priority: 'urgent' } as const;
    const sent = await deliverAll(store, [letter(), letter(urgent), letter(), letter(urgent)]);
    const [a, b, c, d] = ids(sent);
    const by = await store.seats.add('strategist', seatOf(7));
    let room = 3;
    const page = await store.mail.collect('strategist', by, () => room-- > 0);
    expect(ids(page.messages)).toEqual([b, d, a]);
    expect(page.remaining).toBe(1);
    const rest = await store.mail.collect('strategist', by, everything);
    expect(ids(rest.messages)).toEqual([c]);
    expect(rest.remaining).toBe(0);
  });

  it('hands a message to one caller only [R10]', async () => {
    const { store, ground } = await open();
    const sent = await deliverAll(
      store,
      Array.from({ length: 20 }, () => letter()),
    );
    const other = ground.open();
    const [one, two] = [
      await store.seats.add('strategist', seatOf(1)),
      await other.seats.add('strategist', seatOf(2)),
    ];
    const pages = await Promise.all([
      store.mail.collect('strategist', one, everything),
      other.mail.collect('strategist', two, everything),
    ]);
    const got = pages.flatMap(({ messages }) => ids(messages));
    expect(got.toSorted()).toEqual(ids(sent));
  });

  it('lets exactly one of many callers raise the flag, whole from birth [R2]', async () => {
    const { store, ground } = await open();
    const callers = Array.from({ length: 12 }, () => ground.open());
    const raised = await Promise.all(callers.map((caller) => caller.mail.raiseFlag('storm')));
    expect(raised.filter(Boolean)).toHaveLength(1);
    const flag = await store.mail.readFlag('storm');
    expect(flag?.nonce).toMatch(/^[0-9a-z-]{8,}$/);
    await store.mail.clearFlag('storm');
    expect(await store.mail.readFlag('storm')).toBeUndefined();
    await store.mail.clearFlag('storm');
    expect(await store.mail.raiseFlag('storm')).toBe(true);
    expect((await store.mail.readFlag('storm'))?.nonce).not.toBe(flag?.nonce);
  });

  it('keeps a handed-over message until it is acknowledged, and never hands it over again [R12]', async () => {
    const { store } = await open();
    const [a, b] = await deliverAll(store, [letter(), letter()]);
    const by = await store.seats.add('strategist', seatOf(7));
    await store.mail.collect('strategist', by, everything);
    await store.mail.acknowledge('strategist', by, [a!.id]);
    expect(await store.mail.putBack('strategist', by, 'cancelled')).toBe(1);
    const again = await store.mail.collect('strategist', by, everything);
    expect(again.messages).toEqual([{ ...b, redelivered: 1 }]);
  });

  it('marks every return, so that a poison message can be counted [R11]', async () => {
    const { store } = await open();
    await store.mail.deliver(letter());
    const by = await store.seats.add('strategist', seatOf(7));
    for (const times of [undefined, 1, 2, 3]) {
      const { messages } = await store.mail.collect('strategist', by, everything);
      expect(messages.map(({ redelivered }) => redelivered)).toEqual([times]);
      await store.mail.putBack('strategist', by, 'cancelled', ids(messages));
    }
  });

  it('puts back what the dead held and leaves the living alone [R10]', async () => {
    const { store, ground } = await open();
    const a = await store.mail.deliver(letter());
    const doomed = await store.seats.add('strategist', seatOf(1));
    await store.mail.collect('strategist', doomed, everything);
    const living = await store.seats.add('strategist', seatOf(2));
    await store.mail.deliver(letter());
    await store.mail.collect('strategist', living, everything);
    expect(await store.mail.putBackDead('strategist')).toBe(0);
    ground.kill(1);
    expect(await store.mail.putBackDead('strategist')).toBe(1);
    const { messages } = await store.mail.collect('strategist', living, everything);
    expect(messages).toEqual([{ ...a, redelivered: 1 }]);
    const seats = await store.seats.list('strategist');
    expect(seats.map(({ incarnation }) => incarnation)).toEqual([living]);
  });

  it('remembers the last seat of a role whose relay died, and where its agent is [R8]', async () => {
    const { store, ground } = await open();
    const agent = { kind: 'mock', process: { pid: 9, start: '1', boot: 'b' } };
    const by = await store.seats.add('storm', { ...seatOf(1), agent, pane: 'p4' });
    ground.kill(1);
    await store.mail.putBackDead('storm');
    expect(await store.seats.list('storm')).toMatchObject([
      { incarnation: by, pane: 'p4', alive: false, agentAlive: true },
    ]);
    ground.kill(9);
    expect(await store.seats.list('storm')).toMatchObject([{ agentAlive: false }]);
  });

  it('gives every life of a relay a greater name than the one before, whatever the clock says [R6]', async () => {
    const clock = fakeClock();
    const { store, ground } = await open(clock);
    const first = await store.seats.add('storm', seatOf(1));
    clock.setNow(clock.now() - 86_400_000);
    const second = await ground.open().seats.add('storm', seatOf(2));
    expect(second > first).toBe(true);
    await store.seats.remove('storm', second);
    const seats = await store.seats.list('storm');
    expect(seats.map(({ incarnation }) => incarnation)).toEqual([first]);
  });

  it('updates a seat in place', async () => {
    const { store } = await open();
    const incarnation = await store.seats.add('storm', seatOf(1));
    await store.seats.update('storm', { incarnation, ...seatOf(1), readyAt: 'now', pane: '%3' });
    expect(await store.seats.list('storm')).toMatchObject([
      { readyAt: 'now', pane: '%3', alive: true },
    ]);
  });

  it('keeps what is observed apart from what is declared, with its age', async () => {
    const clock = fakeClock(Date.now());
    const { store } = await open(clock);
    expect(await store.statuses.readObserved('storm')).toBeUndefined();
    await store.statuses.observe('storm', { state: 'busy' });
    clock.setNow(Date.now() + 60_000);
    const seen = await store.statuses.readObserved('storm');
    expect(seen?.state).toBe('busy');
    expect(Math.round((seen?.ageMs ?? 0) / 10_000)).toBe(6);
    expect(await store.statuses.readDeclared('storm')).toMatchObject({ status: 'idle' });
  });

  it('reports how old the oldest unread message is and which role sent it', async () => {
    const clock = fakeClock(Date.now());
    const { store } = await open(clock);
    expect(await store.mail.findOldestSender('strategist')).toBeUndefined();
    await store.mail.deliver(letter({ from: 'storm' }));
    await store.mail.deliver(letter({ from: 'shadow' }));
    clock.setNow(Date.now() + 60_000);
    const { count, oldestAgeMs } = await store.mail.countUnread('strategist');
    expect(count).toBe(2);
    expect(Math.round((oldestAgeMs ?? 0) / 10_000)).toBe(6);
    expect(await store.mail.findOldestSender('strategist')).toBe('storm');
  });

  it('notifies a watcher of its own inbox, flag and state, and of the flags of others [R3]', async () => {
    const { store, ground } = await open();
    const heard = new Set<Change>();
    const watch = store.watch('strategist', (what) => heard.add(what));
    await watch.rearm();
    expect(watch.hearing).toBe(true);
    const other = ground.open();
    const steps: [Change, () => Promise<unknown>][] = [
      ['inbox', () => other.mail.deliver(letter())],
      ['pending', () => other.mail.raiseFlag('strategist')],
      ['state', () => other.statuses.observe('strategist', { state: 'idle' })],
      ['pending-of-others', () => other.mail.raiseFlag('storm')],
    ];
    for (const [change, step] of steps) {
      await step();
      await waitFor(() => heard.has(change), change);
    }
    watch.close();
  });

  it('notifies a watcher of all roles which role has changed, and of no other', async () => {
    const { store, ground } = await open();
    const heard: (Role | undefined)[] = [];
    const watch = store.watchRoles(['strategist', 'human'], (role) => heard.push(role));
    await watch.rearm();
    expect(watch.hearing).toBe(true);
    const other = ground.open();
    const { mail, statuses, seats, holds } = other;
    const flag = { nonce: 'n', since: new Date().toISOString() };
    const status = { status: 'working', task: '', updated_at: flag.since } as const;
    const ring = { at: flag.since, by: 'typed', outcome: 'rung' } as const;
    const steps: [Role | undefined, () => Promise<unknown>][] = [
      ['strategist', () => mail.deliver(letter())],
      ['human', () => mail.deliver(letter({ to: 'human' }))],
      ['strategist', () => mail.raiseFlag('strategist')],
      ['strategist', () => statuses.observe('strategist', { state: 'busy' })],
      ['strategist', () => statuses.declare({ role: 'strategist', ...status })],
      ['strategist', () => statuses.noteRing('strategist', flag, ring)],
      ['strategist', () => seats.add('strategist', seatOf(1))],
      [undefined, () => holds.set('strategist', 'person')],
    ];
    await statuses.declare({ role: 'storm', ...status });
    for (const [role, step] of steps) {
      heard.length = 0;
      await step();
      await waitFor(() => heard.includes(role), String(role));
    }
    expect(heard).not.toContain('storm');
    watch.close();
  });

  it('carries the formation and the files summon leaves, at places known before', async () => {
    const { store } = await open();
    const paths = (['mcp', 'settings'] as const).map((kind) => store.outfitPath('storm', kind));
    expect(new Set(paths).size).toBe(2);
    const first = formationSchema.parse({ name: 'first', roles: [{ role: 'storm' }] });
    await store.writeOutfit(first, [{ role: 'storm', kind: 'mcp', text: '{}' }]);
    expect(await store.readFormation()).toEqual(first);
    const second = { ...first, name: 'second' };
    await store.writeOutfit(second, []);
    expect(await store.readFormation()).toEqual(second);
    expect(store.outfitPath('storm', 'mcp')).toBe(paths[0]);
  });

  it('remembers what became of a ritual', async () => {
    const { store, ground } = await open();
    const at = '2026-11-15T12:00:00.000Z';
    expect(await store.statuses.readRitual('storm')).toBeUndefined();
    await store.statuses.noteRitual('storm', { state: 'skipped', at, code: 'not_ready' });
    const other = ground.open();
    expect(await other.statuses.readRitual('storm')).toEqual({
      state: 'skipped',
      at,
      code: 'not_ready',
    });
    await other.statuses.noteRitual('storm', { state: 'given', at });
    expect(await store.statuses.readRitual('storm')).toEqual({ state: 'given', at });
    expect(await store.statuses.readRitual('shadow')).toBeUndefined();
  });

  it('remembers the last ring, and for which flag', async () => {
    const { store, ground } = await open();
    const at = '2026-11-15T12:00:00.000Z';
    const flag = { nonce: 'a', since: at };
    expect(await store.statuses.readLastRing('storm')).toBeUndefined();
    const note = { at, by: 'typed', outcome: 'draft_present' } as const;
    await store.statuses.noteRing('storm', flag, note);
    expect(await ground.open().statuses.readLastRing('storm')).toEqual({ nonce: 'a', ...note });
    const taken = { at, by: 'socket', outcome: 'rung', roundTripMs: 42 } as const;
    await store.statuses.noteRing('storm', flag, taken);
    expect(await ground.open().statuses.readLastRing('storm')).toEqual({ nonce: 'a', ...taken });
    expect(await store.statuses.readLastRing('shadow')).toBeUndefined();
  });
});
