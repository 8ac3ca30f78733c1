import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ritualOf, ROLES } from '../support/army-world.ts';
import { isRead, NUDGE, readBy, rests, sendTo } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';

const ROUNDS = 4;

describe.each(muxKinds)('on %s, a nudge and a ritual for the same role', (kind) => {
  it('at the same instant are submitted separately, once each', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon('--no-rituals');
    await Promise.all(
      ROLES.map(async (role) => {
        const sent: string[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const injecting = world.ovld(['inject', role]);
          // Somewhere within what the other process needs to start and to type.
          await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 1200));
          const id = await sendTo(world, role);
          sent.push(id);
          const { code, stdout, stderr } = await injecting;
          expect(code, `${stdout}${stderr}`).toBe(0);
          await isRead(world, role, id);
          await rests(world, role);
        }
        const submitted = world.submissions(role);
        const rituals = submitted.filter((text) => text === ritualOf(role));
        const nudges = submitted.filter((text) => NUDGE.test(text));
        expect(rituals).toHaveLength(ROUNDS);
        expect(submitted.filter((text) => !rituals.includes(text) && !NUDGE.test(text))).toEqual(
          [],
        );
        expect(nudges).toHaveLength(ROUNDS);
        expect(readBy(world, role)).toEqual(sent);
      }),
    );
  });
});
