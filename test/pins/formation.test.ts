import { expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';

it('the shipped formation is a whole and valid one, of these six roles [relay.message-type.2]', () => {
  expect(formationSchema.parse(overlordFormation)).toEqual(overlordFormation);
  expect(overlordFormation.roles.map(({ role, title }) => [role, title?.ja])).toEqual([
    ['overlord', '魔王'],
    ['strategist', '軍師'],
    ['inferno', '業火'],
    ['glacier', '氷結'],
    ['shadow', '常闇'],
    ['storm', '疾風'],
  ]);
});
