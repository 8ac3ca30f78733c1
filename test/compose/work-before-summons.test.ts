import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rolesWith } from '../../src/army/formation.ts';
import { workHere } from '../../src/compose/work-here.ts';
import { command } from '../support/board-world.ts';
import { tempDir } from '../support/temp.ts';

/** A project without a summons, with this configuration. */
async function here(config: string, formation?: string) {
  const [home, folder] = [tempDir(), tempDir()];
  mkdirSync(join(folder, '.ovld'));
  writeFileSync(join(folder, '.ovld', 'config.yaml'), config);
  const places = { folder, user: join(home, '.config', 'ovld') };
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_RUNTIME_DIR: home };
  const lineFor = (session: string): string => `ovld board --session ${session}`;
  return { ...(await workHere(env, { session: undefined, formation, places, lineFor })) };
}

it('before a summons the board is the one that a summons would have', async () => {
  expect(rolesWith((await here('')).formation, 'specialist')).toHaveLength(4);
  const six = await here('specialists: 6\nlanguage: ja\n', 'bastion');
  expect(rolesWith(six.formation, 'specialist')).toHaveLength(6);
  await six.work.board.issue('envoy', command());
  expect(readFileSync(join(six.folder, '.ovld', 'dashboard.md'), 'utf8')).toContain('# 掲示板');

  const overlord = await here('toolsets: [board]\n');
  expect(overlord.formation).toMatchObject({ name: 'overlord', toolsets: ['board'] });
  expect(rolesWith(overlord.formation, 'marshall')).toEqual(['strategist']);
});

it.each([
  ['toolsets: [messaging]\n', 'bastion'],
  ['formation: overlord\n', undefined],
  ['toolsets: [messaging]\n', undefined],
])('before a summons there is no board where it is turned off: %j', async (config, formation) => {
  await expect(here(config, formation)).rejects.toMatchObject({ code: 'board_off' });
});
