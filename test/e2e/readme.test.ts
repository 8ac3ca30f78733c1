import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { armyWorld, type ArmyWorld, type Terminal } from '../support/army-world.ts';
import { post } from '../support/post.ts';
import { OVLD } from '../support/relay-process.ts';
import { allEnded } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';
import { blocksOf, inlineLinesOf } from '../support/typed-lines.ts';

/** Each line is typed as the English page has it, then as the Japanese one does where that differs. */
const japanese = blocksOf('README.ja.md', 'army', 'bastion');
const blocks = blocksOf('README.md', 'army', 'bastion').map((lines, i) =>
  lines.flatMap((line, j) => [...new Set([line, japanese[i]?.[j] ?? line])]),
);
const inline = [
  ...new Set([...inlineLinesOf('README.md', 'army'), ...inlineLinesOf('README.ja.md', 'army')]),
];
/** The first army that is there already. */
const visited = blocks.find(([first]) => first?.startsWith('ovld summon') !== true);

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

/** What ships, and not the formation of the world, whose agents are instruments. */
async function thePlay(line: string, terminal: Terminal, world: ArmyWorld): Promise<void> {
  const own = join(world.project, '.ovld', 'formations');
  renameSync(own, `${own}.aside`);
  terminal.line(`clear; ${line}; echo "left: $?."`);
  await terminal.shows('That was my ritual');
  renameSync(`${own}.aside`, own);
  terminal.keys('?');
  await terminal.shows('I am scripted');
  terminal.line('Ship the login page');
  await terminal.shows('nothing real was made');
  terminal.keys('C-b', 'd');
  await terminal.shows('left: 0.');
}

/** A campaign on a board of its own: the project's stays as it was. */
async function theCampaign(line: string, terminal: Terminal, world: ArmyWorld): Promise<void> {
  const before = readdirSync(join(world.project, '.ovld'), { recursive: true });
  terminal.line(`clear; ${line}; echo "left: $?."`);
  await waitFor(
    () => terminal.screen().includes('⏺ cmd_001 is done.'),
    'the end of the campaign',
    60_000,
  );
  terminal.line('Ship the login page');
  await terminal.shows('nothing real was made');
  terminal.keys('C-b', 'd');
  await terminal.shows('left: 0.');
  expect(readdirSync(join(world.project, '.ovld'), { recursive: true })).toEqual(before);
}

type Way = (line: string, terminal: Terminal, world: ArmyWorld) => Promise<void>;
const WAYS: Record<string, Way> = {
  'ovld summon --agent mock': thePlay,
  async 'ovld summon --formation pair'(line, terminal, world) {
    // As it ships, but for Claude Code, which has no account here.
    const shipped = readFileSync(new URL('../../formations/pair.yaml', import.meta.url), 'utf8');
    const own = join(world.project, '.ovld', 'formations', 'pair.yaml');
    const { roles, ...rest } = parse(shipped) as { roles: object[] };
    const seats = roles.map((seat) => ({ ...seat, agent: 'mock' }));
    writeFileSync(own, stringify({ ...rest, roles: seats }));
    await theArmy(line, terminal);
    // `ovld unsummon` in between: a second army in one folder is not raised without asking.
    expect(await world.ovld(['unsummon', '--force'])).toMatchObject({ code: 0 });
  },
  'ovld summon': theArmy,
  'ovld summon --resume': theArmy,
  'ovld attach': theArmy,
  'ovld summon --formation bastion --agent mock --specialists 2': theCampaign,
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
    await allEnded(world);
  },
  'ovld dashboard': looksAndLeaves('strategist', 'q'),
  'ovld dashboard --web': looksAndLeaves('http://127.0.0.1:', 'C-c'),
};

describe('README', () => {
  for (const lines of blocks) {
    it(`${lines[0]} … works`, async (context) => {
      requireOrSkip(context, 'tmux', missingProgram('tmux'));
      const world = armyWorld('tmux', { config: { agent: 'mock' } });
      world.program('ovld', `#!/bin/sh\nexec '${process.execPath}' '${OVLD}' "$@"\n`);
      const terminal = world.terminal({ columns: 160, rows: 50 });
      if (!lines[0]?.startsWith('ovld summon')) await world.summon();
      for (const line of [...(lines === visited ? inline : []), ...lines]) {
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
