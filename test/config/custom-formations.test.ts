import { expect, it } from 'vitest';
import { formationSchema } from '../../src/army/formation.ts';
import { findFormation } from '../../src/config/formations.ts';
import { explainReasons } from '../../src/cli/output/explain-reasons.ts';
import { explain } from '../../src/i18n/explain.ts';
import { ownFiles } from '../support/own-files.ts';

const FILE = 'project/.ovld/formations/duo.yaml';
const KIMI = `agent:
  program: kimi
  mcp: { flag: --mcp-config-file }
  ready: '^> (?<text>.*)$'
roles:
  - role: lead
  - role: hand
    agent: claude
`;

const faultOf = async (text: string): Promise<string> => {
  const error = await findFormation('duo', ownFiles({ [FILE]: text }).places).catch(
    (e: unknown) => e,
  );
  return explain(explainReasons(error, 'en'), 'en').what;
};

it('a formation describes an agent, for all seats or for one, and is the same when it is read back', async () => {
  const { formation } = await findFormation('duo', ownFiles({ [FILE]: KIMI }).places);
  const kimi = {
    program: 'kimi',
    args: [],
    mcp: { flag: '--mcp-config-file' },
    ready: '^> (?<text>.*)$',
  };
  expect(formation).toMatchObject({ agent: kimi, roles: [{ role: 'lead' }, { agent: 'claude' }] });
  expect(formationSchema.parse(JSON.parse(JSON.stringify(formation)))).toEqual(formation);
});

it.each<[string, string, number, RegExp]>([
  ['mcp: { flag: --mcp-config-file }', 'mcp: {}', 3, /mcp has one of three ways/],
  ["'^> (?<text>.*)$'", "'^> ('", 4, /the expression is not valid: .*Unterminated group/],
  ["'^> (?<text>.*)$'", "'^> (?<text>(x+)+)$'", 4, /on some rows it would take for ever/],
  ['program: kimi', 'programm: kimi', 2, /agent\.program/],
  ['  mcp:', '  busy: "["\n  mcp:', 3, /the expression is not valid/],
  ['agent: claude', 'agent: claud', 8, /must be one of "claude", "codex"/],
  ['role: lead', 'role: lead\n    model: opus', 7, /model means nothing to a program/],
  ['role: lead', 'role: lead\n    permission_mode: plan', 7, /permission_mode means nothing/],
])('with %s as %s it is refused in line %i', async (right, wrong, line, said) => {
  const what = await faultOf(KIMI.replace(right, () => wrong));
  expect(what).toMatch(said);
  expect(what).toContain(`duo.yaml:${line} `);
});
