import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { argvOf } from '../support/mux-world.ts';
import { personOf, seatedPane, seats } from '../support/person.ts';
import { isRead, journal, post } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

/** Processes of this world that show a dashboard. */
const dashboards = (world: ArmyWorld): number[] =>
  world.running().filter((pid) => argvOf(pid).includes('dashboard'));

describe('ovld dashboard in a real terminal', () => {
  it('shows the army, sends an answer to its agent, and restores the terminal', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld('tmux');
    await world.summon('--no-rituals');
    const terminal = world.terminal({ columns: 100, rows: 30 });
    terminal.line('echo before; ovld dashboard; echo "exit $?"');
    await terminal.shows('▸ Roles');
    for (const role of ROLES) await terminal.shows(role);

    const { id } = await post(world, 'overlord', { to: 'strategist', subject: '偵察 🏰 done' });
    await terminal.shows('偵察 🏰 done');
    await isRead(world, 'strategist', id);
    await terminal.shows('●●●● ');
    await post(world, 'overlord', { to: 'human', subject: 'Which gate?' });
    await terminal.shows('✉ 1 for you');
    // Counted before its row is drawn: what is answered is the row that is seen.
    await terminal.shows('Which gate?');

    terminal.keys('Tab', 'a');
    await terminal.shows('Answer to overlord');
    terminal.keys('-l', 'The eastern one.');
    await terminal.shows('The eastern one.');
    terminal.keys('Enter');
    await terminal.shows('✓ Sent to overlord.');
    await waitFor(() => !terminal.screen().includes('✉'), 'what was answered to be read');
    const answer = journal(world).find(({ event, to }) => event === 'stored' && to === 'overlord');
    await isRead(world, 'overlord', answer?.id ?? '');

    // Typed right behind a letter that has gone, it would be no command: after a pause it is.
    await waitFor(async () => {
      terminal.keys('q');
      await new Promise((resolve) => setTimeout(resolve, 600));
      return terminal.screen().includes('exit 0');
    }, 'the dashboard to end');
    expect(terminal.screen()).toContain('before');
    expect(terminal.screen()).not.toContain('▸ Roles');
    terminal.line('stty -a | grep -ow -e -icanon -e icanon; echo over');
    await terminal.shows('\nover');
    expect(terminal.screen()).toContain('\nicanon');

    terminal.line('ovld dashboard; echo "exit $?"');
    await terminal.shows('▸ Roles');
    const [pid = 0] = dashboards(world);
    process.kill(pid, 'SIGTERM');
    await terminal.shows('exit 130');
    expect(terminal.screen()).not.toContain('▸ Roles');
    terminal.line('clear; ovld dashboard; echo "exit $?"');
    await terminal.shows('▸ Roles');
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    await terminal.shows('dismissed');
    expect(terminal.screen()).toContain('Which gate?');
    terminal.keys('q');
    await terminal.shows('exit 0');
  });

  it('is stopped and continued, ends with an editor open, and loses no text', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld('tmux');
    await world.summon('--no-rituals');
    const temp = tempDir();
    const editor = join(temp, 'editor');
    writeFileSync(editor, '#!/bin/sh\necho " in the editor" >> "$1"\nexec sleep 60\n', {
      mode: 0o755,
    });
    const kept = (text: string): boolean =>
      readdirSync(temp, { recursive: true, encoding: 'utf8' }).some(
        (name) => name.endsWith('.md') && readFileSync(join(temp, name), 'utf8').includes(text),
      );
    const terminal = world.terminal({ columns: 100, rows: 30 });
    terminal.line(`export TMPDIR=${temp} VISUAL= EDITOR=${editor}; ovld dashboard; echo "exit $?"`);
    await terminal.shows('▸ Roles');
    terminal.keys('s');
    await terminal.shows('Subject');
    terminal.keys('Tab');
    terminal.keys('-l', 'half a thought');
    await terminal.shows('half a thought');
    terminal.keys('C-z');
    await terminal.shows('exit 148');
    expect(terminal.screen()).not.toContain('half a thought');
    terminal.line('fg; echo "ended $?"');
    await terminal.shows('half a thought');
    terminal.keys('C-e');
    await waitFor(() => kept('half a thought in the editor'), 'the editor');
    const [pid = 0] = dashboards(world);
    process.kill(pid, 'SIGTERM');
    await terminal.shows('ended 130');
    await waitFor(() => dashboards(world).length === 0, 'the dashboard to end');
    expect(terminal.screen()).toContain('is kept in');
    expect(terminal.screen()).not.toContain('▸ Roles');
    expect(kept('half a thought in the editor')).toBe(true);

    terminal.line('clear; ovld dashboard');
    await terminal.shows('▸ Roles');
    terminal.keys('s');
    await terminal.shows('Subject');
    terminal.keys('Tab');
    terminal.keys('-l', 'my only copy');
    await terminal.shows('my only copy');
    terminal.close();
    await waitFor(() => kept('my only copy'), 'the text to be kept');
    await waitFor(() => dashboards(world).length === 0, 'the dashboard to end');
  });

  it('prints the status without a terminal, and says when there is no army', async () => {
    const world = armyWorld('tmux');
    const piped = await world.ovld(['dashboard']);
    expect(piped.code).toBe(1);
    expect(piped.stderr).toContain('ovld status');
    const terminal = world.terminal();
    terminal.line('ovld dashboard; echo "exit $?"');
    await terminal.shows('exit 3');
  });
});

describe.each(muxKinds)("the dashboard's tab on %s", (kind) => {
  it('is not taken for a role', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon('--no-rituals', '--dashboard');
    await waitFor(() => dashboards(world).length === 1, 'the dashboard to run');
    const terminal = world.terminal({ columns: 120, rows: 40 });
    terminal.line('ovld attach');
    await terminal.shows('overlord');
    if (kind === 'tmux') terminal.keys('C-b', '3');
    else world.mux('--session', 'overlord', 'action', 'go-to-tab-name', 'dashboard');
    await terminal.shows('▸ Roles');

    const mux = await world.open();
    const found = await seats(world);
    const panes = await mux.panes();
    expect(panes).toHaveLength(ROLES.length);
    expect(new Set(ROLES.map((role) => seatedPane(found, role))).size).toBe(ROLES.length);

    // With as many panes as roles again, the place of a pane must not make it a role's.
    await personOf(world).closes(seatedPane(found, 'inferno'));
    await waitFor(async () => (await mux.panes()).length === ROLES.length - 1, 'one pane less');
    const { id } = await post(world, 'overlord', { to: 'strategist' });
    await isRead(world, 'strategist', id);
    const { code } = await world.ovld(['restart', 'inferno']);
    expect(code).toBe(0);
    await waitFor(async () => (await mux.panes()).length === ROLES.length, 'its pane again');
    expect(dashboards(world)).toHaveLength(1);
    await terminal.shows('▸ Roles');

    // A person who leaves it with `q` leaves no dead pane, and the army goes on.
    terminal.keys('q');
    await waitFor(() => dashboards(world).length === 0, 'the dashboard to end');
    await waitFor(() => !terminal.screen().includes('dashboard'), 'its tab to go');
    expect(await mux.panes()).toHaveLength(ROLES.length);

    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  });
});
