import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { MuxKind } from '../../src/army/formation.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { OVLD } from '../support/relay-process.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const start: Record<MuxKind, string> = {
  zellij: 'zellij --session mine',
  tmux: 'tmux new-session -s mine bash --norc --noprofile',
};
const isUp: Record<MuxKind, RegExp> = { zellij: /Zellij \(mine\)/, tmux: /^\[mine\]/m };
const runs: Record<MuxKind, string[]> = {
  zellij: ['list-sessions', '--no-formatting'],
  tmux: ['list-sessions'],
};

/** A person's Zellij, without what it shows the first time. */
function tune(world: ArmyWorld): void {
  world.program('ovld', `#!/bin/sh\nexec '${process.execPath}' '${OVLD}' "$@"\n`);
  const config = join(world.dir, 'home', '.config', 'zellij');
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, 'config.kdl'), 'show_startup_tips false\nshow_release_notes false\n');
}

/** In its own multiplexer the terminal is moved over; in the other one the army runs inside [Z24] */
it.for([
  ['zellij', 'zellij'],
  ['tmux', 'tmux'],
  ['tmux', 'zellij'],
  ['zellij', 'tmux'],
] as const)('summoned from inside %s, an army on %s', async ([outer, kind], context) => {
  for (const need of [outer, kind]) requireOrSkip(context, need, missingProgram(need));
  const world = armyWorld(kind);
  tune(world);
  const terminal = world.terminal();
  terminal.line(start[outer]);
  await waitFor(() => isUp[outer].test(terminal.screen()), `a terminal inside ${outer}`, 30_000);
  await waitFor(() => /[$#] *$/m.test(terminal.screen()), 'a shell in it');
  terminal.line('ovld summon');
  const shown = () => /strategist: a scripted agent/.test(terminal.screen());
  await waitFor(shown, `the army:\n${terminal.screen()}`, 30_000);
  expect(terminal.screen()).not.toMatch(/nested/i);
  await waitFor(
    () => ROLES.every((role) => world.submissions(role).length === 1),
    'rituals',
    60_000,
  );
  const status = await world.ovld(['status']);
  expect(status.stdout).toContain('· live');

  expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  await waitFor(() => !shown(), 'the army to leave the screen');
  // What the person had before is still there.
  const own = execFileSync(outer, runs[outer], { env: world.env, encoding: 'utf8' });
  expect(own).toContain('mine');
  expect(own).not.toContain('overlord');
  if (outer !== kind) await terminal.shows('The army overlord has ended and was cleared away.');
});
