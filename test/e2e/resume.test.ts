import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ritualOf, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { killAll } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';

const lastStart = (world: ArmyWorld, role: string) =>
  world.record(role).findLast(({ event }) => event === 'started');
const rituals = (world: ArmyWorld, role: string): number =>
  world.typed(role).split(ritualOf(role)).length - 1;

const idOf = (role: string): string => `0000000${ROLES.indexOf(role)}-1111-4222-8333-444444444444`;
const transcriptOf = (world: ArmyWorld, role: string): string =>
  join(world.dir, 'transcripts', `${role}.jsonl`);

/** As an agent's own hook does, at its start. */
function converse(world: ArmyWorld, role: string): void {
  mkdirSync(join(world.dir, 'transcripts'), { recursive: true });
  writeFileSync(transcriptOf(world, role), '{"type":"user"}\n');
  const note = { id: idOf(role), transcript: transcriptOf(world, role) };
  writeFileSync(join(world.relayDir(), 'conversation', role), JSON.stringify(note));
}

describe.each(muxKinds)('conversations on %s', (kind) => {
  it('continue after a crash and after a dismissal; a role without one starts fresh with its ritual', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon();
    for (const role of ROLES) expect(rituals(world, role), role).toBe(1);
    for (const role of ROLES.filter((one) => one !== 'shadow')) converse(world, role);
    // Nothing was said in it, so there is nothing to go on with.
    writeFileSync(transcriptOf(world, 'glacier'), '');
    await killAll(() => world.running());

    const { stdout } = await world.summon('--resume');
    expect(stdout).toContain('4 conversations resumed');
    expect(stdout).toContain('6 of 6 roles ready');
    for (const role of ROLES) {
      const fresh = ['shadow', 'glacier'].includes(role);
      expect(lastStart(world, role)?.['resume'], role).toBe(fresh ? undefined : idOf(role));
      expect(rituals(world, role), role).toBe(fresh ? 2 : 1);
    }
    const { stdout: status } = await world.ovld(['status', '--json']);
    expect(status.match(/"state": "given"/g)).toHaveLength(6);

    // No mail at all: the conversations alone are worth keeping, and not worth a word.
    const gone = await world.ovld(['unsummon', '--force']);
    expect(gone.stdout).toBe('The army overlord was dismissed.\n');
    expect(readdirSync(join(world.dir, 'home/.config/ovld/history/overlord'))).not.toEqual([]);
    const again = await world.summon('--resume', '--no-rituals');
    expect(again.stdout).toContain('4 conversations resumed');
    expect(lastStart(world, 'storm')?.['resume']).toBe(idOf('storm'));
    await world.ovld(['unsummon', '--force']);
    // They were not asked for.
    const other = await world.summon('--no-rituals');
    expect(other.stdout).not.toContain('go on');
    expect(lastStart(world, 'storm')?.['resume']).toBeUndefined();
  });

  it('of one role continue in its seat; without one restart says so and starts fresh', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon();
    const lost = await world.ovld(['restart', 'storm', '--resume']);
    expect(lost.code).toBe(0);
    expect(lost.stdout).toMatch(/storm: restarted in pane \S+, no conversation to resume/);
    expect(rituals(world, 'storm')).toBe(2);
    converse(world, 'storm');
    const { code, stdout } = await world.ovld(['restart', 'storm', '--resume']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/storm: restarted in pane \S+, conversation resumed/);
    expect(stdout).toMatch(/storm +ready/);
    expect(lastStart(world, 'storm')?.['resume']).toBe(idOf('storm'));
    expect(rituals(world, 'storm')).toBe(2);
    rmSync(transcriptOf(world, 'storm'));
    const again = await world.ovld(['restart', 'storm', '--resume', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({
      restarted: [{ role: 'storm', conversation: 'lost', welcome: 'given' }],
    });
  });
});

describe.each(muxKinds)('rituals by system prompt on %s', (kind) => {
  it('come with the start: nothing is typed, and status knows them as given', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind, { config: { ritual: { delivery: 'system-prompt' } } });
    await world.summon();
    const path = join(world.relayDir(), 'rituals', 'storm.md');
    expect(readFileSync(path, 'utf8')).toBe(ritualOf('storm'));
    for (const role of ROLES) {
      expect(lastStart(world, role)?.['ritual'], role).toBe(ritualOf(role));
      expect(world.typed(role), role).toBe('');
    }
    rmSync(path);
    expect((await world.ovld(['restart', 'storm'])).code).toBe(0);
    expect(lastStart(world, 'storm')?.['ritual']).toBe(ritualOf('storm'));
    const { stdout } = await world.ovld(['status', '--json']);
    expect(stdout.match(/"state": "given"/g)).toHaveLength(6);
    expect(world.typed('storm')).toBe('');
  });
});
