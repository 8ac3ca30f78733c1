import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { configSchema } from '../../src/config/config.ts';
import { listSettings } from '../../src/config/list-settings.ts';
import { parseYaml } from '../../src/config/parse-yaml.ts';
import { loadSettings } from '../../src/config/settings.ts';
import { configTemplate } from '../../src/config/template.ts';
import { init as en } from '../../src/i18n/en/init.ts';
import { init as ja } from '../../src/i18n/ja/init.ts';
import { ownFiles } from '../support/own-files.ts';

const nowhere = { folder: '/dev/null', user: undefined };

/** Every key of the configuration, with dots. */
function leaves(schema: z.core.$ZodType, above: readonly string[] = []): string[] {
  const { def } = schema._zod as {
    def: { type: string; innerType?: z.core.$ZodType; shape?: Record<string, z.core.$ZodType> };
  };
  if (def.innerType !== undefined && def.type === 'optional') return leaves(def.innerType, above);
  if (def.type !== 'object' || def.shape === undefined) return [above.join('.')];
  return Object.entries(def.shape).flatMap(([key, inner]) => leaves(inner, [...above, key]));
}

describe('the listing of settings', () => {
  it('has every key of the configuration, and no other', async () => {
    const listed = listSettings(await loadSettings({}, {}, nowhere), nowhere).map(({ key }) => key);
    const keys = leaves(configSchema);
    const covers = (row: string, key: string): boolean => key === row || key.startsWith(`${row}.`);
    expect(keys.filter((key) => !listed.some((row) => covers(row, key)))).toEqual([]);
    expect(listed.filter((row) => !keys.some((key) => covers(row, key)))).toEqual([]);
  });

  it('names the source of each: flag, variable, project, user, default', async () => {
    const { places, at } = ownFiles({
      'project/.ovld/config.yaml': 'pauses: { enter: 300 }\nready_timeout: 5\n',
      'user/config.yaml': 'ready_timeout: 9\nhistory: { keep_days: all }\n',
    });
    const settings = await loadSettings({ mux: 'tmux' }, { OVLD_AGENT: 'mock' }, places);
    const rows = listSettings(settings, places);
    const row = (key: string) => rows.find((one) => one.key === key);
    expect(row('mux')).toEqual({ key: 'mux', value: 'tmux', from: 'flag', at: '--mux' });
    expect(row('agent')).toEqual({ key: 'agent', value: 'mock', from: 'env', at: 'OVLD_AGENT' });
    const project = at(join('project', '.ovld', 'config.yaml'));
    expect(row('pauses.enter')).toMatchObject({ value: 300, from: 'project', at: project });
    expect(row('ready_timeout')).toMatchObject({ value: 5, from: 'project' });
    const user = at(join('user', 'config.yaml'));
    expect(row('history.keep_days')).toMatchObject({ value: 'all', from: 'user', at: user });
    expect(row('ritual.delivery')).toEqual({
      key: 'ritual.delivery',
      value: 'typed',
      from: 'default',
    });
  });
});

describe.each(['en', 'ja'] as const)('the configuration that init writes (%s)', (language) => {
  const usual = async () => loadSettings({}, { LANG: language }, nowhere);
  const template = async (): Promise<string> =>
    configTemplate(listSettings(await usual(), nowhere), { en, ja }[language].template);
  /** As a person does who takes every # away that stands before YAML. */
  const said = (text: string): string => text.replaceAll(/^#(?=\S| {2})/gm, '');

  it('changes no setting as it is written', async () => {
    const { places } = ownFiles({ 'project/.ovld/config.yaml': await template() });
    expect(await loadSettings({}, { LANG: language }, places)).toEqual(await usual());
  });

  it('can be read with every key uncommented, and then has the defaults', async () => {
    const text = said(await template());
    const read = parseYaml(text, configSchema);
    expect(read).toHaveProperty('value');
    const value = 'value' in read ? read.value : {};
    expect(Object.keys(value).toSorted()).toEqual(Object.keys(configSchema.shape).toSorted());
    const { places } = ownFiles({ 'user/config.yaml': text });
    const now = listSettings(await loadSettings({}, { LANG: language }, places), places);
    const before = listSettings(await usual(), nowhere);
    for (const { key, value: was } of before) {
      const { value: is, from } = now.find((one) => one.key === key) ?? {};
      if (was !== undefined) expect([key, is]).toEqual([key, was]);
      expect([key, from]).toEqual([key, 'user']);
    }
  });
});
