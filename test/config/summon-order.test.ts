import { describe, expect, it, vi } from 'vitest';
import { copiesOf } from '../../src/army/copies.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { runApp } from '../../src/cli/app.ts';
import { placesOf } from '../../src/cli/terminal/own-process.ts';
import type { Env } from '../../src/config/env.ts';
import { readSummonOrder, type SummonFlags } from '../../src/config/summon-order.ts';
import type { ArmyParts } from '../../src/summon/parts.ts';
import { ownFiles } from '../support/own-files.ts';

const callerIn = (env: Env) => ({ env, places: placesOf(env), ovld: [], terminal: undefined });

/** With a configuration of the user's, on a machine where everything is installed. */
async function order(flags: Partial<SummonFlags>, config = '', env = {}) {
  const { at } = ownFiles({ 'home/.config/ovld/config.yaml': config });
  const processes = { isInstalled: async () => true } as Partial<ArmyParts['processes']>;
  const parts = { processes } as ArmyParts;
  const { formation, rituals } = await readSummonOrder(
    parts,
    { rituals: true, ...flags },
    callerIn({ HOME: at('home'), LANG: 'C', ...env }),
  );
  return { formation, rituals };
}

it.each<[string, string, object, string]>([
  ['overlord', 'outside of both', {}, 'zellij'],
  ['overlord', 'inside tmux', { TMUX: '/s,1,0' }, 'tmux'],
  ['overlord', 'inside Zellij', { ZELLIJ: '0' }, 'zellij'],
  ['bastion', 'outside of both', {}, 'tmux'],
  ['bastion', 'inside Zellij', { ZELLIJ: '0' }, 'tmux'],
])('with both installed %s, %s, comes up as README says', async (name, _where, env, mux) => {
  const { formation } = await order({ formation: name }, '', env);
  expect(formation.mux).toBe(mux);
});

describe('an order for the bastion', () => {
  it('has everything of the formation, in tmux', async () => {
    const { formation, rituals } = await order({ formation: 'bastion' });
    expect(formation).toMatchObject({
      mux: 'tmux',
      store: 'queue',
      toolsets: ['messaging', 'board', 'knowledge'],
    });
    const roles = ['envoy', 'marshall', ...copiesOf('specialist', 4)];
    expect(rolesOf(formation)).toEqual(roles);
    expect([...rituals.keys()]).toEqual(roles);
    expect(rituals.get('specialist_4')).toContain('You are **Specialist 4**');
  });

  it.each<[string, Partial<SummonFlags>, string, object, string]>([
    ['a flag', { mux: 'zellij' }, 'mux: tmux\n', { OVLD_MUX: 'tmux' }, 'zellij'],
    ['a variable', {}, 'mux: tmux\n', { OVLD_MUX: 'zellij' }, 'zellij'],
    ['a file', {}, 'mux: zellij\n', {}, 'zellij'],
    ['the formation, inside Zellij,', {}, '', { ZELLIJ: '0' }, 'tmux'],
  ])('uses the multiplexer that %s says', async (_, flags, config, env, mux) => {
    const { formation } = await order({ formation: 'bastion', ...flags }, config, env);
    expect(formation.mux).toBe(mux);
  });

  it('has as many specialists as a flag says, else a file, else the formation', async () => {
    const count = async (flags: Partial<SummonFlags>, config?: string) =>
      rolesOf((await order({ formation: 'bastion', ...flags }, config)).formation).length - 2;
    expect(await count({ specialists: 12 }, 'specialists: 6\n')).toBe(12);
    expect(await count({}, 'specialists: 6\n')).toBe(6);
    expect(await count({})).toBe(4);
  });

  it('has the store and the toolsets that a flag says, else a file', async () => {
    const config = 'store: files\ntoolsets: [knowledge]\n';
    const { formation } = await order({ formation: 'bastion' }, config);
    expect(formation).toMatchObject({ store: 'files', toolsets: ['messaging', 'knowledge'] });
    const flags = { formation: 'bastion', store: 'queue', toolsets: ['board'] };
    expect((await order(flags, config)).formation).toMatchObject({
      store: 'queue',
      toolsets: ['messaging', 'board'],
    });
  });
});

describe('an order for the overlord', () => {
  it('has five tools, and those of the board on request; its rituals do not change', async () => {
    const plain = await order({});
    expect(plain.formation).toMatchObject({ store: 'files', toolsets: ['messaging'] });
    const board = await order({}, 'toolsets: [messaging, board, knowledge]\n');
    expect(board.formation.toolsets).toEqual(['messaging', 'board', 'knowledge']);
    expect(board.rituals).toEqual(plain.rituals);
  });

  it('has no count: the flag --specialists is refused, the setting is ignored', async () => {
    await expect(order({ specialists: 3 })).rejects.toMatchObject({
      code: 'usage',
      data: { message: expect.stringContaining('the formation overlord has no count') },
    });
    await expect(order({ specialists: 3 }, 'language: ja\n')).rejects.toMatchObject({
      data: { message: '--specialists: 陣形 overlord は人数を変えられません' },
    });
    expect(rolesOf((await order({}, 'specialists: 3\n')).formation)).toHaveLength(6);
  });
});

describe('--model and --permission-mode', () => {
  const seats = async (flags: Partial<SummonFlags>, written = '{role: lead}') => {
    const { at } = ownFiles({
      'home/.config/ovld/formations/two.yaml': `roles:\n  - ${written}\n  - role: hand\n`,
    });
    const { formation } = await readSummonOrder(
      { processes: { isInstalled: async () => true } } as unknown as ArmyParts,
      { formation: 'two', ...flags, rituals: false },
      callerIn({ HOME: at('home'), LANG: 'C' }),
    );
    return formation.roles.map(({ model, permission_mode }) => [model, permission_mode]);
  };
  const own = '{role: lead, model: opus, permission_mode: plan}';

  it('are for every role and win over the formation, each for itself', async () => {
    expect(await seats({}, own)).toEqual([
      ['opus', 'plan'],
      [undefined, undefined],
    ]);
    expect(await seats({ model: 'sonnet' }, own)).toEqual([
      ['sonnet', 'plan'],
      ['sonnet', undefined],
    ]);
    expect(await seats({ permissionMode: 'acceptEdits' }, own)).toEqual([
      ['opus', 'acceptEdits'],
      [undefined, 'acceptEdits'],
    ]);
  });

  it.each([
    [{ model: 'opus' }, '--model: every role is played by a scripted agent'],
    [{ permissionMode: 'plan' }, '--permission-mode: every role'],
  ])('%j is refused where no role has one', async (flags, message) => {
    await expect(seats({ agent: 'mock', ...flags })).rejects.toMatchObject({
      code: 'usage',
      data: { message: expect.stringContaining(message) },
    });
    // One role that is played by Claude Code is enough.
    expect(await seats(flags, '{role: lead, agent: mock}')).toHaveLength(2);
  });
});

it('a board requires a role for every duty', async () => {
  const config = 'toolsets: [board]\nformation: pair\n';
  const { at } = ownFiles({
    'home/.config/ovld/config.yaml': config,
    'home/.config/ovld/formations/pair.yaml':
      'roles:\n  - {role: a, duty: envoy}\n  - {role: b, duty: specialist}\n',
  });
  const wanted = readSummonOrder(
    { processes: {} } as ArmyParts,
    { rituals: false },
    callerIn({ HOME: at('home') }),
  );
  await expect(wanted).rejects.toMatchObject({
    code: 'usage',
    data: { message: expect.stringMatching(/duty: marshall, and pair has none/) },
  });
});

it.each([
  ['--specialists', '0', '1 to 12'],
  ['--specialists', '13', '1 to 12'],
  ['--specialists', '-1', '1 to 12'],
  ['--specialists', '1.5', '1 to 12'],
  ['--specialists', 'many', '1 to 12'],
  ['--specialists', '', '1 to 12'],
  ['--store', 'cloud', 'files, queue'],
  ['--toolsets', 'board,magic', 'messaging, board, knowledge'],
  ['--toolsets', '', 'messaging, board, knowledge'],
  ['--model', ' ', 'must not be empty'],
  ['--permission-mode', 'acceptEdit', 'acceptEdits, auto, bypassPermissions'],
])('summon %s %j is a usage error', async (flag, value, told) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.stubEnv('LANG', 'C');
  try {
    expect(await runApp(['summon', '--dry-run', `${flag}=${value}`])).toBe(2);
    expect(write.mock.calls.join('')).toContain(told);
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
  }
});
