import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { alertFile } from '../support/alert-file.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { attachPerson, personOf } from '../support/person.ts';
import { isRead, journal, post } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

/** The program in a role's seat, as its relay knows it. */
function agentPid(world: ArmyWorld, role: string): number {
  const dir = join(world.relayDir(), 'agents', role);
  const [name = ''] = readdirSync(dir).toSorted().toReversed();
  const seat = JSON.parse(readFileSync(join(dir, name), 'utf8')) as {
    agent: { process: { pid: number } };
  };
  return seat.agent.process.pid;
}

describe.each(muxKinds)('a person and their army on %s', (kind) => {
  it('write to each other, and the person hears a bell', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    requireOrSkip(context, 'tmux', missingProgram('tmux')); // Lends the terminal.
    const { command, alerts } = alertFile(tempDir());
    const world = armyWorld(kind, { ownConfig: { notify: { command } } });
    await world.summon();
    await waitFor(
      () => ROLES.every((role) => world.submissions(role).length === 1),
      'rituals',
      60_000,
    );
    const terminal = await attachPerson(world, personOf(world), 1);
    expect(terminal.rang()).toBe(false);

    const sent = await world.ovld(['send', 'storm', '--json', 'Are you there?']);
    expect(sent).toMatchObject({ code: 0, stderr: '' });
    await isRead(world, 'storm', (JSON.parse(sent.stdout) as { id: string }).id);

    const { wake } = await post(world, 'storm', { to: 'human', subject: 'I am', body: 'secret' });
    expect(wake).toBe('person');
    expect((await world.ovld(['inbox'])).stdout).toMatch(/storm +I am/);
    await waitFor(() => terminal.rang(), 'the bell');
    await waitFor(() => alerts().length === 1, 'the alert');

    await world.tell('glacier', { do: 'dialog', id: 'may-i' });
    await waitFor(() => alerts().length === 2, 'the second alert');
    expect(alerts()).toEqual([
      'wrote|storm|overlord|storm wrote to you: ovld inbox shows it.',
      'waits|glacier|overlord|glacier waits for your permission.',
    ]);
    if (kind === 'tmux') await diesAndIsTold(world, alerts);
    const told = journal(world).filter(({ event }) => event === 'alerted');
    expect(told).toHaveLength(alerts().length);
    expect(await world.ovld(['unsummon', '--force'])).toMatchObject({ code: 0 });
  });
});

/** Killed, it cannot say so itself: one of the other five does, once. */
async function diesAndIsTold(world: ArmyWorld, alerts: () => string[]): Promise<void> {
  process.kill(agentPid(world, 'inferno'), 'SIGKILL');
  await waitFor(() => alerts().length === 3, 'the third alert', 40_000);
  expect(alerts()[2]).toBe('died|inferno|overlord|The agent of inferno has ended.');
}

it('a letter is written in the editor, and is kept when it is too long to send', async (context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  const world = armyWorld('tmux');
  await world.summon('--no-rituals');
  // Its mail stays unread.
  await world.ovld(['hold', 'storm']);
  const editor = (name: string, text: string): string => {
    const path = join(world.dir, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return path;
  };
  const terminal = world.terminal();
  const writes = editor('writes', 'printf "Do this\\n\\nThen that\\n" >"$2"');
  terminal.line(`TMPDIR='${world.dir}' EDITOR='${writes} --wait' ovld send storm`);
  await terminal.shows('Stored for storm');
  const letters = (): string[] => readdirSync(world.dir).filter((name) => name.startsWith('ovld-'));
  await waitFor(() => letters().length === 0, 'the letter that was sent to go');
  expect((await world.ovld(['inbox', 'storm', '--json'])).stdout).toContain('Do this');

  terminal.line(`clear; EDITOR=true ovld send storm; echo "exit $?"`);
  await terminal.shows('nothing was written');
  await terminal.shows('exit 1');

  const tooMuch = editor('much', 'yes word | head -c 40000 >"$1"');
  terminal.line(`clear; TMPDIR='${world.dir}' VISUAL='${tooMuch}' ovld send storm`);
  await terminal.shows('kept in');
  await terminal.shows('KiB');
  const [, kept = ''] = /kept in (\S+)/.exec(terminal.screen()) ?? [];
  expect(readFileSync(kept, 'utf8')).toHaveLength(40_000);
  await world.ovld(['unsummon', '--force']);
});
