import { describe, expect, it } from 'vitest';
import { overlordFormation } from '../../src/army/overlord.ts';
import { roleSchema } from '../../src/army/role.ts';
import { WATCHING } from '../../src/mux/mux.ts';
import { parsePanes as tmuxPanes } from '../../src/mux/tmux/listing.ts';
import { startSteps } from '../../src/mux/tmux/start-steps.ts';
import { serverAt } from '../../src/mux/tmux/commands.ts';
import { panesIn, zellijLayout } from '../../src/mux/zellij/layout.ts';
import { parsePanes as zellijPanes } from '../../src/mux/zellij/listing.ts';
import { layoutOf, smallestTerminal, addDashboardTab } from '../../src/summon/layout.ts';

const roles = layoutOf('overlord', overlordFormation, {}, (role) => ({
  argv: ['claude', role],
  cwd: '/project',
}));
const watch = { argv: ['ovld', 'dashboard', '--session', 'overlord'], cwd: '/project' };
const layout = addDashboardTab(roles, watch);

describe('the pane in which a person watches', () => {
  it('is no role', () => expect(roleSchema.safeParse(WATCHING).success).toBe(false));

  it('has a last tab of its own, and leaves the others as they are', () => {
    expect(layout.tabs.slice(0, -1)).toEqual(roles.tabs);
    const pane = { role: WATCHING, size: 100, focus: true, ...watch, closes: true };
    const tab = { name: 'dashboard', focus: false, split: 'columns', panes: [pane] };
    expect(layout.tabs.at(-1)).toEqual(tab);
    expect(smallestTerminal(layout, 80)).toEqual(smallestTerminal(roles, 80));
  });

  it('has a tab name that no tab of the formation has', () => {
    const own = { ...roles, tabs: roles.tabs.map((tab) => ({ ...tab, name: 'dashboard' })) };
    expect(addDashboardTab(own, watch).tabs.at(-1)?.name).toBe(WATCHING);
  });

  it('is started by both multiplexers, and not waited for', () => {
    const text = zellijLayout(layout);
    expect(text).toContain('tab name="dashboard"');
    expect(text).toContain('args "dashboard" "--session" "overlord"');
    expect([panesIn(text), panesIn(zellijLayout(roles))]).toEqual([6, 6]);
    const steps = startSteps(serverAt(undefined), layout, undefined, '');
    expect(steps.filter(({ makes }) => makes !== undefined)).toHaveLength(7);
  });

  it('goes when its program ends; the panes of the roles stay', () => {
    const text = zellijLayout(layout);
    expect(text.match(/pane .*close_on_exit=true/g)).toEqual([
      expect.stringContaining(`name="${WATCHING}"`),
    ]);
    const steps = startSteps(serverAt(undefined), layout, undefined, '');
    const kept = steps
      .filter(({ args }) => args.includes('remain-on-exit'))
      .map(({ args, makes }) => [makes, args[args.indexOf('remain-on-exit') + 1]]);
    expect(kept.filter(([, how]) => how === 'off')).toEqual([[WATCHING, 'off']]);
    expect(kept.length).toBeGreaterThan(1);
  });

  it('is not among the panes tmux lists, whatever its title', () => {
    const row = (id: string, mark: string, title: string): string =>
      [id, '0', '0', '1', '0', '1', '9', '9', mark, 'tab', title].join('\t');
    const listed = [row('%1', 'storm', WATCHING), row('%2', WATCHING, 'storm')].join('\n');
    expect(tmuxPanes(listed).map(({ id }) => id)).toEqual(['%1']);
  });

  it.each([
    ['runs', { pane_command: '/usr/bin/node /x/ovld.js dashboard --session overlord' }, false],
    [
      'runs, and was renamed',
      { title: 'mine', pane_command: 'node ovld.js dashboard --session x-1' },
      false,
    ],
    ['has ended', { title: WATCHING, is_held: true }, false],
    ['is another’s of that name', { title: WATCHING, pane_command: 'claude --name storm' }, true],
    [
      'only speaks of one',
      { title: 'storm', pane_command: 'claude dashboard --session x --go' },
      true,
    ],
  ])('is not among those Zellij lists: it %s', (_, more, listed) => {
    const pane = {
      id: 7,
      is_plugin: false,
      is_suppressed: false,
      is_floating: false,
      is_held: false,
      exited: false,
      title: WATCHING,
      pane_x: 0,
      pane_y: 1,
      pane_columns: 9,
      pane_rows: 9,
      tab_position: 3,
      tab_name: 'dashboard',
      ...more,
    };
    expect(zellijPanes(JSON.stringify([pane]))).toHaveLength(listed ? 1 : 0);
  });
});
