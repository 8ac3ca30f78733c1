import { expect, it } from 'vitest';
import { claudeWorld } from '../support/claude-world.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

it('the pair that ships works with Claude Code as README prints it, with the model that a flag says', async (ctx) => {
  requireOrSkip(ctx, 'tmux', missingProgram('tmux'));
  requireOrSkip(ctx, 'claude', missingClaude());
  const world = await claudeWorld({ mux: 'tmux' });
  const flags = ['--model', 'claude-haiku-4-5', '--permission-mode', 'acceptEdits'];
  const summon = ['summon', '--formation', 'pair', '--agent', 'claude', '--mux', 'tmux'];
  const summoned = await world.ovld([...summon, ...flags, '--detach']);
  expect(summoned.code, summoned.stdout + summoned.stderr).toBe(0);
  expect(summoned.stdout).toContain('The army pair is up: 2 of 2 roles ready.');

  for (const role of ['lead', 'hand']) {
    expect((await world.ovld(['send', role, `- ${role}, oil the gate`])).code).toBe(0);
    let told = '';
    const isRead = async (): Promise<boolean> => {
      told = (await world.ovld(['log'])).stdout;
      return new RegExp(`acknowledged +${role} +- ${role}, oil the gate`).test(told);
    };
    await waitFor(isRead, `${role} to read its mail`, 40_000).catch((error: unknown) => {
      throw new Error(`${String(error)}:\n${told}`);
    });
  }
  for (const [role, title] of [
    ['lead', 'You are **Lead**'],
    ['hand', 'You are **Hand**'],
  ] as const) {
    const asked = world.model.requests(role).filter(({ isMain }) => isMain);
    expect(JSON.stringify(asked[0]?.turns), role).toContain(title);
    expect(new Set(asked.map(({ model }) => model)), role).toEqual(new Set(['claude-haiku-4-5']));
  }
  expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
}, 120_000);
