import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ROLES } from '../support/army-world.ts';
import { arrives, readBy, rests, sendTo } from '../support/gate-trials.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';

const ROUNDS = 4;
const NUDGE = /^\[MESSAGE from [a-z]+\] .*\(#[0-9a-z.-]+\)$/;

const ritualOf = (role: string): string =>
  readFileSync(new URL(`../../rituals/en/${role}.md`, import.meta.url), 'utf8').trim();

describe.each(muxKinds)('on %s, a nudge and a ritual for the same role', (kind) => {
  it('at the same instant: each is submitted alone, once', async (context) => {
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
          await arrives(world, role, id);
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
