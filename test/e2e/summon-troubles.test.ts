import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { columnsOf } from '../../src/terminal/columns.ts';
import { armyWorld, ritualOf, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { allEnded } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const home = (world: ArmyWorld): string[] =>
  readdirSync(join(world.dir, 'home'), { recursive: true, encoding: 'utf8' });

const formation = (world: ArmyWorld): string =>
  join(world.project, '.ovld', 'formations', 'overlord.yaml');

/** Only what ovld itself needs, and what is given. */
const bare = (world: ArmyWorld) => ({ PATH: join(world.dir, 'bin') });

describe('a summons that cannot work is refused before anything is touched', () => {
  const troubles: [string, (world: ArmyWorld) => string[], number, RegExp][] = [
    [
      'zellij is missing',
      () => ['--mux', 'zellij'],
      1,
      /zellij is not installed, or not on the PATH\n  → install Zellij: brew install zellij/,
    ],
    [
      'tmux is missing',
      () => ['--mux', 'tmux'],
      1,
      /tmux is not installed, or not on the PATH\n  → install tmux: apt install tmux/,
    ],
    [
      'neither is there',
      (world) => {
        rmSync(join(world.project, '.ovld', 'config.yaml'));
        return [];
      },
      1,
      /neither zellij nor tmux is installed\n  → .*brew install zellij.*apt install tmux/,
    ],
    [
      'claude is missing',
      (world) => {
        world.program('zellij', '#!/bin/sh\necho zellij 0.45.1\n');
        return ['--agent', 'claude'];
      },
      1,
      /overlord needs claude, which is not installed[^]*npm install -g @anthropic-ai\/claude-code/,
    ],
    [
      'a working folder is missing',
      (world) => {
        world.program('zellij', '#!/bin/sh\necho zellij 0.45.1\n');
        writeFileSync(formation(world), 'roles:\n  - role: a\n    agent: mock\n    cwd: nowhere\n');
        mkdirSync(join(world.project, '.ovld', 'rituals'));
        writeFileSync(join(world.project, '.ovld', 'rituals', 'a.md'), 'You are a.\n');
        return [];
      },
      1,
      /the working folder of a does not exist: \S+\/project\/nowhere/,
    ],
    [
      'a ritual is missing',
      (world) => {
        world.program('zellij', '#!/bin/sh\necho zellij 0.45.1\n');
        writeFileSync(formation(world), 'roles:\n  - role: a\n    agent: mock\n');
        return [];
      },
      3,
      /no ritual for a\n  → looked for \S+\/project\/\.ovld\/rituals\/a\.md, /,
    ],
    [
      'the formation is broken',
      (world) => {
        writeFileSync(formation(world), 'roles:\n  - role: a\n    agent: hamster\n');
        return [];
      },
      1,
      /overlord\.yaml:3 is not a formation: /,
    ],
    [
      'the configuration is broken',
      (world) => {
        writeFileSync(
          join(world.project, '.ovld', 'config.yaml'),
          'mux: zellij\npauses:\n  enter: x\n',
        );
        return [];
      },
      2,
      /config\.yaml:3: /,
    ],
    ['there is no such formation', () => ['--formation', 'nobody'], 3, /no formation "nobody"/],
    ['Zellij is too old', oldZellij, 1, /zellij 0\.40\.1 is too old: ovld needs 0\.41 or newer/],
  ];

  function oldZellij(world: ArmyWorld): string[] {
    world.program('zellij', '#!/bin/sh\necho zellij 0.40.1\n');
    return [];
  }

  it.each(troubles)('with a reason: %s', async (_, prepare, code, words) => {
    const world = armyWorld('zellij');
    const args = ['summon', '--detach', ...prepare(world)];
    const ran = await world.ovld(args, world.project, bare(world));
    expect(ran.stderr).toMatch(words);
    expect(ran).toMatchObject({ code, stdout: '' });
    // The lock's own directory may be there, and nothing else.
    expect(home(world).filter((path) => !/^\.config(\/ovld(\/armies)?)?$/.test(path))).toEqual([]);
    const told = await world.ovld([...args, '--json'], world.project, bare(world));
    expect(JSON.parse(told.stderr)).toMatchObject({ error: { what: expect.any(String) } });
  });

  it('without a terminal, or with one that is too small', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld('tmux');
    const ran = await world.ovld(['summon']);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('ovld summon needs a terminal, and there is none here');
    expect(ran.stderr).toContain('ovld summon --detach starts the army without one');
    expect((await world.ovld(['attach'])).stderr).toContain('ovld attach needs a terminal');
    const terminal = world.terminal({ columns: 60, rows: 15 });
    terminal.line('ovld summon; echo "code $?"');
    await terminal.shows('this terminal has 60×15 cells; the army needs');
    await terminal.shows('code 1');
    expect(world.running()).toEqual([]);
  });

  it('without a HOME, or with one that cannot be used', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = armyWorld('tmux');
    for (const command of [['summon', '--detach'], ['unsummon'], ['status'], ['inject']]) {
      const ran = await world.ovld(command, world.project, { HOME: '' });
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain('HOME is not set');
    }
    const [config, place] = [
      join(world.dir, 'home', '.config'),
      join(world.dir, 'home/.config/ovld'),
    ];
    const unusable = /the directory \S+\/relay cannot be used: .*\(E[A-Z]+\)\n  → check that/;
    mkdirSync(config);
    writeFileSync(place, 'in the way');
    const blocked = await world.ovld(['summon', '--detach']);
    expect(blocked.stderr).toMatch(unusable);
    rmSync(place);
    mkdirSync(place);
    writeFileSync(world.relayDir(), 'a file of a person');
    const ran = await world.ovld(['summon', '--detach']);
    expect(ran.stderr).toMatch(unusable);
    expect([blocked.code, ran.code]).toEqual([1, 1]);
    expect(readFileSync(world.relayDir(), 'utf8')).toBe('a file of a person');
    expect(world.running()).toEqual([]);
  });
});

describe('a summons on zellij', () => {
  it('--dry-run prints everything and changes nothing', async (context) => {
    requireOrSkip(context, 'zellij', missingProgram('zellij'));
    const world = armyWorld('zellij');
    const before = home(world);
    const { code, stdout } = await world.ovld(['summon', '--dry-run']);
    expect(code).toBe(0);
    for (const role of ROLES)
      expect(stdout).toContain(join(world.relayDir(), 'mcp', `${role}.json`));
    expect(stdout).toContain('tab name="command"');
    // [session.start.1]
    expect(stdout).toMatch(
      /^  zellij --session overlord --new-session-with-layout \S+\/layout\.kdl$/m,
    );
    const headless = await world.ovld(['summon', '--dry-run', '--detach']);
    expect(headless.stdout).toMatch(
      /^  (?:\S+=\S+ )*zellij --layout \S+layout\.kdl attach --create-background overlord$/m,
    );
    const json = await world.ovld(['summon', '--dry-run', '--json', '--session', 'blue']);
    expect(JSON.parse(json.stdout)).toMatchObject({ session: 'blue' });
    // Zellij makes a cache of its own when it is asked for its sessions.
    expect(home(world).filter((path) => !path.startsWith('.cache'))).toEqual(before);
    expect(world.running()).toEqual([]);
  });

  it('is in Japanese from the first word to the last', async (context) => {
    requireOrSkip(context, 'zellij', missingProgram('zellij'));
    const world = armyWorld('zellij', { env: { OVLD_LANG: 'ja' } });
    const terminal = world.terminal();
    terminal.line('ovld summon --detach');
    await terminal.shows('軍 overlord を召喚しました: 6 役のうち 6 役が準備完了。');
    // One line a role, rewritten in place.
    expect(terminal.screen().match(/^  \w+ +儀式完了$/gm)).toHaveLength(6);
    expect(terminal.screen()).not.toContain('起動中');
    expect(world.submissions('storm')[0]).toMatch(/疾風/);
    terminal.line('clear; ovld status');
    await terminal.shows('稼働中');
    await waitFor(
      () => /storm +待機 +稼働 +0 +\S+(?: \d+ ms)? +terminal_\d+ +済 +待機/.test(terminal.screen()),
      'storm',
    );
    expect(straight(terminal.screen())).toBe(true);
    terminal.line('clear; ovld unsummon');
    await terminal.shows('の軍 overlord を送還しますか? [y/N]');
    terminal.line('はい');
    await terminal.shows('軍 overlord を送還しました。');
    await allEnded(world);
  });

  it('that Ctrl-C stops while the roles start leaves the army, and says so', async (context) => {
    requireOrSkip(context, 'zellij', missingProgram('zellij'));
    const world = armyWorld('zellij', { agentArgs: ['--boot-ms', '60000'] });
    const terminal = world.terminal();
    terminal.line('ovld summon --detach; echo "code $?"');
    await waitFor(() => /storm +starting/.test(terminal.screen()), 'roles coming up');
    terminal.keys('C-c');
    // [session.interrupt.2]
    await terminal.shows(
      'The army overlord keeps running. Without a ritual yet: overlord, strategist',
    );
    expect(terminal.screen()).toContain('ovld inject gives them theirs');
    await terminal.shows('code 130');
    expect(await (await world.open()).state()).toBe('live');
    terminal.line('clear; ovld unsummon --force; echo "code $?"');
    await terminal.shows('code 0');
    expect(world.running()).toEqual([]);
  });

  it.for(muxKinds)(
    'whose terminal is closed while the roles start gives them their rituals: %s [session.interrupt.3]',
    async (kind, context) => {
      requireOrSkip(context, kind, missingProgram(kind));
      const world = armyWorld(kind, { agentArgs: ['--boot-ms', '3000'] });
      const terminal = world.terminal();
      terminal.line('ovld summon --detach');
      await waitFor(() => /storm +starting/.test(terminal.screen()), 'roles coming up');
      terminal.close();
      const given = (role: string): boolean => world.typed(role).includes(ritualOf(role));
      await waitFor(() => ROLES.every(given), 'rituals', 60_000);
      expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    },
  );

  it.for([
    ['zellij', 'ovld summon --detach', '--create-background'],
    ['tmux', 'ovld summon', 'split-window'],
  ] as const)(
    'that Ctrl-C stops while %s starts the session leaves nothing, and says so: %s [session.interrupt.1]',
    async ([kind, line, step], context) => {
      requireOrSkip(context, kind, missingProgram(kind));
      const world = armyWorld(kind);
      const calls = world.listen({ slowly: step });
      const terminal = world.terminal();
      terminal.line(`${line}; echo "code $?"`);
      await waitFor(() => calls().some(({ argv }) => argv.includes(step)), 'the start');
      terminal.keys('C-c', 'C-c');
      await terminal.shows('ovld: interrupted; nothing of the army is left');
      await terminal.shows('code 130');
      await allEnded(world);
      expect(readdirSync(join(world.dir, 'home', '.config', 'ovld', 'armies'))).toEqual([]);
      expect(await (await world.open()).state()).toBe('none');
    },
  );
});

describe('a summons of agents that do not come up', () => {
  /** A `claude` that tells its version, and otherwise does only this. */
  const withClaude = (body: string, trusted: boolean): ArmyWorld => {
    const world = armyWorld('tmux', { config: { ready_timeout: 8 } });
    const version = `[ "$1" = --version ] && { echo '2.1.325 (Claude Code)'; exit 0; }`;
    world.program('claude', `#!/bin/sh\n${version}\n${body}\n`);
    const projects = { [world.project]: { hasTrustDialogAccepted: true } };
    const own = { hasCompletedOnboarding: true, ...(trusted && { projects }) };
    writeFileSync(join(world.dir, 'home', '.claude.json'), JSON.stringify(own));
    return world;
  };
  const args = ['summon', '--formation', 'pair', '--detach'];

  it('that end at once in a folder that is not trusted says so, and speaks of no answer [session.ended.2]', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = withClaude('exit 3', false);
    const { code, stdout } = await world.ovld(args);
    expect(code).toBe(1);
    expect(stdout).toContain('  lead  its agent has ended\n');
    expect(stdout).toContain('0 of 2 roles ready. ovld attach joins it.\novld restart lead starts');
    expect(stdout).not.toMatch(/your No|question/);
    const again = await world.ovld(['restart', 'lead']);
    expect(again.stdout).toMatch(/lead +its agent has ended$/m);
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  });

  it('that all end does not wait for them, and says what goes on from there [session.ended.1 session.ended.3]', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = withClaude("echo 'Invalid API key'; exit 1", true);
    const { code, stdout } = await world.ovld(args);
    expect(code).toBe(1);
    for (const role of ['lead', 'hand']) {
      expect(stdout).toContain(`  ${role}  its agent has ended: Invalid API key\n`);
    }
    expect(stdout).toContain('The army pair is not up: every agent has ended. ovld summon starts');
    expect(stdout).not.toContain('skipped');
    const { stdout: shown } = await world.ovld(['status']);
    expect(shown).toContain('exited: ovld summon starts it anew');
    expect(shown).not.toContain('ovld inject');
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  });

  it('that hang waits for them; they have not ended, and one that does is restarted [session.ended.4]', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const world = withClaude('exec sleep 300', true);
    const { stdout } = await world.ovld(args);
    expect(stdout).toContain('lead  skipped: it has not come up yet');
    const { stdout: shown } = await world.ovld(['status']);
    expect(shown).toMatch(/lead +no relay/);
    expect(shown).toContain('ovld inject lead gives it');
    process.kill(Number(world.mux('list-panes', '-s', '-F', '#{pane_pid}').split('\n')[0]));
    const isOver = async (): Promise<boolean> =>
      /lead +ended/.test((await world.ovld(['status'])).stdout);
    await waitFor(isOver, 'the lead to be called ended');
    const { stdout: after } = await world.ovld(['status']);
    expect(after).toContain('lead: its agent has ended. ovld restart lead starts a new one.');
    expect(after).not.toContain('ovld inject lead');
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
  });
});

/** Every column of the table begins in the same cell of every line, wide letters and all. */
function straight(screen: string): boolean {
  const rows = screen
    .split('\n')
    .filter((line) =>
      /^  (?:役|\w+) +\S+ +\S+ +\S+ +\S+(?: \d+ ms)? +(?:ペイン|terminal)/.test(line),
    );
  const cells = rows.map((row) => columnsOf(row.slice(0, row.search(/ペイン|terminal/))));
  return rows.length === 7 && new Set(cells).size === 1;
}
