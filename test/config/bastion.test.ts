import { expect, it } from 'vitest';
import { copiesOf } from '../../src/army/copies.ts';
import { formationSchema } from '../../src/army/formation.ts';
import type { Reason } from '../../src/errors.ts';
import { reasonIn } from '../../src/i18n/reasons.ts';
import { findFormation } from '../../src/config/formations.ts';
import { ownFiles } from '../support/own-files.ts';

const bastion = async (specialists?: number) =>
  (await findFormation('bastion', ownFiles().places, specialists)).formation;

it('the bastion ships: envoy, marshall, four specialists, and what they need', async () => {
  const { formation, counted } = await findFormation('bastion', ownFiles().places);
  expect(counted).toBe('specialist');
  expect(formation).toMatchObject({
    name: 'bastion',
    mux: 'tmux',
    store: 'queue',
    toolsets: ['messaging', 'board', 'knowledge'],
  });
  expect(
    formation.roles.map(({ role, title, duty }) => [role, title?.en, title?.ja, duty]),
  ).toEqual([
    ['envoy', 'Envoy', '使者', 'envoy'],
    ['marshall', 'Marshall', '元帥', 'marshall'],
    ...copiesOf('specialist', 4).map((role) => [role, 'Specialist', '専門家', 'specialist']),
  ]);
  expect(formation.roles.map(({ commands }) => commands)).toEqual([
    ['marshall'],
    copiesOf('specialist', 4),
    ...copiesOf('specialist', 4).map(() => []),
  ]);
  expect(formationSchema.parse(JSON.parse(JSON.stringify(formation)))).toEqual(formation);
});

it('the layout has envoy and marshall side by side, and the specialists in a grid', async () => {
  expect((await bastion()).tabs).toEqual([
    {
      name: 'command',
      focus: true,
      split: 'columns',
      panes: [
        { role: 'envoy', focus: true },
        { role: 'marshall', focus: false },
      ],
    },
    {
      name: 'specialists',
      focus: false,
      split: 'tiled',
      panes: copiesOf('specialist', 4).map((role) => ({ role, focus: false })),
    },
  ]);
});

it.each([1, 4, 12])('a bastion can have %i specialists, each with its number', async (count) => {
  const { roles, tabs } = await bastion(count);
  const seats = roles.slice(2).map(({ role, template, number }) => [role, template, number]);
  expect(seats).toEqual(copiesOf('specialist', count).map((r, i) => [r, 'specialist', i + 1]));
  expect(tabs[1]?.panes.map(({ role }) => role)).toEqual(copiesOf('specialist', count));
  expect(roles[1]?.commands).toEqual(copiesOf('specialist', count));
});

it('the number of specialists changes nothing in a formation without a count', async () => {
  const { places } = ownFiles();
  expect(await findFormation('overlord', places, 3)).toEqual(
    await findFormation('overlord', places),
  );
});

it('a formation that no longer fits with that many specialists is refused', async () => {
  const plain = ['a', 'b', 'c', 'd', 'e'].map((role) => ({ role }));
  const text = JSON.stringify({
    roles: [...plain, { role: 'hand', count: 2 }],
    tabs: [{ name: 'all', panes: [...plain, { role: 'hand' }] }],
  });
  const { places, at } = ownFiles({ 'project/.ovld/formations/crowd.yaml': text });
  expect((await findFormation('crowd', places, 11)).formation.tabs[0]?.panes).toHaveLength(16);
  await expect(findFormation('crowd', places, 12)).rejects.toMatchObject({
    code: 'formation_invalid',
    data: {
      path: at('project/.ovld/formations/crowd.yaml'),
      reason: expect.stringMatching(/tabs\.0\.panes: .*16/),
    },
  });
});

const PATH = 'project/.ovld/formations/mine.yaml';
const HANDS = 'roles:\n  - role: hand\n    count: 2\n';
const tabs = (...lines: string[]): string =>
  ['tabs:', '  - name: one', '    split: tiled', '    panes:', ...lines, ''].join('\n');

it.each<[string, string, number, RegExp]>([
  ['a count of nothing', 'roles:\n  - role: a\n    count: 0\n', 3, /roles\.0\.count: .*1/],
  ['thirteen of a kind', 'roles:\n  - role: a\n    count: 13\n', 3, /roles\.0\.count: .*12/],
  ['half a role', 'roles:\n  - role: a\n    count: 1.5\n', 3, /roles\.0\.count/],
  ['a number given by hand', 'roles:\n  - role: a\n    number: 1\n', 3, /no key roles\.0\.number/],
  ['a template', 'roles:\n  - role: a\n    template: b\n', 3, /no key roles\.0\.template/],
  ['a name taken twice', `${HANDS}  - role: hand_2\n`, 2, /hand_2 is the name of another role/],
  [
    'a name that grows too long',
    `roles:\n  - role: ${'x'.repeat(30)}\n    count: 2\n`,
    2,
    /_10 is too long a name/,
  ],
  ['an unknown duty', 'roles:\n  - role: a\n    duty: spy\n', 3, /duty: .*envoy.*specialist/],
  ['two envoys', 'roles:\n  - {role: a, duty: envoy}\n  - {role: b, duty: envoy}\n', 3, /a is the/],
  ['many marshalls', 'roles:\n  - {role: a, duty: marshall,\n     count: 2}\n', 3, /only one/],
  ['a size in a grid', `${HANDS}${tabs('      - {role: hand, size: 9}')}`, 8, /all of a size/],
  [
    'a size of several',
    `${HANDS}tabs:\n  - name: one\n    panes:\n      - {role: hand, size: 100}\n`,
    7,
    /hand has a count/,
  ],
  ['one of several in a pane', `${HANDS}${tabs('      - role: hand_1')}`, 8, /no role hand_1/],
  [
    'too many panes',
    `roles:\n${[1, 2].map((n) => `  - {role: r${n}, count: 12}\n`).join('')}${tabs('      - role: r1', '      - role: r2')}`,
    5,
    /24 panes/,
  ],
  [
    'an unknown split',
    `${HANDS}tabs:\n  - name: a\n    split: spiral\n    panes: [{role: hand}]\n`,
    6,
    /split: .*tiled/,
  ],
  ['an unknown store', `${HANDS}store: cloud\n`, 4, /store: .*files.*queue/],
  ['an unknown toolset', `${HANDS}toolsets: [messaging, magic]\n`, 4, /toolsets\.1: .*board/],
  ['a board without duties', `${HANDS}toolsets: [board]\n`, 4, /needs a role with duty: envoy/],
  ['an unknown multiplexer', `${HANDS}mux: screen\n`, 4, /mux: .*zellij.*tmux/],
])('a formation with %s is refused, with its line', async (_, text, line, reason) => {
  const { places, at } = ownFiles({ [PATH]: text });
  const error = await findFormation('mine', places).catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'formation_invalid', data: { path: at(PATH) } });
  const { data } = error as { data: { line?: number; reason: Reason } };
  expect(reasonIn('en', data.reason)).toMatch(reason);
  expect(data.line).toBe(line);
});
