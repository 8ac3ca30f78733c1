import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { armyWorld } from '../support/army-world.ts';
import { allEnded } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const FAKE = fileURLToPath(new URL('../support/fake-tui.mjs', import.meta.url));

it('what a project’s formation chooses is started only after its person has approved it', async (context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  const world = armyWorld('tmux');
  const [record, own] = [join(world.dir, 'kimi.jsonl'), join(world.dir, 'home', '.config', 'ovld')];
  world.program('kimi', `#!/bin/sh\n'${process.execPath}' '${FAKE}' "$@" --record '${record}'\n`);
  const kimi = {
    program: 'kimi',
    args: ['--no-update'],
    mcp: { flag: '--mcp-config-file' },
    ready: '^> (?<text>.*)$',
  };
  const write = (agent: object): void =>
    writeFileSync(
      join(world.project, '.ovld', 'formations', 'overlord.yaml'),
      stringify({ roles: [{ role: 'lead', agent }] }),
    );
  write(kimi);
  const starts = (): number =>
    existsSync(record) ? readFileSync(record, 'utf8').split('"started"').length - 1 : 0;
  const state = (): string[] => (existsSync(own) ? readdirSync(own).toSorted() : []);

  for (const more of [[], ['--json']]) {
    const { code, stderr, stdout } = await world.ovld(['summon', '--detach', ...more]);
    expect({ code, stdout: more.length === 0 ? stdout : '' }).toEqual({ code: 1, stdout: '' });
    expect(stderr + stdout).toMatch(more.length === 0 ? /ovld approve overlord/ : /"unapproved"/);
  }
  const planned = await world.ovld(['summon', '--dry-run']);
  expect(planned.code).toBe(0);
  expect(planned.stdout).toMatch(/program +kimi/);
  expect(planned.stdout).toContain('before this is run you are asked (ovld approve overlord)');
  const asJson = await world.ovld(['summon', '--dry-run', '--json']);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ unapproved: [{ role: 'lead', agent: kimi }] });

  const terminal = world.terminal();
  terminal.line('ovld summon --detach; echo "ended $?"');
  await terminal.shows('Approve exactly this? [y/N]');
  expect(terminal.screen()).toMatch(/program +kimi/);
  terminal.keys('Enter');
  await terminal.shows('ended 1');
  // Nothing was started, written or changed.
  expect([starts(), state().filter((name) => name !== 'armies'), world.running()]).toEqual([
    0,
    [],
    [],
  ]);

  terminal.line('clear; ovld summon --detach; echo "ended $?"');
  await terminal.shows('Approve exactly this? [y/N]');
  terminal.line('y');
  await terminal.shows('ended 0');
  expect(starts()).toBe(1);

  // A change that chooses nothing else asks nothing; the army goes on with what was approved.
  expect(await world.ovld(['restart', 'lead'])).toMatchObject({ code: 0 });
  expect(starts()).toBe(2);
  await world.ovld(['approve', '--forget', 'overlord']);
  const refused = await world.ovld(['restart', 'lead']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('ovld approve overlord');
  terminal.line('clear; ovld restart lead; echo "ended $?"');
  await terminal.shows('Approve exactly this? [y/N]');
  terminal.line('n');
  await terminal.shows('ended 1');
  expect(starts()).toBe(2);
  expect(await world.ovld(['approve', 'overlord', '--yes'])).toMatchObject({ code: 0 });
  expect(await world.ovld(['restart', 'lead'])).toMatchObject({ code: 0 });
  await waitFor(() => starts() === 3, 'the agent to start again');

  expect(await world.ovld(['unsummon', '--force'])).toMatchObject({ code: 0 });
  write({ ...kimi, args: ['--other'] });
  expect(await world.ovld(['summon', '--detach'])).toMatchObject({ code: 1 });
  terminal.close();
  await allEnded(world);
});
