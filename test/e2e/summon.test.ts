import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import type { Pane } from '../../src/mux/mux.ts';
import { armyWorld, ritualOf, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { argvOf } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';

/** What was pasted into a role's terminal, each paste for itself. */
const pastes = (world: ArmyWorld, role: string): string[] =>
  // oxlint-disable-next-line no-control-regex
  [...world.typed(role).matchAll(/\u001b\[200~([^]*?)\u001b\[201~/g)].map(([, text = '']) => text);

describe.each(muxKinds)('an army on %s, with no client attached', (kind) => {
  it('has its places, its relays and its rituals, and is dismissed without a trace [design.d2-stdio.2]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const calls = world.listen();
    const { stdout } = await world.summon();
    expect(stdout).toContain('6 of 6 roles ready');
    for (const role of ROLES) {
      for (const step of ['starting', 'ready', 'ritual given']) {
        expect(stdout).toMatch(new RegExp(`${role} +${step}`));
      }
    }

    // Three tabs, a pane for each role at its place [session.three-tabs.1 session.pane-per-role.1]
    const panes = await (await world.open()).panes();
    expect(panes.map(({ role, title }) => role ?? title)).toEqual(ROLES); // [session.pane-count.1]
    expect(tabsOf(panes)).toEqual({
      command: ['overlord', 'strategist'],
      battlefield: ['inferno'],
      support: ['glacier', 'shadow', 'storm'],
    });
    const box = boxesOf(panes);
    // [session.tab-structure.1 session.command-tab.1 session.command-tab.2]
    expect(box('overlord').x).toBe(0);
    expect(box('strategist').x).toBeGreaterThanOrEqual(box('overlord').columns);
    expect(box('overlord').columns).toBeLessThan(box('strategist').columns);
    expect(box('overlord').y).toBe(box('strategist').y);
    // [session.tab-structure.2 session.battlefield-tab.1]
    const whole = box('overlord').columns + box('strategist').columns;
    expect(Math.abs(box('inferno').columns - whole)).toBeLessThanOrEqual(1);
    // [session.tab-structure.3 session.support-tab.1 session.support-tab.2]
    const rows = ['glacier', 'shadow', 'storm'].map((role) => box(role));
    expect(rows.map(({ x }) => x)).toEqual([0, 0, 0]);
    expect(rows.map(({ y }) => y)).toEqual(rows.map(({ y }) => y).toSorted((a, b) => a - b));
    const heights = rows.map((one) => one.rows);
    const tall = heights.reduce((sum, height) => sum + height);
    for (const [i, part] of [0.33, 0.33, 0.34].entries()) {
      expect(Math.abs((heights[i] ?? 0) - part * tall)).toBeLessThanOrEqual(1);
    }
    expect(new Set(rows.map(({ columns }) => columns)).size).toBe(1);

    // Each agent has its own configuration, written before the session began
    // [session.layout-mcp.1 session.relay-first.1 session.relay-setup.1 session.relay-setup.2]
    const argvs = world.running().map(argvOf);
    const configs = join(world.relayDir(), 'mcp');
    for (const role of ROLES) {
      const path = join(configs, `${role}.json`);
      expect(argvs.some((argv) => argv.includes(path) && argv.includes('--mcp-config'))).toBe(true);
      expect(existsSync(join(world.relayDir(), 'inbox', role))).toBe(true);
    }
    const all = calls();
    const made = all.findIndex(({ argv }) =>
      argv.some((word) => word === '--create-background' || word === 'new-session'),
    );
    expect(all[made]?.configs).toEqual(ROLES.map((role) => `${role}.json`).toSorted());
    // It was looked for before it was made [session.check-first.1 session.exists.1]
    const before = all.slice(0, made);
    expect(before.some(({ argv }) => argv.includes('list-sessions'))).toBe(true);

    // Each has been given its own ritual, to the byte, once [ritual.load.1]
    for (const role of ROLES) {
      expect(pastes(world, role), role).toEqual([ritualOf(role)]);
      expect(world.submissions(role)).toHaveLength(1);
    }

    await lookAtStatus(world);

    // [session.kill.1 session.delete.1 session.relay-teardown.1]
    const gone = await world.ovld(['unsummon', '--force']);
    expect(gone).toMatchObject({ code: 0, stderr: '' });
    expect(gone.stdout).toContain('The army overlord was dismissed.');
    expect(world.running()).toEqual([]);
    const own = join(world.dir, 'home', '.config', 'ovld');
    expect(readdirSync(join(own, 'armies'))).toEqual([]);
    expect(readdirSync(own)).not.toContain('relay');
    const ends = calls().filter(({ argv }) => argv.some((word) => /^(kill|delete)-/.test(word)));
    if (kind === 'zellij') {
      expect(ends.map(({ argv }) => argv)).toEqual([
        ['kill-session', 'overlord'],
        ['delete-session', 'overlord', '--force'],
      ]);
    }

    // Twice does no harm, and says so.
    const again = await world.ovld(['unsummon', '--force']);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain('no army was summoned in');
  });

  it('without rituals gets none typed, and one on request [ritual.skip.1]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const { stdout } = await world.summon('--no-rituals');
    expect(stdout).toContain('6 of 6 roles ready');
    for (const role of ROLES) expect(world.typed(role)).toBe('');

    const given = await world.ovld(['inject', 'storm']);
    expect(given).toMatchObject({ code: 0, stderr: '' });
    expect(given.stdout).toMatch(/storm +ritual given/);
    expect(pastes(world, 'storm')).toEqual([ritualOf('storm')]);
    expect(world.typed('shadow')).toBe('');
    const wrong = await world.ovld(['inject', 'nobody']);
    expect(wrong.stderr).toContain('no role "nobody"');
  });
});

async function lookAtStatus(world: ArmyWorld): Promise<void> {
  const shown = await world.ovld(['status']);
  expect(shown.code).toBe(0);
  for (const role of ROLES) {
    expect(shown.stdout).toMatch(
      new RegExp(`^  ${role} +idle +alive +0 +ritual(?: \\d+ ms)? +\\S+ +given +idle$`, 'm'),
    );
  }
  expect(shown.stdout).not.toContain('!');
  const { stdout } = await world.ovld(['status', '--all', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    armies: [{ session: 'overlord', standing: 'live', orphans: [], mux: world.kind }],
  });
}

it('a role that is not ready in time is skipped, and status says so', async (context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  const world = armyWorld('tmux', {
    config: { ready_timeout: 1 },
    agentArgs: ['--boot-ms', '30000'],
  });
  const { code, stdout } = await world.ovld(['summon', '--detach']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/storm +skipped: it has not come up yet/);
  expect(stdout).toContain('0 of 6 roles ready');
  const status = await world.ovld(['status']);
  expect(status.stdout).toContain('storm: no ritual given: it has not come up yet. ovld inject');
  expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  expect(world.running()).toEqual([]);
});

function tabsOf(panes: readonly Pane[]): Record<string, string[]> {
  const tabs: Record<string, string[]> = {};
  for (const { tab = '', role, title } of panes) (tabs[tab] ??= []).push(role ?? title);
  return tabs;
}

function boxesOf(panes: readonly Pane[]): (role: string) => NonNullable<Pane['box']> {
  return (wanted) => {
    const box = panes.find(({ role, title }) => (role ?? title) === wanted)?.box;
    if (box === undefined) throw new Error(`${wanted} has no place`);
    return box;
  };
}
