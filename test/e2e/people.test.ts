import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ROLES } from '../support/army-world.ts';
import { attachPerson, seatedPane, personOf, seats } from '../support/person.ts';
import { expectCleanPost, isRead, nudgesTyped, post, proclaim, readBy } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { bytesIn } from '../support/zellij.ts';

describe.each(muxKinds)('people on %s', (kind) => {
  it('keep their view while mail is typed, and may move panes', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const person = personOf(world);
    await world.summon('--no-rituals');
    const [first, second] = [
      await attachPerson(world, person, 1),
      await attachPerson(world, person, 2),
    ];
    await first.shows('strategist: a scripted agent');
    await second.shows('strategist: a scripted agent');
    const before = await person.looksAt(2);
    for (let round = 0; round < 4; round += 1) {
      for (const { to, id } of await proclaim(world, 'overlord', {})) await isRead(world, to, id);
    }
    const nudges = ROLES.flatMap((role) => nudgesTyped(world, role));
    expect(nudges.length).toBeGreaterThanOrEqual(20);
    expect(await person.looksAt(2)).toBe(before);
    expect(first.screen()).toContain('strategist: a scripted agent');

    const found = await seats(world);
    await person.renames(seatedPane(found, 'storm'), 'glacier');
    await person.renames(seatedPane(found, 'glacier'), 'storm');
    await person.moves(seatedPane(found, 'shadow'));
    await person.floats(seatedPane(found, 'inferno'));
    await person.breaksOut(seatedPane(found, 'strategist'), second);
    const added = join(world.dir, 'added');
    await person.adds('overlord', added);
    for (const { to, id } of await proclaim(world, 'strategist', {})) await isRead(world, to, id);
    const { id } = await post(world, 'storm', { to: 'strategist' });
    await isRead(world, 'strategist', id);
    await expectCleanPost(world);
    expect(bytesIn(added)).toBe('');
    for (const [role, { pane }] of await seats(world)) expect(pane).toBe(seatedPane(found, role));
  });

  it('[Z6 T1] see a closed pane and a dead agent in status, and no other role is affected', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const person = personOf(world);
    await world.summon('--no-rituals');
    await person.closes(seatedPane(await seats(world), 'shadow'));
    await world.tell('storm', { do: 'exit', code: 1 });
    const gone = [
      ['shadow', 'no_pane'],
      ['storm', 'pane_dead'],
    ] as const;
    for (const [role, code] of gone) {
      await expect
        .poll(async () => (await seats(world)).get(role), { timeout: 20_000 })
        .toMatchObject({ pane: { missing: code }, observed: { agent: 'gone', relay: 'gone' } });
      expect(await post(world, 'strategist', { to: role })).toMatchObject({ wake: 'failed', code });
    }
    for (const { to, id } of await proclaim(world, 'strategist', {})) {
      if (to !== 'shadow' && to !== 'storm') await isRead(world, to, id);
    }
    const { stdout } = await world.ovld(['status']);
    expect(stdout).toContain('the program in its pane has ended');
    expect(stdout).toContain('no pane of that role was found');
    for (const [role] of gone) {
      expect(world.typed(role)).toBe('');
      expect(world.record(role).filter(({ event }) => event === 'started')).toHaveLength(1);
      expect((await seats(world)).get(role)?.observed.unread).toBe(2);
    }
    await expectCleanPost(world);
  });

  it('can run two armies in one multiplexer without crosstalk', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const other = world.elsewhere('other', 'overlord-other');
    await world.summon('--no-rituals');
    await other.summon('--no-rituals');
    for (const army of [world, other]) {
      const { id } = await post(army, 'overlord', { to: 'storm' });
      await isRead(army, 'storm', id);
    }
    const both = await Promise.all(
      [world, other].map(async (army) => ({ army, all: await proclaim(army, 'strategist', {}) })),
    );
    for (const { army, all } of both) {
      for (const { to, id } of all) await isRead(army, to, id);
      await expectCleanPost(army);
      expect(readBy(army, 'storm')).toHaveLength(2);
    }
  });
});
