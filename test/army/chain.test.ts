import { expect, it } from 'vitest';
import { placeOf } from '../../src/army/chain.ts';
import { formationSchema } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';

const formationOf = (commands: Record<string, string[]>) =>
  formationSchema.parse({
    name: 'f',
    roles: Object.entries(commands).map(([role, below]) => ({ role, commands: below })),
  });
const places = (commands: Record<string, string[]>) =>
  Object.fromEntries(
    Object.keys(commands).map((role) => {
      const { above = '-', below } = placeOf(formationOf(commands), role);
      return [role, `${above} ${below.map((one) => one.role).join(',')}`];
    }),
  );

it('a role stands where the formation puts it', () => {
  expect(placeOf(overlordFormation, 'strategist')).toEqual({
    top: 'overlord',
    above: 'overlord',
    number: 0,
    below: ['inferno', 'glacier', 'shadow', 'storm'].map((role) => ({ role, leads: false })),
  });
  expect(placeOf(overlordFormation, 'overlord')).toEqual({
    top: 'overlord',
    number: 0,
    below: [{ role: 'strategist', leads: true }],
  });
  expect(placeOf(overlordFormation, 'storm')).toMatchObject({ top: 'overlord', number: 3 });
});

it.each([
  ['no commands', { a: [], b: [], c: [] }, { a: '- b,c', b: 'a ', c: 'a ' }],
  ['a circle', { a: ['b'], b: ['c'], c: ['a'] }, { a: '- b', b: 'a c', c: 'b ' }],
  ['two above one', { a: ['c'], b: ['c'], c: [] }, { a: '- c', b: '- ', c: 'a ' }],
  ['a command of oneself', { a: ['a', 'b'], b: [] }, { a: '- b', b: 'a ' }],
])('a chain is a tree with %s', (_, commands, expected) => {
  expect(places(commands)).toEqual(expected);
});
