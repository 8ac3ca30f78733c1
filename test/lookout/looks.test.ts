import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Role } from '../../src/army/role.ts';
import { TICK_MS } from '../../src/lookout/open-lookout.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { settle } from '../support/settle.ts';
import { mortality, seatOf } from '../support/backends.ts';
import { bastionOf } from '../support/bastion.ts';
import { fakeWork } from '../support/fake-board.ts';
import { letter } from '../support/letters.ts';
import { post, sightOf, watched } from '../support/lookout-world.ts';
import { fakeClock } from '../support/time.ts';

const bastion = bastionOf(2);
const deafWatch = { rearm: async () => undefined, hearing: true, close: () => undefined };

/** An army of which nothing is ever heard (N1, N2). */
const deaf = (store: Store): Store => ({
  ...store,
  watchRoles: () => deafWatch,
  journal: { ...store.journal, watch: () => deafWatch },
});

async function army(clock = fakeClock()) {
  const { isAlive, kill } = mortality();
  const store = openMemoryStore(sharedMemory(), { clock, isAlive });
  await store.init(overlordFormation);
  return { store, clock, kill };
}

/** Both the gap between two changes, and all that follows from them. */
async function soon(clock: ReturnType<typeof fakeClock>): Promise<void> {
  await settle();
  clock.advance(50);
  await settle();
}

describe('a change that no watch reported', () => {
  it('is found on the tick [N1 N2]', async () => {
    const { store, clock } = await army();
    const { lookout, told } = await watched({ store: deaf(store), clock });
    await post(store, { to: 'storm' });
    await store.holds.set('inferno', 'person');
    await soon(clock);
    expect([told.length, lookout.picture().letters.length]).toEqual([0, 0]);
    clock.advance(TICK_MS);
    await soon(clock);
    const picture = lookout.picture();
    expect(picture.letters).toHaveLength(1);
    expect([sightOf(picture, 'storm')?.unread, sightOf(picture, 'inferno')?.held.length]).toEqual([
      1, 1,
    ]);
  });

  it('a relay that was killed is found on the tick', async () => {
    const { store, clock, kill } = await army();
    await store.seats.add('storm', seatOf(1));
    await store.seats.add('shadow', seatOf(2));
    const { lookout } = await watched({ store, clock });
    kill(1);
    clock.advance(TICK_MS);
    await soon(clock);
    expect(sightOf(lookout.picture(), 'storm')?.relay).toBe('gone');
  });

  it('an idle army causes no report and no question to the multiplexer', async () => {
    const { store, clock } = await army();
    for (const { role } of overlordFormation.roles) {
      await store.seats.add(role, seatOf(1));
      await store.statuses.observe(role, { state: 'idle' });
    }
    await post(store, { to: 'storm' });
    const asked: string[] = [];
    const { told } = await watched({
      store,
      clock,
      scene: {
        readQuestion: async (role) => void asked.push(role),
        isLive: async () => (asked.push('stands'), true),
      },
    });
    told.length = 0;
    for (let i = 0; i < 5; i += 1) {
      clock.advance(TICK_MS);
      await soon(clock);
    }
    expect([told, asked]).toEqual([[], []]);
  });
});

describe('a role that waits', () => {
  it('has its screen looked at once each time it starts to wait', async () => {
    const { store, clock } = await army();
    for (const { role } of overlordFormation.roles) {
      await store.seats.add(role, seatOf(1));
      await store.statuses.observe(role, { state: 'busy' });
    }
    const asked: Role[] = [];
    const asks = async (role: Role) => (asked.push(role), 'permission' as const);
    const { lookout } = await watched({ store, clock, scene: { readQuestion: asks } });
    const now = () => sightOf(lookout.picture(), 'inferno')?.asks;
    await store.statuses.observe('inferno', { state: 'waiting' });
    await soon(clock);
    await soon(clock);
    expect([asked, now()]).toEqual([['inferno'], 'permission']);
    for (let i = 0; i < 3; i += 1) {
      clock.advance(TICK_MS);
      await soon(clock);
      await post(store, { to: 'inferno' });
      await soon(clock);
    }
    expect([asked, now()]).toEqual([['inferno'], 'permission']);
    await store.statuses.observe('inferno', { state: 'busy' });
    await soon(clock);
    expect(now()).toBeUndefined();
    await store.statuses.observe('inferno', { state: 'waiting' });
    await soon(clock);
    expect(asked).toEqual(['inferno', 'inferno']);
  });

  it.each([
    ['whose start was postponed', true],
    ['that asks something else', false],
  ])(
    '%s is waiting, not gone, until its screen no longer asks [session.trust.4]',
    async (_, isLate) => {
      const { store, clock } = await army();
      if (isLate) await store.starts.postpone('inferno', 'inferno');
      let question: 'login' | undefined = 'login';
      const asks = async (role: Role) => (role === 'inferno' ? question : undefined);
      const { lookout } = await watched({ store, clock, scene: { readQuestion: asks } });
      const tick = async () => {
        clock.advance(TICK_MS);
        await soon(clock);
        await soon(clock);
      };
      await tick();
      await tick();
      expect(sightOf(lookout.picture(), 'inferno')).toMatchObject({
        agent: 'waiting',
        asks: 'login',
      });
      expect(sightOf(lookout.picture(), 'storm')).toMatchObject({ agent: 'gone', asks: undefined });
      question = undefined;
      await tick();
      expect(sightOf(lookout.picture(), 'inferno')).toMatchObject({
        agent: 'gone',
        asks: undefined,
      });
      if (!isLate) return;
      // Restarted, it asks once more.
      question = 'login';
      await tick();
      expect(sightOf(lookout.picture(), 'inferno')).toMatchObject({
        agent: 'waiting',
        asks: 'login',
      });
    },
  );

  it('is no error when its screen cannot be read', async () => {
    const { store, clock } = await army();
    const scene = { readQuestion: () => Promise.reject(new Error('no screen')) };
    const { lookout, logged } = await watched({ store, clock, scene });
    await soon(clock);
    expect([lookout.picture().roles[0]?.asks, logged]).toEqual([undefined, []]);
  });
});

describe('an army', () => {
  it('stands while a process of it lives; without one its session is looked up', async () => {
    const { store, clock, kill } = await army();
    await store.seats.add('storm', seatOf(1));
    let [asked, stands] = [0, true];
    const scene = { isLive: async () => ((asked += 1), stands) };
    const { lookout } = await watched({ store, clock, scene });
    const tick = async () => {
      clock.advance(TICK_MS);
      await soon(clock);
    };
    await tick();
    expect([lookout.picture().army.standing, asked]).toEqual(['live', 0]);
    kill(1);
    stands = false;
    await tick();
    expect([lookout.picture().army.standing, asked]).toEqual(['gone', 1]);
    await post(store, { to: 'storm' });
    await soon(clock);
    expect(asked).toBe(1);
    stands = true;
    await tick();
    expect(lookout.picture().army.standing).toBe('live');
    stands = false;
    await tick();
    await store.seats.add('shadow', seatOf(2));
    await soon(clock);
    expect(lookout.picture().army.standing).toBe('live');
  });

  it('is over when another army has its name', async () => {
    const { store, clock } = await army();
    let ours = true;
    const { lookout } = await watched({ store, clock, scene: { isOurs: async () => ours } });
    ours = false;
    clock.advance(TICK_MS);
    await soon(clock);
    expect(lookout.picture().army.standing).toBe('over');
    expect(clock.pending()).toEqual([]);
  });

  it('leaves nothing behind when its lookout is closed', async () => {
    const { store, clock } = await army();
    const { lookout, told } = await watched({ store, clock });
    await lookout[Symbol.asyncDispose]();
    await post(store);
    await soon(clock);
    expect([told, clock.pending()]).toEqual([[], []]);
  });
});

describe('a board', () => {
  it('is read when its documents change', async () => {
    const { store, clock } = await army();
    const work = fakeWork(bastion);
    let changed = (): void => undefined;
    const watch = (heard: () => void) => ((changed = heard), deafWatch);
    const formation = bastion;
    await store.init(formation);
    const { lookout, told } = await watched({ store, clock, formation, work: { ...work, watch } });
    expect(lookout.picture().board?.commands).toEqual([]);
    expect(lookout.picture().army.knowledge).toBe(true);
    const order = {
      purpose: 'p',
      acceptance_criteria: ['c'],
      command: 'c',
      project: 'x',
      priority: 'medium',
    } as const;
    await work.board.issue('envoy', { ...order, acceptance_criteria: ['c'] });
    changed();
    await soon(clock);
    expect(lookout.picture().board?.commands).toHaveLength(1);
    expect(told.at(-1)).toEqual(new Set(['board']));
    changed();
    await soon(clock);
    expect(told).toHaveLength(1);
    // Unheard, it is seen a little later than the roles are.
    await work.board.issue('envoy', { ...order, acceptance_criteria: ['c'] });
    for (let i = 0; i < 4; i += 1) {
      expect(lookout.picture().board?.commands).toHaveLength(1);
      clock.advance(TICK_MS);
      await soon(clock);
    }
    expect(lookout.picture().board?.commands).toHaveLength(2);
  });
});

describe('one role’s trouble', () => {
  it('is reported once, and hides no other role', async () => {
    const { store, clock } = await army();
    const broken: Store = {
      ...store,
      seats: {
        ...store.seats,
        list: (role) =>
          role === 'storm' ? Promise.reject(new Error('EIO')) : store.seats.list(role),
      },
    };
    const { lookout, logged } = await watched({ store: broken, clock });
    await store.mail.deliver(letter({ to: 'shadow' }));
    await store.mail.deliver(letter({ to: 'storm' }));
    await soon(clock);
    expect(sightOf(lookout.picture(), 'shadow')?.unread).toBe(1);
    expect(lookout.picture().roles).toHaveLength(5);
    expect(logged).toEqual(['lookout: EIO']);
  });
});
