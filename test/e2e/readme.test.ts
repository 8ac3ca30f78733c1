import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { armyWorld, type ArmyWorld, type Terminal } from '../support/army-world.ts';
import { commandsIn, fencesOf, pageText } from '../support/markdown.ts';
import { post } from '../support/post.ts';
import { OVLD } from '../support/relay-process.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const blocks = fencesOf(pageText('README.md')).filter(({ mark }) =>
  ['army', 'bastion'].includes(mark ?? ''),
);

/** What takes the terminal: types the line, sees that it is there, and leaves it as a person does. */
const looksAndLeaves =
  (sign: string, ...keys: string[]) =>
  async (line: string, terminal: Terminal): Promise<void> => {
    terminal.line(`clear; ${line}; echo "left: $?."`);
    await terminal.shows(sign);
    terminal.keys(...keys);
    await terminal.shows('left: 0.');
  };
const theArmy = looksAndLeaves('a scripted agent', 'C-b', 'd');

type Way = (line: string, terminal: Terminal, world: ArmyWorld) => Promise<void>;
const WAYS: Record<string, Way> = {
  'ovld summon --agent mock': theArmy,
  'ovld summon': theArmy,
  'ovld summon --resume': theArmy,
  'ovld attach': theArmy,
  'ovld summon --formation bastion --agent mock --specialists 2': theArmy,
  async 'ovld log -f'(line, terminal, world) {
    terminal.line(`clear; ${line}`);
    await post(world, 'storm', { to: 'overlord' });
    await terminal.shows('stored');
    terminal.keys('C-c');
  },
  async 'ovld unsummon'(line, terminal, world) {
    terminal.line(`clear; ${line}; echo "left: $?."`);
    await terminal.shows('[y/N]');
    terminal.line('y');
    await terminal.shows('left: 0.');
    await waitFor(() => world.running().length === 0, 'every process to end');
  },
  'ovld dashboard': looksAndLeaves('strategist', 'q'),
  'ovld dashboard --web': looksAndLeaves('http://127.0.0.1:', 'C-c'),
};

describe('README', () => {
  for (const lines of blocks.map((block) => commandsIn(block))) {
    it(`${lines[0]} … works`, async (context) => {
      requireOrSkip(context, 'tmux', missingProgram('tmux'));
      const world = armyWorld('tmux');
      world.program('ovld', `#!/bin/sh\nexec '${process.execPath}' '${OVLD}' "$@"\n`);
      const terminal = world.terminal({ columns: 160, rows: 50 });
      if (!lines[0]?.startsWith('ovld summon')) await world.summon();
      for (const line of lines) {
        const way = WAYS[line];
        if (way !== undefined) {
          await way(line, terminal, world);
          continue;
        }
        const settings = { cwd: world.project, env: world.env, encoding: 'utf8' } as const;
        const { status, stderr } = spawnSync('sh', ['-c', line], settings);
        expect(status, `${line}\n${stderr}`).toBe(0);
      }
      terminal.close();
      await world.ovld(['unsummon', '--all', '--force']);
    });
  }
});
