import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import { overlordFormation } from '../../src/army/overlord.ts';
import { findFormation } from '../../src/config/formations.ts';
import { shippedDir } from '../../src/config/places.ts';
import { ownFiles } from '../support/own-files.ts';

it('the shipped formation is a whole and valid one, of these six roles [relay.message-type.2]', () => {
  expect(formationSchema.parse(overlordFormation)).toEqual(overlordFormation);
  expect(
    overlordFormation.roles.map(({ role, title, duty }) => [role, title?.en, title?.ja, duty]),
  ).toEqual([
    ['overlord', 'Overlord', '魔王', 'envoy'],
    ['strategist', 'Strategist', '軍師', 'marshall'],
    ['inferno', 'Inferno', '業火', 'specialist'],
    ['glacier', 'Glacier', '氷結', 'specialist'],
    ['shadow', 'Shadow', '常闇', 'specialist'],
    ['storm', 'Storm', '疾風', 'specialist'],
  ]);
});

it('its agents have the five messaging tools by default', () => {
  expect(overlordFormation).toMatchObject({ store: 'files', toolsets: ['messaging'] });
});

it("the built-in formation equals the schema's reading of the file, and a copy of it is a formation", async () => {
  const text = readFileSync(join(shippedDir(), 'formations/overlord.yaml'), 'utf8');
  for (const name of ['overlord', 'mine']) {
    const { places } = ownFiles({ [`project/.ovld/formations/${name}.yaml`]: text });
    const { formation } = await findFormation(name, places);
    expect(formation).toEqual({ ...overlordFormation, name });
  }
});

it('orders go from the overlord to the strategist, and from there to the four', () => {
  const chain = overlordFormation.roles.flatMap(({ role, commands }) =>
    commands.map((other) => `${role} → ${other}`),
  );
  expect(chain).toEqual([
    'overlord → strategist',
    'strategist → inferno',
    'strategist → glacier',
    'strategist → shadow',
    'strategist → storm',
  ]);
});

it('the layout has three tabs and six panes', () => {
  expect(overlordFormation.tabs).toEqual([
    {
      name: 'command',
      focus: true,
      split: 'columns',
      panes: [
        { role: 'overlord', size: 35, focus: true },
        { role: 'strategist', size: 65, focus: false },
      ],
    },
    {
      name: 'battlefield',
      focus: false,
      split: 'columns',
      panes: [{ role: 'inferno', focus: false }],
    },
    {
      name: 'support',
      focus: false,
      split: 'rows',
      panes: [
        { role: 'glacier', size: 33, focus: false },
        { role: 'shadow', size: 33, focus: false },
        { role: 'storm', size: 34, focus: false },
      ],
    },
  ]);
});
