import fs from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeQueue } from '../../src/compose/queue.ts';
import { findProjectFolder } from '../../src/config/project-folder.ts';
import { workHere } from '../../src/compose/work-here.ts';
import type { CommandOrder } from '../../src/work/command.ts';
import { tempDir } from '../support/temp.ts';

const ORDER: CommandOrder = {
  purpose: 'The gate is shut',
  acceptance_criteria: ['It is shut'],
  command: 'Shut it.',
  project: 'castle',
  priority: 'medium',
};

async function project() {
  const home = tempDir();
  const folder = tempDir();
  const below = join(folder, 'src', 'deep');
  fs.mkdirSync(below, { recursive: true });
  const open = (at: string, env: Record<string, string> = {}) =>
    workHere(
      { HOME: home, PATH: '', ...env },
      {
        session: undefined,
        formation: undefined,
        lineFor: (session) => `ovld board --session ${session}`,
        places: { folder: at, user: join(home, '.config') },
      },
    );
  await (await open(folder)).work.board.issue('envoy', ORDER);
  return { folder, below, open };
}

it('from a folder below, the board and the mailbox are those of the project', async () => {
  const { folder, below, open } = await project();
  const there = await open(below);
  expect(there.folder).toBe(folder);
  expect((await there.work.board.list()).commands).toHaveLength(1);
  const { command } = await there.work.board.issue('envoy', ORDER);
  expect(command.id).toBe('cmd_002');
  expect(fs.readdirSync(below)).toEqual([]);
  const queue = await composeQueue(below);
  expect(await queue.read('marshall')).toHaveLength(2);
});

it('the nearest project is used, also one that has only knowledge or an army', async () => {
  const { folder, below } = await project();
  fs.mkdirSync(join(folder, '.git'));
  expect(findProjectFolder(below, [join(folder, 'src')])).toBe(join(folder, 'src'));
  fs.mkdirSync(join(below, '.ovld', 'knowledge'), { recursive: true });
  expect(findProjectFolder(below, [join(folder, 'src')])).toBe(below);
  const alone = tempDir();
  expect(findProjectFolder(alone)).toBe(alone);
});

it.each([
  ['nothing', '', ['specialist_1', 'specialist_2', 'specialist_3', 'specialist_4']],
  ['a number of specialists', 'specialists: 2', ['specialist_1', 'specialist_2']],
  [
    'a board for the usual army',
    'toolsets: [messaging, board]',
    ['inferno', 'glacier', 'shadow', 'storm'],
  ],
])(
  'without an army the board is the one a summons would have: %s configured',
  async (_, text, roles) => {
    const { folder, open } = await project();
    fs.writeFileSync(join(folder, '.ovld', 'config.yaml'), `${text}\n`);
    const { work } = await open(folder);
    expect((await work.board.list()).specialists.map(({ role }) => role)).toEqual(roles);
  },
);

it('messages and the dashboard use the language of the caller', async () => {
  const { folder, open } = await project();
  await (await open(folder, { OVLD_LANG: 'ja' })).work.board.issue('envoy', ORDER);
  const [, told] = await (await composeQueue(folder)).read('marshall');
  expect(told?.message).toMatch(/指令/);
  expect(fs.readFileSync(join(folder, '.ovld', 'dashboard.md'), 'utf8')).toMatch(/^# 掲示板/);
});
