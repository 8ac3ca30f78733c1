import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import { armyWorld, type ArmyWorld } from '../support/army-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const anothers: Record<MuxKind, string[]> = {
  zellij: ['attach', '--create-background', 'overlord'],
  tmux: ['new-session', '-d', '-s', 'overlord', 'sleep', '1000'],
};

const sessions = (world: ArmyWorld): string[] => {
  try {
    const args = world.kind === 'zellij' ? ['--short'] : ['-F', '#{session_name}'];
    return world
      .mux('list-sessions', ...args)
      .trim()
      .split('\n')
      .toSorted();
  } catch {
    return [];
  }
};

const armies = (world: ArmyWorld): string[] =>
  readdirSync(join(world.dir, 'home', '.config', 'ovld', 'armies'));

describe.each(muxKinds)('a name that is taken, on %s', (kind) => {
  it('by a session that ovld did not start is left to that session', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    world.mux(...anothers[kind]);
    const asked = await world.ovld(['summon', '--detach', '--session', 'overlord']);
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain('a session named overlord is running that ovld did not start');
    const { stdout } = await world.summon('--no-rituals');
    expect(stdout).toContain('The army overlord-project is up: 6 of 6 roles ready.');
    expect(sessions(world)).toEqual(['overlord', 'overlord-project']);
    expect((await world.ovld(['summon', '--detach'])).stdout).toContain(
      'The army overlord-project is already up.',
    );
    expect((await world.ovld(['unsummon', '--all', '--force'])).code).toBe(0);
    expect(sessions(world)).toEqual(['overlord']);
    const own = join(world.dir, 'home', '.config', 'ovld');
    expect(readdirSync(join(own, 'sessions'))).toEqual([]);
  });

  it('by the army of another folder leads to a second army beside it', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const other = world.anotherProject('other');
    await world.summon('--no-rituals');
    const named = ['summon', '--detach', '--no-rituals', '--session', 'overlord'];
    const taken = await world.ovld(named, other);
    expect(taken.code).toBe(1);
    expect(taken.stderr).toContain(`the session overlord belongs to the army of ${world.project}`);
    const second = await world.ovld(['summon', '--detach', '--no-rituals'], other);
    expect(second.stdout).toContain('The army overlord-other is up: 6 of 6 roles ready.');

    const all = await world.ovld(['status', '--all']);
    expect(all.stdout).toContain(`overlord  ${kind} · overlord · ${world.project} · live`);
    expect(all.stdout).toContain(`overlord-other  ${kind} · overlord · ${other} · live`);
    const mine = await world.ovld(['status'], other);
    expect(mine.stdout).toContain('overlord-other');
    expect(mine.stdout).not.toContain(world.project);

    // From a folder without an army, the lines that mean one are listed, at a terminal too.
    const nowhere = await world.ovld(['unsummon', '--force'], world.dir);
    expect(nowhere.code).toBe(3);
    expect(nowhere.stderr).toContain(`no army was summoned in ${world.dir}`);
    expect(nowhere.stderr).toContain(
      `${other}\n      ovld unsummon --force --session overlord-other`,
    );
    const terminal = world.terminal();
    terminal.line('cd ..; ovld unsummon; echo "code $?"');
    await terminal.shows('ovld unsummon --session overlord-other');
    await terminal.shows('code 3');
    terminal.line('clear; ovld unsummon --session overlord-other; echo "code $?"');
    await terminal.shows(`Dismiss the army overlord-other of ${other}? [y/N]`);
    terminal.line('');
    await terminal.shows('code 1');
    expect(sessions(world)).toEqual(['overlord', 'overlord-other']);
    terminal.line('clear; ovld unsummon --session overlord-other; echo "code $?"');
    // The new question, not the one that stood there before the screen was cleared.
    const asked = (): boolean => /^Dismiss .*\[y\/N\]$/s.test(terminal.screen().trim());
    await waitFor(asked, 'the question');
    terminal.keys('C-c');
    await terminal.shows('code 130');
    terminal.line('clear; ovld unsummon --session overlord-other; echo "code $?"');
    await waitFor(asked, 'the question');
    terminal.line('y');
    await terminal.shows('The army overlord-other was dismissed.');
    await terminal.shows('code 0');
    expect(sessions(world)).toEqual(['overlord']);

    // In the folder itself no second army is raised silently
    const beside = await world.ovld(['summon', '--formation', 'pair', '--detach']);
    expect(beside).toMatchObject({ code: 1, stdout: '' });
    expect(beside.stderr).toBe(
      'ovld: the army overlord is up in this folder\n' +
        '  → join it with ovld attach, end it with ovld unsummon, or raise a second army beside it: ovld summon --formation pair --detach --here\n',
    );
    expect(sessions(world)).toEqual(['overlord']);

    // [session.which-army.4] below the folder of the army, in its checkout, that army is offered
    const below = join(world.project, 'lib');
    mkdirSync(below);
    mkdirSync(join(world.project, '.git'));
    const offered = await world.ovld(['summon', '--detach'], below);
    expect(offered).toMatchObject({ code: 1, stdout: '' });
    expect(offered.stderr).toBe(
      `ovld: this folder is in the checkout of the army overlord, which is up in ${world.project}\n` +
        '  → join it with ovld attach --session overlord, or raise a second army here: ovld summon --detach --here\n',
    );
    terminal.line(`clear; cd ${below}; ovld summon; echo "code $?"`);
    await terminal.shows(
      `The army overlord is up in ${world.project}, the same checkout. Join it? [Y/n]`,
    );
    terminal.line('n');
    await terminal.shows('raise a second army here: ovld summon --here');
    await terminal.shows('code 1');
    terminal.line('clear; ovld summon; echo "code $?"');
    await terminal.shows('Join it? [Y/n]');
    terminal.line('');
    await terminal.shows('battlefield');
    if (kind === 'zellij') terminal.keys('C-o', 'd');
    else terminal.keys('C-b', 'd');
    await terminal.shows('The army overlord keeps running.');
    const insisted = await world.ovld(
      ['summon', '--detach', '--here', '--dry-run', '--mux', kind, '--agent', 'mock'],
      below,
    );
    expect(insisted).toMatchObject({ code: 0, stderr: '' });
    expect(insisted.stdout).toContain('overlord-lib');

    // The only one is not meant from anywhere [session.which-army.2]
    expect((await world.ovld(['unsummon', '--force'], world.dir)).code).toBe(3);
    expect(sessions(world)).toEqual(['overlord']);
    // Nothing else that a person keeps there is touched [T7]
    const own = kind === 'tmux' ? ['own'] : [];
    if (kind === 'tmux') world.mux('new-session', '-d', '-s', 'own', 'sleep', '1000');
    expect((await world.ovld(['unsummon', '--force'], below)).code).toBe(0);
    expect(sessions(world)).toEqual(own);
    expect(armies(world)).toEqual([]);
  });
});

it('an invalid name is refused before anything else', async () => {
  const world = armyWorld('zellij');
  for (const name of ['UPPER', '../x', '-x', 'a'.repeat(33), '']) {
    const { code, stderr } = await world.ovld(['summon', '--detach', `--session=${name}`]);
    expect(code, name).toBe(2);
    expect(stderr, name).toMatch(/lower-case letters|argument missing/);
  }
  expect(readdirSync(join(world.dir, 'home'))).toEqual([]);
});
