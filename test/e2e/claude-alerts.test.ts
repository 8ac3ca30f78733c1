import { expect, it } from 'vitest';
import { alertFile } from '../support/alert-file.ts';
import { pidOf } from '../support/claude-mail.ts';
import { claudeWorld } from '../support/claude-world.ts';
import { bash, call } from '../support/model/reply.ts';
import { readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const asksFirst: Rule = ({ isMain, heard }) =>
  isMain && heard.includes('guarded step') ? call([bash('touch guarded')]) : undefined;

/** What the real Claude Code does to its relay when it asks, is told to go, and is killed [C9 C10]. */
it('the person is alerted when a claude waits and when one was killed, not when one was quit', async (context) => {
  requireOrSkip(context, 'claude', missingClaude());
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  const { command, alerts } = alertFile(tempDir());
  const world = await claudeWorld({
    rules: [asksFirst, readsItsMail],
    roles: ['overlord', 'strategist', 'storm'],
    seat: { permission_mode: 'manual' },
    ownConfig: { notify: { command } },
  });
  await world.summon('--no-rituals');
  const terminal = world.terminal();
  const isIn = (): boolean => world.mux('list-clients').trim() !== '';
  await terminal.attaches(() => waitFor(isIn, 'the terminal to be attached'));
  for (const role of ['overlord', 'strategist', 'storm']) await world.shows(role, '❯');
  expect(terminal.rang()).toBe(false);

  await world.line('storm', 'guarded step');
  await world.shows('storm', 'Do you want to proceed?');
  await waitFor(() => alerts().length === 1, 'the first alert');
  expect(alerts()[0]).toBe('waits|storm|overlord|storm waits for your permission.');
  await waitFor(() => terminal.rang(), 'the bell');
  await world.type('storm', '\x1b');

  await world.line('overlord', '/exit');
  await waitFor(() => ![...world.claudes().values()].includes('overlord'), 'overlord to go');
  process.kill(pidOf(world, 'strategist'), 'SIGKILL');
  await waitFor(() => alerts().length === 2, 'the second alert', 40_000);
  // The one that went first would have been told of first.
  expect(alerts()[1]).toBe('died|strategist|overlord|The agent of strategist has ended.');
  expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
});
