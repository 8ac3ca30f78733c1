import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import type { Reason } from '../../src/errors.ts';
import { explainReasons } from '../../src/cli/output/explain-reasons.ts';
import { explain } from '../../src/i18n/explain.ts';
import { reasonIn } from '../../src/i18n/reasons.ts';
import { findFormation } from '../../src/config/formations.ts';
import { shippedDir } from '../../src/config/places.ts';
import { ownFiles } from '../support/own-files.ts';

const PROJECT = 'project/.ovld/formations/pair.yaml';
const USER = 'user/formations/pair.yaml';
const PAIR = 'roles:\n  - role: lead\n  - role: hand\n';

describe('a formation is found', () => {
  it('in what ovld ships', async () => {
    const { places } = ownFiles();
    expect(await findFormation('overlord', places)).toEqual({
      formation: overlordFormation,
      path: join(shippedDir(), 'formations/overlord.yaml'),
      place: 'shipped',
      counted: undefined,
    });
  });

  it('in the project before the user', async () => {
    const { places, at } = ownFiles({ [PROJECT]: PAIR, [USER]: PAIR });
    expect((await findFormation('pair', places)).path).toBe(at(PROJECT));
    rmSync(at(PROJECT));
    const { formation, path } = await findFormation('pair', places);
    expect(path).toBe(at(USER));
    expect(formation).toMatchObject({ name: 'pair', agent: 'claude', mux: 'none', tabs: [] });
    rmSync(at(USER));
    expect((await findFormation('pair', places)).path).toBe(
      join(shippedDir(), 'formations/pair.yaml'),
    );
  });

  it('by its name; the error about another lists all there are', async () => {
    const { places } = ownFiles({
      'project/.ovld/formations/duo.yaml': PAIR,
      'project/.ovld/formations/notes.txt': '',
      'project/.ovld/formations/No Name.yaml': PAIR,
      'user/formations/duo.yaml': PAIR,
      'user/formations/trio.yaml': PAIR,
    });
    const error = await findFormation('pairs', places).catch((e: unknown) => e);
    const known = ['bastion', 'duo', 'overlord', 'pair', 'trio'];
    expect(error).toMatchObject({ code: 'formation_unknown', data: { name: 'pairs', known } });
    for (const language of ['en', 'ja'] as const) {
      const { what, hint } = explain(explainReasons(error, language), language);
      expect(what).toMatch(/(?:did you mean|もしかして:) pair/);
      for (const name of known) expect(hint).toContain(name);
    }
  });

  it('of the pair with a lead and its hand side by side', async () => {
    const { formation } = await findFormation('pair', ownFiles().places);
    expect(formation).toMatchObject({
      agent: 'claude',
      store: 'files',
      toolsets: ['messaging'],
      roles: [{ role: 'lead', commands: ['hand'] }, { role: 'hand' }],
      tabs: [{ split: 'columns', panes: [{ role: 'lead', focus: true }, { role: 'hand' }] }],
    });
  });

  it('with every field that a role may have', async () => {
    const seat = { agent: 'mock', model: 'm', args: ['-x'], permission_mode: 'p', cwd: 'web' };
    const role = { role: 'lead', title: { en: 'L', ja: '長' }, commands: ['lead'], ...seat };
    // JSON is YAML.
    const text = JSON.stringify({ name: 'pair', agent: 'mock', roles: [role] });
    const { places } = ownFiles({ [PROJECT]: text });
    const { formation } = await findFormation('pair', places);
    expect(formation).toMatchObject({ agent: 'mock', roles: [role] });
  });

  it.each(['../overlord', 'a/b', '', 'Overlord', '.'])(
    'only by a name: %j never becomes a path',
    async (name) => {
      const { places } = ownFiles({ 'project/.ovld/overlord.yaml': PAIR });
      await expect(findFormation(name, places)).rejects.toMatchObject({
        code: 'formation_unknown',
        data: { name, known: expect.arrayContaining(['bastion', 'overlord']) },
      });
    },
  );
});

const tabs = (panes: string): string => `${PAIR}tabs:\n  - name: one\n    panes:\n${panes}`;

it.each<[string, string, number | undefined, RegExp]>([
  ['a role twice', `${PAIR}  - role: lead\n`, 4, /the role lead appears twice/],
  ['all as a role', 'roles:\n  - role: all\n', 2, /all is no role/],
  ['the person as a role', 'roles:\n  - role: human\n', 2, /human is no role/],
  ['an unknown subordinate', 'roles:\n  - role: a\n    commands: [b]\n', 3, /no role b/],
  ['an unknown key', `${PAIR}\n# mine\nmultiplexer: x\n`, 6, /there is no key multiplexer$/],
  ['an unknown key of a role', 'roles:\n  - role: a\n    modle: x\n', 3, /no key roles\.0\.modle/],
  ['an unknown key of a title', 'roles:\n  - role: a\n    title: {en: A, ja: B, de: C}\n', 3, /de/],
  ['a name that is none', 'roles:\n  - role: ok\n  - role: Not One\n', 3, /roles\.1\.role/],
  ['another name', `name: other\n${PAIR}`, undefined, /named like its file/],
  ['no roles', '# to be written\n', 1, /roles/],
  ['roles of another shape', 'roles: six\n', 1, /roles: .*array/],
  ['a list', '- lead\n', 1, /expected object/],
  ['an unknown pane', tabs('      - role: lead\n      - role: hend\n'), 8, /no role hend/],
  ['a role without a pane', tabs('      - role: lead\n'), 3, /hand has no pane/],
  ['a role in two panes', tabs('      - {role: lead}\n      - {role: lead}\n'), 8, /already has/],
  ['sizes', tabs('      - {role: lead, size: 70}\n      - {role: hand, size: 40}\n'), 5, /110/],
  ['an unknown key of a pane', tabs('      - {role: lead,\n         width: 3}\n'), 8, /width/],
  ['an unknown key of a tab', `${tabs('      - role: lead\n')}    color: red\n`, 8, /color/],
  ['a syntax error', 'roles:\n  - role: "lead\n', 3, /quote/],
  ['a key twice', `${PAIR}roles: []\n`, 4, /unique/],
  ['a tab for indentation', 'roles:\n\t- role: a\n', 2, /[Tt]abs?/],
  ['two documents', `${PAIR}---\n${PAIR}`, 4, /multiple documents/],
  ['an unknown tag', 'roles:\n  - role: !secret a\n', 2, /tag/],
  ['an alias to nothing', 'roles:\n  - role: *a\n', 2, /alias/i],
])('a formation with %s is refused, with its line', async (_, text, line, reason) => {
  const { places, at } = ownFiles({ [PROJECT]: text });
  const error = await findFormation('pair', places).catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'formation_invalid', data: { path: at(PROJECT) } });
  const { data } = error as { data: { line?: number; reason: Reason } };
  expect(reasonIn('en', data.reason)).toMatch(reason);
  expect(data.line).toBe(line);
});
