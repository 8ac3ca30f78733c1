import { describe, expect, it } from 'vitest';
import { canonicalText, listChosen } from '../../src/army/chosen.ts';
import { formationSchema } from '../../src/army/formation.ts';

const KIMI = { program: 'kimi', mcp: { flag: '--mcp' }, ready: '^> (?<text>.*)$' };
const listOf = (roles: object[], more: object = {}) =>
  listChosen(formationSchema.parse({ name: 'duo', roles, ...more }));
const textOf = (roles: object[], more: object = {}) => canonicalText(listOf(roles, more));

describe('what a formation chooses to be executed', () => {
  it.each<[string, object, object]>([
    ['nothing', {}, {}],
    ['a model', { model: 'opus' }, {}],
    ['a mode that asks', { permission_mode: 'plan' }, {}],
    ['a mode that asks', { permission_mode: 'default' }, {}],
    ['a mode that asks', { permission_mode: 'manual' }, {}],
    ['arguments of a scripted agent', { agent: 'mock', args: ['--script', 'x'] }, {}],
    ['the same by the usual agent', { args: ['x'], permission_mode: 'y' }, { agent: 'mock' }],
  ])('is nothing where it says %s: %j', (_name, seat, more) =>
    expect(listOf([{ role: 'storm', ...seat }], more)).toEqual([]),
  );

  it.each<[string, object, object, object]>([
    ['arguments', { args: ['-x'] }, {}, { agent: 'claude', args: ['-x'] }],
    ['a mode', { permission_mode: 'auto' }, {}, { permission_mode: 'auto' }],
    ['an unknown mode', { permission_mode: 'newer' }, {}, { permission_mode: 'newer' }],
    ['a program', { agent: KIMI }, {}, { agent: KIMI }],
    ['a program for all', {}, { agent: KIMI }, { agent: KIMI }],
    ['another agent’s arguments', { args: ['-x'], agent: 'codex' }, {}, { agent: 'codex' }],
  ])('is %s', (_name, seat, more, expected) =>
    expect(listOf([{ role: 'storm', ...seat }], more)).toMatchObject([
      { role: 'storm', ...expected },
    ]),
  );

  it('is the same whatever the order, and however many copies of a role there are', () => {
    const [a, b] = [
      { role: 'a', args: ['1'] },
      { role: 'b', agent: KIMI },
    ];
    expect(textOf([a, b])).toBe(textOf([b, a]));
    const turned = { ready: KIMI.ready, mcp: KIMI.mcp, program: KIMI.program };
    expect(textOf([{ role: 'b', agent: turned }])).toBe(textOf([b]));
    const copy = (number: number) => ({ role: `a_${number}`, template: 'a', number, args: ['1'] });
    expect(textOf([copy(1), copy(2)])).toBe(textOf([a]));
  });

  it.each<[string, object]>([
    ['program', { agent: { ...KIMI, program: 'other' } }],
    ['argument', { agent: { ...KIMI, args: ['x'] } }],
    ['variable', { agent: { ...KIMI, env: { PATH: '/x' } } }],
    ['way to the relay', { agent: { ...KIMI, mcp: { env: 'X' } } }],
    ['sign of a dialog', { agent: { ...KIMI, dialog: 'x' } }],
    ['typed text', { agent: { ...KIMI, reconnect: 'rm -rf' } }],
    ['argument of the seat', { agent: KIMI, args: ['x'] }],
    ['role', { role: 'other', agent: KIMI }],
  ])('is another with another %s', (_name, seat) =>
    expect(textOf([{ role: 'storm', ...seat }])).not.toBe(textOf([{ role: 'storm', agent: KIMI }])),
  );

  it('has words that cannot be shifted from one argument to another', () => {
    expect(textOf([{ role: 'a', args: ['x y'] }])).not.toBe(
      textOf([{ role: 'a', args: ['x', 'y'] }]),
    );
  });
});
