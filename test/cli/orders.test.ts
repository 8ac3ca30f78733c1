import { describe, expect, it, vi } from 'vitest';
import { copiesOf } from '../../src/army/copies.ts';
import { rolesOf } from '../../src/army/formation.ts';
import { runApp } from '../../src/cli/app.ts';
import { ordersFrom, type SummonFlags } from '../../src/cli/orders.ts';
import type { ArmyParts } from '../../src/summon/parts.ts';
import { ownFiles } from '../support/own-files.ts';

/** With a configuration of the user's, on a machine where everything is installed. */
async function order(flags: Partial<SummonFlags>, config = '', env = {}) {
  const { at } = ownFiles({ 'home/.config/ovld/config.yaml': config });
  const processes = { installed: async () => true } as Partial<ArmyParts['processes']>;
  const parts = { processes } as ArmyParts;
  const { formation, rituals } = await ordersFrom(
    parts,
    { HOME: at('home'), LANG: 'C', ...env },
    { rituals: true, ...flags },
    undefined,
  );
  return { formation, rituals };
}

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
    ['nobody, inside of Zellij', {}, '', { ZELLIJ: '0' }, 'tmux'],
  ])('is seen where %s says', async (_, flags, config, env, mux) => {
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

  it('keeps its mail and has its tools as a flag says, else a file', async () => {
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
  it('has five tools, and the board where somebody wants it; its rituals stay', async () => {
    const plain = await order({});
    expect(plain.formation).toMatchObject({ store: 'files', toolsets: ['messaging'] });
    const board = await order({}, 'toolsets: [messaging, board, knowledge]\n');
    expect(board.formation.toolsets).toEqual(['messaging', 'board', 'knowledge']);
    expect(board.rituals).toEqual(plain.rituals);
  });

  it('has no count: a flag is wrong here, a file was meant for another', async () => {
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

it('a board needs somebody for every duty', async () => {
  const config = 'toolsets: [board]\nformation: pair\n';
  const { at } = ownFiles({
    'home/.config/ovld/config.yaml': config,
    'home/.config/ovld/formations/pair.yaml':
      'roles:\n  - {role: a, duty: envoy}\n  - {role: b, duty: specialist}\n',
  });
  const wanted = ordersFrom(
    { processes: {} } as ArmyParts,
    { HOME: at('home') },
    { rituals: false },
    undefined,
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
])('summon %s %j is a matter of usage', async (flag, value, told) => {
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
