import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { OvldError } from '../../src/errors.ts';
import { openMemoryStore, sharedMemory } from '../support/memory-store.ts';
import { bastionOf } from '../support/bastion.ts';
import { fakeWork } from '../support/fake-board.ts';
import { message } from '../support/letters.ts';
import { post, watched } from '../support/lookout-world.ts';

async function army() {
  const shared = sharedMemory();
  const store = openMemoryStore(shared);
  await store.init(overlordFormation);
  return { store, shared };
}

const hello = { subject: 'hello', body: 'body', priority: 'normal' } as const;
const quiet = { rearm: async () => undefined, hearing: true, close: () => undefined };

describe('from a lookout a person', () => {
  it('writes, reads and takes as the person', async () => {
    const { store } = await army();
    const asked: unknown[] = [];
    const sent = { id: 'a', delivered: true, wake: 'ringing' } as const;
    const found = message();
    const { lookout } = await watched({
      store,
      person: {
        send: async (...args) => (asked.push(args), sent),
        sendAll: async (letter) => (asked.push(letter), [{ to: 'storm', ...sent }]),
        inbox: async (role) => (asked.push(role), [found]),
        take: async (ids) => (asked.push(ids), ids.slice(0, 1)),
        letter: async (...args) => (asked.push(args), found),
      },
    });
    expect(await lookout.send('storm', hello)).toEqual(sent);
    expect(await lookout.sendAll(hello)).toEqual([{ to: 'storm', ...sent }]);
    expect(await lookout.inbox('human')).toEqual([found]);
    expect(await lookout.take(['x', 'y'])).toBe(1);
    expect(await lookout.letter('storm', 'x')).toEqual(found);
    expect(asked).toEqual([['storm', hello], hello, 'human', ['x', 'y'], ['storm', 'x']]);
  });

  it('does nothing to the next army of that name', async () => {
    const { store } = await army();
    const asked: unknown[] = [];
    let ours = true;
    const { lookout } = await watched({
      store,
      scene: { isOurs: async () => ours, show: async (role) => void asked.push(role) },
      person: {
        send: async (...args) => (asked.push(args), { id: 'a', delivered: true, wake: 'ringing' }),
        sendAll: async (letter) => (asked.push(letter), []),
        take: async (ids) => (asked.push(ids), [...ids]),
      },
    });
    await post(store, { to: 'storm' });
    ours = false;
    const acts = [
      () => lookout.send('storm', hello),
      () => lookout.sendAll(hello),
      () => lookout.take(['x']),
      () => lookout.ring('storm'),
      () => lookout.hold('storm'),
      () => lookout.pause(),
      () => lookout.unpause(),
      () => lookout.release('storm'),
      () => lookout.show('storm'),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'army_over' });
    expect(asked).toEqual([]);
    expect(await store.holds.list()).toEqual([]);
    expect(await store.mail.readFlag('storm')).toBeUndefined();
    expect(lookout.picture().army.standing).toBe('over');
  });

  it('rings again where there is unread mail', async () => {
    const { store } = await army();
    const { lookout } = await watched({ store });
    expect(await lookout.ring('storm')).toBe(false);
    await post(store, { to: 'storm' });
    await store.mail.raiseFlag('storm');
    const before = await store.mail.readFlag('storm');
    expect(await lookout.ring('storm')).toBe(true);
    const after = await store.mail.readFlag('storm');
    expect(after?.nonce).not.toBe(before?.nonce);
  });

  it('holds and releases a role, once each, and the journal records it', async () => {
    const { store, shared } = await army();
    const { lookout, shows } = await watched({ store });
    expect([await lookout.hold('storm'), await lookout.hold('storm')]).toEqual([true, false]);
    await shows('the hold', ({ roles }) => roles.some(({ held }) => held.length === 1));
    expect([await lookout.release('storm'), await lookout.release('storm')]).toEqual([true, false]);
    expect(shared.journal.map(({ event }) => event)).toEqual(['held', 'released']);
  });

  it('pauses the army and lets it go on, as the commands do', async () => {
    const { store, shared } = await army();
    const told: unknown[] = [];
    const { lookout, shows } = await watched({
      store,
      pausing: {
        interrupt: async (role) => (role === 'storm' ? 'interrupted' : 'idle'),
        word: { ...hello, subject: 'Go on' },
      },
      person: {
        send: async (to, { subject }) => {
          told.push([to, subject]);
          return { id: 'a', delivered: true, wake: 'ringing' };
        },
      },
    });
    expect(await lookout.unpause()).toBeUndefined();
    const { isFresh, turns } = await lookout.pause();
    expect([isFresh, (await lookout.pause()).isFresh]).toEqual([true, false]);
    expect(turns).toContainEqual({ role: 'storm', turn: 'interrupted' });
    await shows('the pause', ({ roles }) => roles.every(({ paused }) => paused));
    expect(await lookout.unpause()).toEqual(['storm']);
    expect(told).toEqual([['storm', 'Go on']]);
    await shows('no pause', ({ roles }) => !roles.some(({ paused }) => paused));
    const events = shared.journal.map(({ event }) => event);
    expect(events).toEqual(['held', 'interrupted', 'interrupted', 'released']);
  });

  it("shows a role's pane, or gets the reason why not", async () => {
    const { store } = await army();
    const shown: string[] = [];
    const show = async (role: string): Promise<void> => {
      if (role === 'storm') throw new OvldError('pane_gone', { role });
      shown.push(role);
    };
    const { lookout } = await watched({ store, scene: { show } });
    await lookout.show('shadow');
    expect(shown).toEqual(['shadow']);
    await expect(lookout.show('storm')).rejects.toMatchObject({ code: 'pane_gone' });
  });

  it.for(['ring', 'hold', 'release', 'show'] as const)(
    'cannot %s a role that does not exist',
    async (act) => {
      const { store } = await army();
      const { lookout } = await watched({ store });
      for (const role of ['nobody', 'human', 'all', '../x']) {
        await expect(lookout[act](role)).rejects.toMatchObject({ code: 'unknown_role' });
      }
    },
  );

  it('looks up tasks and knowledge, where they exist', async () => {
    const { store } = await army();
    const none = await watched({ store });
    await expect(none.lookout.task('subtask_001')).rejects.toMatchObject({ code: 'unknown_task' });
    expect(await none.lookout.search({ text: 'wall' })).toEqual([]);

    const formation = bastionOf(1);
    const bastion = openMemoryStore(sharedMemory());
    await bastion.init(formation);
    const work = { ...fakeWork(formation), watch: () => quiet };
    const lesson = {
      type: 'lesson',
      title: 'The wall',
      content: 'c',
      files: [],
      tags: [],
    } as const;
    await work.board.record('marshall', { ...lesson, files: [], tags: [] });
    const { lookout } = await watched({ store: bastion, formation, work });
    expect(await lookout.search({ text: 'wall' })).toMatchObject([
      { entry: { title: 'The wall' } },
    ]);
    await expect(lookout.task('subtask_001')).rejects.toMatchObject({ code: 'unknown_task' });
  });
});
