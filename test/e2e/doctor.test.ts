import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { armyWorld } from '../support/army-world.ts';
import { waitFor } from '../support/wait-for.ts';

interface Told {
  findings: {
    code: string;
    severity: string;
    what: string;
    hint?: string;
    fixed?: { done: boolean };
  }[];
}

const codes = (stdout: string, ...severities: string[]): string[] =>
  (JSON.parse(stdout) as Told).findings
    .filter(({ severity }) => severities.includes(severity))
    .map(({ code }) => code);

it('an army whose socket was removed is left alone, and answers again after the hint is followed', async () => {
  const world = armyWorld('tmux');
  await world.summon();
  const before = world.running();
  const [place = ''] = readdirSync(join(world.dir, 't'));
  const dir = join(world.dir, 't', place);
  for (const name of readdirSync(dir)) rmSync(join(dir, name));
  const { code, stdout } = await world.ovld(['doctor', '--fix', '--json']);
  const hidden = (JSON.parse(stdout) as Told).findings.find((one) => one.code === 'army_hidden');
  expect(hidden, stdout).toMatchObject({ severity: 'fault', data: { session: 'overlord' } });
  expect(hidden).not.toHaveProperty('fixed');
  expect(code).toBe(1);
  expect(world.running()).toEqual(before);
  expect(existsSync(world.relayDir())).toBe(true);

  // Nor is it ended for a new one, which would be raised in its place.
  const anew = await world.ovld(['summon', '--detach', '--json']);
  expect(anew).toMatchObject({ code: 1 });
  expect(anew.stderr + anew.stdout).toContain('army_hidden');
  expect(world.running()).toEqual(before);
  expect(existsSync(world.relayDir())).toBe(true);

  const [, server] = /kill -USR1 (\d+)/.exec(hidden?.hint ?? '') ?? [];
  process.kill(Number(server), 'SIGUSR1');
  await waitFor(async () => {
    const again = await world.ovld(['doctor', '--json']);
    return codes(again.stdout, 'ok').includes('army_live');
  }, 'the army to be seen again');
  expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  expect(world.running()).toEqual([]);
});

it('a standing army has no fault, and --fix leaves it alone; one whose session was ended is cleared away', async () => {
  const world = armyWorld('tmux');
  await world.summon();
  const healthy = await world.ovld(['doctor', '--json']);
  expect(codes(healthy.stdout, 'warning', 'fault')).toEqual([]);
  expect(codes(healthy.stdout, 'ok')).toContain('army_live');
  expect(healthy.code).toBe(0);

  // A fault beside it is no reason to touch it.
  const link = join(world.relayDir(), 'inbox', 'a-link');
  symlinkSync('/etc', link);
  const before = world.running();
  const fixed = await world.ovld(['doctor', '--fix', '--json']);
  expect([fixed.code, codes(fixed.stdout, 'fault')]).toEqual([1, ['relay_link']]);
  expect(world.running()).toEqual(before);
  expect(existsSync(link)).toBe(true);

  await world.tell('overlord', {
    do: 'call',
    tool: 'send_message',
    arguments: { to: 'inferno', subject: 's', body: 'the last order' },
  });
  world.mux('kill-session', '-t', '=overlord');
  await waitFor(async () => {
    const { stdout } = await world.ovld(['doctor', '--json']);
    return codes(stdout, 'fault').includes('army_dead');
  }, 'the doctor to miss the session');
  const cleared = await world.ovld(['doctor', '--fix', '--json']);
  expect((JSON.parse(cleared.stdout) as Told).findings).toContainEqual(
    expect.objectContaining({ code: 'army_dead', fixed: expect.objectContaining({ done: true }) }),
  );
  expect(world.running()).toEqual([]);
  expect(existsSync(world.relayDir())).toBe(false);
  expect((await world.ovld(['history', 'search', 'last', 'order'])).stdout).toContain('inferno');
  expect((await world.ovld(['doctor'])).code).toBe(0);
});
