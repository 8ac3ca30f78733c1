import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { rolesOf } from '../../src/army/formation.ts';
import type { Store } from '../../src/store/store.ts';
import { backends, seatOf, type Ground } from '../support/backends.ts';
import { everything } from '../support/letters.ts';
import { post, sightOf, watched } from '../support/lookout-world.ts';
import { waitFor } from '../support/wait-for.ts';

/** Nothing here waits for a tick: whatever another process does is heard of. */
describe.each(backends)('a lookout on $name', ({ ground: makeGround }) => {
  async function army(): Promise<{ store: Store; other: Store; ground: Ground }> {
    const ground = makeGround();
    const store = ground.open();
    await store.init(overlordFormation);
    return { store, other: ground.open(), ground };
  }

  it("shows which roles are present, and each role's changes", async () => {
    const { store, other } = await army();
    const { lookout, shows, told } = await watched({ store });
    const first = lookout.picture();
    expect(first.army).toMatchObject({ session: 'overlord', standing: 'live', knowledge: false });
    expect(first.roles.map(({ role }) => role)).toEqual(rolesOf(overlordFormation));
    expect(first.roles[1]).toMatchObject({
      title: { ja: '軍師' },
      commands: ['inferno', 'glacier', 'shadow', 'storm'],
      agent: 'gone',
      relay: 'gone',
      unread: 0,
      oldestUnreadAt: undefined,
      held: [],
    });
    expect(first.board).toBeUndefined();

    const by = await other.seats.add('storm', seatOf(1));
    await shows('a relay', (picture) => sightOf(picture, 'storm')?.relay === 'alive');
    await other.statuses.observe('storm', { state: 'busy' });
    await shows('a busy agent', (picture) => sightOf(picture, 'storm')?.agent === 'busy');
    const at = new Date().toISOString();
    await other.statuses.declare({
      role: 'storm',
      status: 'working',
      task: '城門',
      updated_at: at,
    });
    await shows('a task', (picture) => sightOf(picture, 'storm')?.task === '城門');
    await other.holds.set('storm', 'person');
    await shows('a hold', (picture) => sightOf(picture, 'storm')?.held.length === 1);
    await other.holds.lift('storm');
    await shows('no hold', (picture) => sightOf(picture, 'storm')?.held.length === 0);
    await other.seats.remove('storm', by);
    await shows('no relay', (picture) => sightOf(picture, 'storm')?.relay === 'gone');
    // The others have not changed, and nothing else has.
    expect(new Set(told.flatMap((parts) => [...parts]))).toEqual(new Set(['roles']));
    expect(sightOf(lookout.picture(), 'inferno')).toEqual(sightOf(first, 'inferno'));
  });

  it('follows a letter from stored to acknowledged, with its subject', async () => {
    const { store, other } = await army();
    const { lookout, shows } = await watched({ store });
    const by = await other.seats.add('storm', seatOf(1));
    const id = await post(other, { to: 'storm', subject: '報告 🔥', priority: 'urgent' });
    const stored = await shows('the letter', ({ letters }) => letters[0]?.subject !== undefined);
    expect(stored.letters).toMatchObject([
      {
        id,
        from: 'overlord',
        to: 'storm',
        subject: '報告 🔥',
        priority: 'urgent',
        stage: 'stored',
      },
    ]);
    await shows('it is unread', (picture) => sightOf(picture, 'storm')?.unread === 1);
    await other.mail.raiseFlag('storm');
    const flag = await other.mail.readFlag('storm');
    const ring = { at: new Date().toISOString(), by: 'socket', outcome: 'rung' } as const;
    await other.statuses.noteRing('storm', flag ?? { nonce: '', since: '' }, ring);
    await other.journal.write([
      { event: 'rung', to: 'storm', by: 'socket', nonce: 'n', as: 'own' },
    ]);
    await shows('a ring', (picture) => sightOf(picture, 'storm')?.lastRing?.by === 'socket');
    await shows('it is rung for', ({ letters }) => letters[0]?.stage === 'rung');
    await other.mail.clearFlag('storm');
    await other.mail.collect('storm', by, everything);
    await shows('it is fetched', ({ letters }) => letters[0]?.stage === 'fetched');
    const { roles } = await shows('none left', (seen) => sightOf(seen, 'storm')?.unread === 0);
    expect(roles.find(({ role }) => role === 'storm')?.lastWake?.by).toBe('socket');
    await other.mail.acknowledge('storm', by, [id]);
    await shows('it is acknowledged', ({ letters }) => letters[0]?.stage === 'acknowledged');
    expect(lookout.picture().figures).toMatchObject({
      stored: 1,
      fetched: 1,
      acknowledged: 1,
      waiting: 0,
      rungs: [{ by: 'socket', rung: 1, failed: 0 }],
    });
  });

  it('counts the person’s mail, and keeps alerts', async () => {
    const { store, other } = await army();
    const { shows } = await watched({ store });
    const id = await post(other, { to: 'human', from: 'storm' });
    await shows('mail for the person', ({ person }) => person.unread === 1);
    await other.journal.write([{ event: 'alerted', to: 'storm', why: 'wrote', id }]);
    await shows('an alert', ({ alerts }) => alerts[0]?.id === id);
    await other.mail.fileAsRead('human', [id]);
    await shows('it was read', ({ person }) => person.unread === 0);
    await shows('and is done', ({ letters }) => letters[0]?.stage === 'acknowledged');
  });

  it('knows what happened before it was opened', async () => {
    const { store, other } = await army();
    const by = await other.seats.add('storm', seatOf(1));
    const ids = [];
    for (let i = 0; i < 50; i += 1) ids.push(await post(other, { to: 'storm', subject: `${i}` }));
    await other.mail.collect('storm', by, everything);
    const { lookout, shows } = await watched({ store });
    expect(lookout.picture().letters.map(({ id }) => id)).toEqual(ids);
    expect(lookout.picture().figures).toMatchObject({ stored: 50, fetched: 50, waiting: 0 });
    const subjects = ids.map((_, i) => `${i}`);
    // Read from wherever the messages are by now, the newest first.
    expect(lookout.picture().letters.at(-1)?.subject).toBe('49');
    const named = await shows('all subjects', ({ letters }) => letters[0]?.subject !== undefined);
    expect(named.letters.map(({ subject }) => subject)).toEqual(subjects);
  });

  it('reports the dismissal of the army, and does nothing after that', async () => {
    const { store, other, ground } = await army();
    const { shows, told, lookout, logged } = await watched({ store });
    await other.cleanUp(ground.history);
    await shows('it is over', ({ army: { standing } }) => standing === 'over');
    expect(told.at(-1)).toEqual(new Set(['army']));
    const before = told.length;
    await other.init(overlordFormation);
    await post(other);
    await other.holds.set('storm', 'person');
    await waitFor(async () => (await other.mail.hasUnread('strategist')) || undefined, 'mail');
    expect([told.length, lookout.picture().letters, logged]).toEqual([before, [], []]);
  });

  it('reports a burst at once, and then now and then', async () => {
    const { store, other } = await army();
    const { shows, told } = await watched({ store });
    const began = performance.now();
    for (let i = 0; i < 120; i += 1) await post(other, { to: 'storm' });
    await shows('all of them', ({ figures }) => figures.stored === 120);
    const took = performance.now() - began;
    expect(told.length).toBeGreaterThan(0);
    // A sign of life that came before the first letter, one at either end, and those in between.
    expect(told.length).toBeLessThanOrEqual(took / 50 + 3);
  });
});
