import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { armyWorld, ritualOf, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { OVLD } from '../support/relay-process.ts';

/** As in `ovld … | head -1`, with a reader who has left before the first line. */
function unread(
  world: ArmyWorld,
  ...words: string[]
): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, [OVLD, ...words], {
    cwd: world.project,
    env: world.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => void child.on('close', (code) => resolve({ code, err })));
}

it('every role gets its ritual and every army its end when the output is closed', async (context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  const world = armyWorld('tmux');
  expect(await unread(world, 'summon', '--detach')).toEqual({ code: 0, err: '' });
  for (const role of ROLES) expect(world.typed(role), role).toContain(ritualOf(role));
  expect(await unread(world, 'inject', 'storm')).toEqual({ code: 0, err: '' });
  expect(world.typed('storm').split(ritualOf('storm'))).toHaveLength(3);
  expect(await unread(world, 'restart', 'storm')).toEqual({ code: 0, err: '' });
  expect(await unread(world, 'unsummon', '--force')).toEqual({ code: 0, err: '' });
  expect(world.running()).toEqual([]);
});
