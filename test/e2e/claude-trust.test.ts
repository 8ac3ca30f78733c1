import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import type { SeatReport } from '../../src/summon/army-report.ts';
import { ritualOf } from '../support/army-world.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import type { ModelRequest } from '../support/model/request.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const ROLES = ['overlord', 'strategist', 'inferno'];
const DIALOG = /one\s+you\s+trust\?/;

async function seatsOf(world: ClaudeWorld): Promise<SeatReport[]> {
  const { stdout } = await world.ovld(['status', '--json']);
  return (JSON.parse(stdout) as { armies: { roles: SeatReport[] }[] }).armies[0]?.roles ?? [];
}

const linesOf = (stdout: string): string[] => stdout.trim().split('\n');

/** How often the ritual was typed: what hooks and settings add is not from the user. */
const timesGiven = (world: ClaudeWorld, role: string): number =>
  world.model
    .requests(role)
    .filter(({ lastUserText }: ModelRequest) => lastUserText.includes(ritualOf(role).slice(0, 60)))
    .length;

/** Down, to the Yes below the No that is chosen at first. */
async function trusts(world: ClaudeWorld, role: string): Promise<void> {
  await waitFor(async () => {
    await world.type(role, '\u001b[B');
    await new Promise((resolve) => setTimeout(resolve, 300));
    return (await world.screen(role)).includes('❯ Yes');
  }, 'Yes to be chosen');
  await world.type(role, '\r');
}

describe.each(muxKinds)('real claudes in a folder that is not trusted, on %s', (mux) => {
  it('ask once, in the first pane; No starts no agent, and after Yes the army completes by itself [session.trust.2 session.trust.3]', async (context) => {
    requireOrSkip(context, mux, missingProgram(mux));
    requireOrSkip(context, 'claude', missingClaude());
    const world = await claudeWorld({ mux, roles: ROLES, trusted: false });
    const own = join(world.dir, 'home', '.claude.json');
    const { stdout } = await world.summon();
    expect(linesOf(stdout).at(-1)).toBe(
      '3 roles wait: Claude asks whether you trust this folder: ovld attach',
    );
    expect([...world.claudes().values()]).toEqual(['overlord']);
    expect(await world.screen('overlord')).toMatch(DIALOG);
    expect(await world.screen('inferno')).toMatch(/inferno has not\s+started yet/);
    expect(await seatsOf(world)).toMatchObject([
      { role: 'overlord', asks: 'trust', observed: { agent: 'waiting' } },
      { role: 'strategist', asks: 'elsewhere', observed: { agent: 'waiting' } },
      { role: 'inferno', asks: 'elsewhere', observed: { agent: 'waiting' } },
    ]);
    const { stdout: shown } = await world.ovld(['status']);
    expect(shown.match(/waiting for you/g)).toHaveLength(3);
    expect(shown).not.toContain('ended');

    // What is typed into a pane that waits is not its agent's.
    await world.type('inferno', 'for nobody\r\u0003');
    // No is chosen already.
    await world.type('overlord', '\r');
    await waitFor(() => world.claudes().size === 0, 'the overlord to leave');
    expect(await world.screen('inferno')).toMatch(/inferno has not\s+started yet/);
    expect(readFileSync(own, 'utf8')).not.toContain('"hasTrustDialogAccepted":true');
    await waitFor(
      async () => (await seatsOf(world))[0]?.observed.agent === 'gone',
      'the overlord to be called gone',
    );

    const again = await world.ovld(['restart', 'overlord']);
    expect(again.stdout).toContain('asks whether you trust this folder');
    expect([again.code, [...world.claudes().values()]]).toEqual([0, ['overlord']]);

    await trusts(world, 'overlord');
    const isGiven = ({ ritual }: SeatReport): boolean => ritual?.state === 'given';
    await waitFor(async () => (await seatsOf(world)).every(isGiven), 'every ritual', 60_000);
    expect([...world.claudes().values()].toSorted()).toEqual(ROLES.toSorted());
    const given = (): number[] => ROLES.map((role) => timesGiven(world, role));
    await waitFor(() => given().every((times) => times > 0), 'the rituals at the model');
    expect(given()).toEqual([1, 1, 1]);
    for (const role of ROLES) expect(await world.screen(role)).not.toMatch(DIALOG);
    expect(await world.screen('inferno')).not.toContain('for nobody');
    expect(world.model.others()).toEqual([]);

    // Now it is trusted: no role waits.
    await world.ovld(['unsummon', '--force']);
    const next = await world.summon('--no-rituals');
    expect(linesOf(next.stdout).at(-1)).toContain('3 of 3 roles ready');
  }, 180_000);
});
