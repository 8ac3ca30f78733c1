import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ROLES } from '../support/army-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';

describe.each(muxKinds)('an army on %s', (kind) => {
  it('comes up, six ready, six rituals, and is dismissed without a trace', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const { stdout } = await world.summon();
    expect(stdout).toContain('6 of 6 roles ready');
    for (const role of ROLES) expect(world.submissions(role)).toHaveLength(1);
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    expect(world.running()).toEqual([]);
  });
});
