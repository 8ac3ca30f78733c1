import { describe, expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import type { ArmyParts } from '../../src/summon/parts.ts';
import { assertProjectFree } from '../../src/summon/assert-project-free.ts';
import { summonScene } from '../support/summon-scene.ts';

const army = (roles: string[], more: object = {}) =>
  formationSchema.parse({
    name: 'keep',
    roles: roles.map((role) => ({ role })),
    tabs: [{ name: 'tab', panes: roles.map((role) => ({ role })) }],
    ...more,
  });
const queue = { store: 'queue' };
const board = { toolsets: ['messaging', 'board'] };

/** Whether a second army may stand beside one of the same folder. */
async function second(
  mine: ReturnType<typeof army>,
  theirs: ReturnType<typeof army>,
  { folder = '/work', state = 'live' }: { folder?: string; state?: 'live' | 'none' } = {},
): Promise<string> {
  const scene = summonScene();
  await scene.store.init(theirs);
  await scene.store.writeOutfit(theirs, []);
  const record = { ...scene.record, session: 'first', folder, life: 'ours' };
  const panes = [{ id: '%0', title: 'x', alive: true }];
  const sight = async () => ({ state, life: 'ours', panes });
  const mux = await scene.parts.openMux({ ...record, targeting: 'pane' } as never);
  const parts = {
    ...scene.parts,
    calm: async () => undefined,
    armies: { ...scene.parts.armies, list: async () => [record] },
    openMux: async () => ({ ...mux, sight }),
  } as unknown as ArmyParts;
  const wanted = { session: 'second', folder: '/work' };
  return assertProjectFree(parts, mine, wanted).then(
    () => 'may',
    (error: { code: string }) => error.code,
  );
}

describe('a second army in a folder', () => {
  it.each([
    ['the same board', army(['a'], board), army(['b'], board), 'project_taken'],
    ['the same mailboxes', army(['a', 'b'], queue), army(['b'], queue), 'project_taken'],
    ['mailboxes of their own', army(['a'], queue), army(['b'], queue), 'may'],
    ['a board and none', army(['a'], board), army(['a'], queue), 'may'],
    ['messages only', army(['a']), army(['a'], { ...queue, ...board }), 'may'],
  ])('with %s is refused or allowed', async (_, mine, theirs, answer) => {
    expect(await second(mine, theirs)).toBe(answer);
  });

  it('is allowed when the first is dead, and in another folder', async () => {
    const one = army(['a'], { ...queue, ...board });
    expect(await second(one, one)).toBe('project_taken');
    expect(await second(one, one, { state: 'none' })).toBe('may');
    expect(await second(one, one, { folder: '/elsewhere' })).toBe('may');
  });
});
