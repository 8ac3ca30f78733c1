import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { isRead, post } from '../support/post.ts';
import { allEnded } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const TOOLS = ['sh', 'env', 'cat', 'ls', 'rm', 'mkfifo', 'sleep'];

/** A PATH with the basic tools and one multiplexer: the other is not installed here. */
function onlyWith(world: ArmyWorld): string {
  const only = join(world.dir, 'only');
  mkdirSync(only);
  symlinkSync(process.execPath, join(only, 'node'));
  for (const program of [...TOOLS, world.kind]) {
    const path = execFileSync('which', [program], { encoding: 'utf8' }).trim();
    symlinkSync(path, join(only, program));
  }
  return only;
}

describe.each(muxKinds)('a newcomer who has only %s', (kind) => {
  it('gets the army by one command without naming it', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    requireOrSkip(context, 'tmux', missingProgram('tmux')); // Lends the terminal.
    const world = armyWorld(kind, { config: { mux: undefined } });
    const PATH = onlyWith(world);
    const terminal = world.terminal();
    terminal.line(`export PATH='${PATH}'`);
    terminal.line('ovld summon');
    await terminal.shows('strategist: a scripted agent');
    const given = (role: string): boolean => world.submissions(role).length === 1;
    await waitFor(() => ROLES.every(given), 'six rituals', 60_000);

    const { stdout } = await world.ovld(['status', '--json'], world.project, { PATH });
    expect(JSON.parse(stdout)).toMatchObject({ armies: [{ mux: kind, standing: 'live' }] });
    const { id } = await post(world, 'storm', { to: 'overlord' });
    await isRead(world, 'overlord', id);
    const gone = await world.ovld(['unsummon', '--force'], world.project, { PATH });
    expect(gone).toMatchObject({ code: 0, stderr: '' });
    await allEnded(world);
  });
});
