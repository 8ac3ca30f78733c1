import { describe, expect, it } from 'vitest';
import { copiesOf, findCountedRole, expandCounts } from '../../src/army/copies.ts';
import { gridRows, inRows } from '../../src/army/grid.ts';

const seat = (role: string, more: object = {}) => ({ role, commands: [] as string[], ...more });
const pane = (role: string, focus = false) => ({ role, focus });

describe('a seat with a count', () => {
  it('becomes that many roles, numbered from one, with every other field copied', () => {
    const title = { en: 'Hand', ja: '手' };
    const { roles } = expandCounts([seat('hand', { count: 3, title, model: 'm' })], []);
    expect(roles).toEqual(
      [1, 2, 3].map((number) => ({
        role: `hand_${number}`,
        commands: [],
        title,
        model: 'm',
        template: 'hand',
        number,
      })),
    );
  });

  it('is replaced by its copies in `commands`, and no copy commands itself', () => {
    const lead = { role: 'lead', commands: ['hand', 'lead'] };
    const { roles } = expandCounts([lead, { role: 'hand', commands: ['hand'], count: 2 }], []);
    expect(roles.map(({ role, commands }) => [role, commands])).toEqual([
      ['lead', ['hand_1', 'hand_2', 'lead']],
      ['hand_1', ['hand_2']],
      ['hand_2', ['hand_1']],
    ]);
  });

  it('is replaced by its copies in the layout, and the first copy has the focus', () => {
    const tab = { name: 't', panes: [pane('lead'), pane('hand', true)] };
    const { tabs } = expandCounts([seat('lead'), seat('hand', { count: 2 })], [tab]);
    expect(tabs).toEqual([
      { name: 't', panes: [pane('lead'), pane('hand_1', true), pane('hand_2')] },
    ]);
  });

  it('of one becomes one numbered role; a seat without a count does not change', () => {
    expect(expandCounts([seat('hand', { count: 1 })], []).roles).toMatchObject([
      { role: 'hand_1' },
    ]);
    const plain = seat('hand_7');
    expect(expandCounts([plain], [{ panes: [pane('hand_7')] }])).toEqual({
      roles: [plain],
      tabs: [{ panes: [pane('hand_7')] }],
    });
  });
});

it.each<[string, object[], string | undefined]>([
  ['none', [seat('a')], undefined],
  ['the only one', [seat('a'), seat('b', { count: 2 })], 'b'],
  [
    'the specialists of several',
    [seat('a', { count: 2 }), seat('b', { count: 2, duty: 'specialist' })],
    'b',
  ],
  ['none of several', [seat('a', { count: 2 }), seat('b', { count: 3 })], undefined],
])('the role whose count a person can choose is found: %s', (_, roles, chosen) => {
  expect(findCountedRole(roles as Parameters<typeof findCountedRole>[0])).toBe(chosen);
});

describe('a grid', () => {
  it.each([
    [1, [1]],
    [2, [1, 1]],
    [3, [2, 1]],
    [4, [2, 2]],
    [5, [2, 2, 1]],
    [6, [2, 2, 2]],
    [7, [3, 3, 1]],
    [8, [3, 3, 2]],
    [9, [3, 3, 3]],
    [10, [3, 3, 3, 1]],
    [12, [3, 3, 3, 3]],
    [16, [4, 4, 4, 4]],
  ])('of %i has rows of %j', (panes, rows) => {
    expect(gridRows(panes)).toEqual(rows);
  });

  it('is filled row by row, and holds every role once', () => {
    for (let count = 1; count <= 16; count += 1) {
      const roles = copiesOf('hand', count);
      const rows = inRows(roles);
      expect(rows.flat()).toEqual(roles);
      expect(rows.map(({ length }) => length)).toEqual(gridRows(count));
    }
  });
});
