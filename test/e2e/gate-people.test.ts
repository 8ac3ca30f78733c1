import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ritualOf, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { isNudge } from '../support/mock-agent.ts';
import { personTypes, seats } from '../support/person.ts';
import { isRead, NUDGE, readBy, refused, rests, sendTo } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

/** Wide enough for a person's keys to fall between paste and Enter on any machine. */
const SLOW = { config: { pauses: { before: 50, enter: 1500, between: 50 } } };

const draftOf = async (world: ArmyWorld, role: string): Promise<unknown> =>
  (await world.tell(role, { do: 'look' }))['draft'];

describe.each(muxKinds)('on %s', (kind) => {
  it("a person's draft is neither typed over nor sent [C2 Z11]", async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind, SLOW);
    await world.summon('--no-rituals');
    const mux = await world.open();

    const before = async (role: string, draft: string): Promise<void> => {
      await personTypes(world, mux, role, draft);
      await waitFor(async () => (await draftOf(world, role)) === draft, `${role}'s draft`);
      const id = await sendTo(world, role);
      await refused(world, role, 'draft_present');
      expect(await draftOf(world, role)).toBe(draft);
      expect((await seats(world)).get(role)?.waits_behind).toBe('draft_present');
      expect(world.typed(role)).toBe(draft);
      await personTypes(world, mux, role, '\u007f'.repeat(draft.length));
      await isRead(world, role, id);
      await rests(world, role);
      expect(world.submissions(role).filter((text) => !NUDGE.test(text))).toEqual([]);
      expect(readBy(world, role)).toEqual([id]);
    };

    /** The keys come after the paste: what stands there is both, and only the person may send it. */
    const between = async (role: string, how: 'clears' | 'sends'): Promise<void> => {
      const id = await sendTo(world, role);
      await waitFor(() => world.record(role).some(isNudge), `${role}'s nudge`);
      await personTypes(world, mux, role, ' and mine');
      await refused(world, role, 'draft_present');
      expect(String(await draftOf(world, role))).toMatch(/^\[MESSAGE .*\) and mine$/);
      expect(world.submissions(role)).toEqual([]);
      await personTypes(world, mux, role, how === 'clears' ? '\u0003' : '\r');
      await isRead(world, role, id);
      await rests(world, role);
      const mine = world.submissions(role).filter((text) => text.endsWith(' and mine'));
      expect(mine).toHaveLength(how === 'clears' ? 0 : 1);
      expect(readBy(world, role)).toEqual([id]);
    };

    await Promise.all([
      before('storm', 'git push --for'),
      before('shadow', '!rm -r build'),
      between('glacier', 'clears'),
      between('inferno', 'sends'),
    ]);
  });

  it('a role that is not ready gets no ritual [C4]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const never = ['--boot-ms', '60000'];
    const world = armyWorld(kind, { config: { ready_timeout: 1 }, agentArgs: never });
    const { stdout } = await world.ovld(['summon', '--detach']);
    expect(stdout).toContain('0 of 6');
    for (const role of ROLES) expect(world.typed(role)).toBe('');
  });

  it('nothing is typed before the relay is ready; then everything arrives [C3 C4]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind, { agentArgs: ['--boot-ms', '700'] });
    await world.summon();
    for (const role of ROLES) {
      const record = world.record(role);
      const ready = record.findIndex(({ event }) => event === 'ready');
      expect(record.findIndex(({ raw }) => raw !== undefined)).toBeGreaterThan(ready);
      expect(world.submissions(role)).toEqual([ritualOf(role)]);
    }
  });
});

describe('on tmux, copy mode', () => {
  it('swallows no key of the message, and the person keeps their place [C3 T2]', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld('tmux');
    await world.summon('--no-rituals');
    const mux = await world.open();
    await Promise.all(
      ROLES.map(async (role) => {
        for (let line = 0; line < 150; line += 1) {
          await world.tell(role, { do: 'say', text: `line ${line}` });
        }
        const pane = (await mux.panes()).find((one) => one.role === role)?.id ?? '';
        world.mux('copy-mode', '-t', pane);
        world.mux('send-keys', '-t', pane, '-X', '-N', '20', 'scroll-up');
        const place = (): string =>
          world.mux('display', '-p', '-t', pane, '#{pane_in_mode} #{copy_cursor_line}');
        const before = place();
        expect(before).toMatch(/^1 /);
        const id = await sendTo(world, role);
        await isRead(world, role, id);
        await rests(world, role);
        expect(place()).toBe(before);
        expect(readBy(world, role)).toEqual([id]);
      }),
    );
  });
});
