import { expect, it } from 'vitest';
import { approvableIn } from '../../src/config/approvals.ts';
import { findFormation } from '../../src/config/formations.ts';
import { readSummonOrder, type SummonFlags } from '../../src/config/summon-order.ts';
import type { ArmyParts } from '../../src/summon/parts.ts';
import { ownFiles } from '../support/own-files.ts';

const FREE = 'roles:\n  - { role: lead, permission_mode: bypassPermissions }\n  - { role: hand }\n';
const KIMI = `agent: { program: kimi, mcp: { flag: --mcp }, ready: '^> (?<text>.*)$' }
roles: [{ role: lead, agent: mock }, { role: hand }]
`;
const PROJECT = 'project/.ovld/formations/pair.yaml';
const USER = 'user/formations/pair.yaml';

async function order(files: Record<string, string>, flags: Partial<SummonFlags> = {}) {
  const { places } = ownFiles(files);
  const processes = { isInstalled: async () => true } as Partial<ArmyParts['processes']>;
  const given = { formation: 'pair', rituals: false, ...flags };
  const caller = { env: { HOME: '/h' }, places, ovld: [], terminal: undefined };
  const { approvable, formation } = await readSummonOrder(
    { processes } as ArmyParts,
    given,
    caller,
  );
  return { approvable, approved: formation.approved, places };
}

it.each<[string, Record<string, string>, Partial<SummonFlags>, boolean]>([
  ['a project’s mode', { [PROJECT]: FREE }, {}, true],
  ['a project’s program', { [PROJECT]: KIMI }, {}, true],
  ['the user’s own', { [USER]: FREE }, {}, false],
  ['what ships', {}, {}, false],
  ['a project’s that chooses nothing', { [PROJECT]: 'roles: [{ role: lead }]\n' }, {}, false],
  ['another agent’s, whose mode is dropped', { [PROJECT]: FREE }, { agent: 'mock' }, false],
  ['one of its roles by name', { [PROJECT]: KIMI }, { agent: 'hand=claude' }, false],
  ['one that keeps a role', { [PROJECT]: KIMI }, { agent: 'lead=claude' }, true],
  ['a mode of the flag', { [PROJECT]: FREE }, { permissionMode: 'plan' }, false],
  [
    'a mode of the flag over a program',
    { [PROJECT]: KIMI },
    { permissionMode: 'plan', agent: 'lead=claude' },
    true,
  ],
])('with %s approval is needed or not: %j %j %s', async (_name, files, flags, needed) => {
  const { approvable, approved } = await order(files, flags);
  expect(approvable !== undefined).toBe(needed);
  expect(approved).toBe(approvable?.digest);
});

it('flags change nothing of what is approved', async () => {
  const { approvable, places } = await order(
    { [PROJECT]: KIMI },
    { agent: 'lead=claude', model: 'opus' },
  );
  const { formation } = await findFormation('pair', places);
  expect(approvable).toEqual(approvableIn(formation, places.folder));
});
