import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ROLES } from '../support/army-world.ts';
import { expectCleanPost, isRead, nudgesTyped, post, proclaim, readBy } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';

describe.each(muxKinds)('mail on %s', (kind) => {
  it("down the chain and to all makes one nudge for each flag, in the recipient's pane only [design.goal-trigger.1 design.d3-typed.3]", async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon('--no-rituals');
    const order = await post(world, 'overlord', { to: 'strategist' });
    await isRead(world, 'strategist', order.id);
    expect(ROLES.filter((role) => world.typed(role) !== '')).toEqual(['strategist']);
    expect(nudgesTyped(world, 'strategist')).toMatchObject([{ attempt: 1 }]);

    const four = ['glacier', 'inferno', 'shadow', 'storm'];
    for (const role of four) {
      const { id } = await post(world, 'strategist', { to: role });
      await isRead(world, role, id);
      expect(nudgesTyped(world, role)).toMatchObject([{ attempt: 1 }]);
    }
    expect(world.typed('overlord')).toBe('');

    const all = await proclaim(world, 'strategist', {});
    expect(all.map(({ to }) => to).toSorted()).toEqual(['overlord', ...four].toSorted());
    for (const { to, id } of all) await isRead(world, to, id);
    for (const role of four) expect(nudgesTyped(world, role)).toHaveLength(2);
    for (const role of ['overlord', 'strategist']) {
      expect(nudgesTyped(world, role)).toHaveLength(1);
    }
    await expectCleanPost(world);
    for (const role of ROLES)
      expect(new Set(readBy(world, role)).size).toBe(readBy(world, role).length);
  });
});
