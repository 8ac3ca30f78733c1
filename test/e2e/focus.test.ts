import { beforeEach, describe, expect, it } from 'vitest';
import { usualPauses } from '../../src/army/formation.ts';
import { armyWorld, ritualOf, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { seats } from '../support/person.ts';
import { isRead, readBy, refused, rests, sendTo } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

beforeEach((context) => {
  requireOrSkip(context, 'zellij', missingProgram('zellij'));
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
});

const TABS: Record<string, string> = {
  overlord: 'command',
  strategist: 'command',
  inferno: 'battlefield',
};

async function attached(world: ArmyWorld): Promise<void> {
  const clients = (): string => world.mux('--session', 'overlord', 'action', 'list-clients');
  await world
    .terminal()
    .attaches(() =>
      waitFor(() => /^\d+\s+terminal_/m.test(clients()), 'a person attached', 30_000),
    );
}

describe('targeting by focus', () => {
  // [ritual.command-tab.1 ritual.battlefield-tab.1 ritual.support-tab.1 ritual.support-tab.2]
  // [ritual.write-text.1 ritual.submit.1 ritual.pause-before.1 ritual.pause-between.1]
  it('types the rituals as the seed says: tab, direction, 500 ms, text, 200 ms, CR, 1 s', async () => {
    const world = armyWorld('zellij', { config: { targeting: 'focus', pauses: usualPauses } });
    const calls = world.listen();
    await world.summon('--no-rituals');
    await attached(world);
    const before = calls().length;
    const { code, stdout } = await world.ovld(['inject']);
    expect(stdout).toContain('storm');
    expect(code).toBe(0);
    const steps = calls()
      .slice(before)
      .map(({ at, argv }) => ({ at, words: argv.slice(argv.indexOf('action') + 1) }))
      .filter(({ words: [word = ''] }) => /^(go-to-tab-name|move-focus|write-chars)$/.test(word));

    let rest = steps;
    let submitted = -Infinity;
    for (const role of ROLES) {
      const [went, ...more] = rest;
      expect(went?.words).toEqual(['go-to-tab-name', TABS[role] ?? 'support']);
      const moves = more.slice(
        0,
        more.findIndex(({ words }) => words[0] !== 'move-focus'),
      );
      const [text, ...others] = more.slice(moves.length);
      // An Enter is started before the last look, and killed where that says no: it may take several
      // starts, of which the agent sees one.
      const next = others.findIndex(({ words }) => words[1] !== '\r');
      const enters = next < 0 ? others : others.slice(0, next);
      const [enter] = enters;
      if (TABS[role] === undefined) expect(moves.length).toBeGreaterThan(0);
      expect(text?.words).toEqual(['write-chars', ritualOf(role)]);
      expect(enter?.words).toEqual(['write-chars', '\r']);
      const arrived = moves.at(-1) ?? went;
      expect((text?.at ?? 0) - (arrived?.at ?? 0)).toBeGreaterThanOrEqual(usualPauses.before);
      expect((enter?.at ?? 0) - (text?.at ?? 0)).toBeGreaterThanOrEqual(usualPauses.enter);
      expect((went?.at ?? 0) - submitted).toBeGreaterThanOrEqual(usualPauses.between);
      submitted = enters.at(-1)?.at ?? 0;
      rest = others.slice(enters.length);
    }
    expect(rest).toEqual([]);
    for (const role of ROLES) {
      expect(world.submissions(role)).toEqual([ritualOf(role)]);
      // Typed, not pasted.
      expect(world.typed(role)).toBe(`${ritualOf(role)}\r`);
    }
  });

  it('waits while no client is attached, says so, and delivers when the first client attaches [Z5]', async () => {
    const world = armyWorld('zellij', { config: { targeting: 'focus' } });
    await world.summon('--no-rituals');
    const ids = new Map<string, string>();
    for (const role of ['overlord', 'storm']) ids.set(role, await sendTo(world, role));
    for (const role of ids.keys()) await refused(world, role, 'no_client');
    expect((await seats(world)).get('storm')?.waits_behind).toBe('no_client');
    for (const role of ROLES) expect(world.typed(role)).toBe('');
    await attached(world);
    for (const [role, id] of ids) {
      await isRead(world, role, id);
      await rests(world, role);
      expect(readBy(world, role)).toEqual([id]);
      expect(world.typed(role)).toMatch(/^\[MESSAGE from [^\r\u001b]*\r$/);
    }
  });

  // [Z9 design.d3-typed.1 design.d3-typed.2 design.d3-typed.3 design.risk-wrong-pane.1]
  it('types three nudges at once in three tabs, each into its own pane', async () => {
    const world = armyWorld('zellij', { config: { targeting: 'focus' } });
    await world.summon('--no-rituals');
    await attached(world);
    const named = ['strategist', 'inferno', 'storm'];
    await Promise.all(
      named.map(async (role) => {
        const id = await sendTo(world, role);
        await isRead(world, role, id);
        await rests(world, role);
        expect(readBy(world, role)).toEqual([id]);
      }),
    );
    for (const role of ROLES) {
      const nudges = world.submissions(role);
      expect(nudges.every((text) => text.startsWith('[MESSAGE from '))).toBe(true);
      expect(nudges.length).toBe(named.includes(role) ? 1 : 0);
    }
  });
});
