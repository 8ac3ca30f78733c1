import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import { armyWorld, ROLES, type ArmyWorld, type Terminal } from '../support/army-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const ritualsGiven = (world: ArmyWorld) =>
  waitFor(() => ROLES.every((role) => world.submissions(role).length === 1), 'six rituals', 60_000);

const armies = (world: ArmyWorld): string[] =>
  readdirSync(join(world.dir, 'home', '.config', 'ovld', 'armies'));

const noTrace = async (world: ArmyWorld): Promise<void> => {
  await waitFor(() => armies(world).length === 0, 'an empty registry');
  await waitFor(() => world.running().length === 0, 'every process to end');
  expect(readdirSync(join(world.dir, 'home', '.config', 'ovld'))).not.toContain('relay');
};

/** As a person leaves the session and lets it run. */
const detach = (kind: MuxKind, terminal: Terminal): void =>
  kind === 'zellij' ? terminal.keys('C-o', 'd') : terminal.keys('C-b', 'd');

const serverPid = (world: ArmyWorld): number => {
  const file = join(world.dir, 'home', '.config', 'ovld', 'armies', 'overlord.json');
  const { life } = JSON.parse(readFileSync(file, 'utf8')) as { life: string };
  return Number(/^\d+/.exec(life)?.[0]);
};

describe.each(muxKinds)('a person at a terminal, on %s', (kind) => {
  it('sees the army, leaves it, comes back, summons it again, and ends it [design.goal-interactive.1]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const calls = world.listen();
    const ran = (...words: string[]): boolean =>
      calls().some(({ argv }) => words.every((word) => argv.includes(word)));
    const terminal = world.terminal();
    terminal.line('ovld summon');
    // The command tab is in front, overlord left of strategist [session.tab-structure.1]
    await waitFor(() => /overlord.*strategist/.test(terminal.screen()), 'the command tab', 30_000);
    expect(terminal.screen()).not.toContain('inferno: a scripted agent');
    await ritualsGiven(world);
    expect(terminal.screen()).toContain('strategist: a scripted agent');
    const layout = join(world.relayDir(), 'layout.kdl');
    // [session.start.1]
    if (kind === 'zellij') {
      const start = calls().find(({ argv }) => argv.includes('--new-session-with-layout'));
      expect(start?.argv).toEqual(['--session', 'overlord', '--new-session-with-layout', layout]);
      expect(start?.configs).toHaveLength(6);
    }

    // A pane that its person has renamed is no reason to take the army for another's [session.detach.1]
    const [first] = await (await world.open()).panes();
    if (kind === 'zellij') {
      world.mux('--session', 'overlord', 'action', 'rename-pane', '-p', first?.id ?? '', 'mine');
    }
    detach(kind, terminal);
    await terminal.shows('The army overlord goes on without you.');
    expect(ran('kill-session')).toBe(false);
    expect(world.running().length).toBeGreaterThan(12);

    // [session.attach.1 session.no-duplicate.1]
    terminal.line('clear; ovld summon');
    await terminal.shows('strategist: a scripted agent');
    if (kind === 'zellij') expect(ran('attach', 'overlord')).toBe(true);
    detach(kind, terminal);
    await terminal.shows('goes on without you');
    expect(armies(world)).toEqual(['overlord.json']);
    for (const role of ROLES) expect(world.submissions(role)).toHaveLength(1);

    terminal.line('clear; ovld attach');
    await terminal.shows('strategist: a scripted agent');
    // Dismissed from elsewhere, this terminal is given back and says why.
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    await terminal.shows('The army overlord has ended and was cleared away.');
    await noTrace(world);
  });

  it('quits, and everything is cleared away', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const terminal = world.terminal();
    terminal.line('ovld summon; echo "code $?"');
    await terminal.shows('strategist: a scripted agent');
    await waitFor(() => armies(world).length === 1 && serverPid(world) > 0, 'its life noted');
    if (kind === 'zellij') terminal.keys('C-q');
    else {
      terminal.keys('C-b', ':');
      await waitFor(() => /^:\s*$/m.test(terminal.screen()), 'the prompt of tmux');
      terminal.line('kill-session');
    }
    await terminal.shows('The army overlord has ended and was cleared away.');
    await terminal.shows('code 0');
    await noTrace(world);
  });

  it('leaves when every agent has ended, and that was the army', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon('--no-rituals');
    for (const role of ROLES) await world.tell(role, { do: 'exit', code: 0 });
    const ended = async () => (await world.ovld(['status'])).stdout.includes('· exited:');
    await waitFor(ended, 'an army that has ended', 30_000);
    const terminal = world.terminal();
    terminal.line('ovld attach; echo "code $?"');
    await terminal.shows('the army overlord has ended');
    await terminal.shows('code 1');
    terminal.line('clear; ovld summon --no-rituals; echo "code $?"');
    await terminal.shows('strategist: a scripted agent');
    await waitFor(
      () => world.record('storm').filter(({ event }) => event === 'ready').length > 1,
      'storm',
    );
    for (const role of ROLES) await world.tell(role, { do: 'exit', code: 0 });
    await waitFor(ended, 'this one to have ended too', 30_000);
    detach(kind, terminal);
    await terminal.shows('The army overlord has ended and was cleared away.');
    await terminal.shows('code 0');
    await noTrace(world);
  });

  it('leaves a session that was renamed meanwhile: everybody in it goes on', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon('--no-rituals');
    const before = world.running();
    const terminal = world.terminal();
    terminal.line('ovld attach; echo "code $?"');
    await terminal.shows('strategist: a scripted agent');
    const rename = (from: string, to: string): void => {
      if (kind === 'tmux') return void world.mux('rename-session', '-t', from, to);
      try {
        world.mux('--session', from, 'action', 'rename-session', to);
      } catch (error) {
        // Carried out, and asked again all the same (Z3).
        if (!String(error).includes('already exists')) throw error;
      }
    };
    rename('overlord', 'mine');
    detach(kind, terminal);
    await terminal.shows('code 1');
    expect(terminal.screen()).toContain('shows no session of the army overlord');
    for (const pid of before) expect(world.running()).toContain(pid);
    // A Zellij that was renamed twice is not ended by its name any more.
    if (kind === 'zellij') return;
    rename('mine', 'overlord');
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    await noTrace(world);
  });

  it('loses the multiplexer itself, and everything is cleared away', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const terminal = world.terminal();
    terminal.line('ovld summon --no-rituals; echo "code $?"');
    await terminal.shows('strategist: a scripted agent');
    const pid = await waitFor(() => armies(world).length === 1 && serverPid(world), 'its server');
    process.kill(pid, 'SIGKILL');
    await terminal.shows('The army overlord has ended and was cleared away.');
    await terminal.shows('code 0');
    await noTrace(world);
    for (const role of ROLES) expect(world.typed(role)).toBe(''); // [ritual.skip.1]
  });
});

describe.each(muxKinds)('a window that is closed, on %s', (kind) => {
  it('takes nothing of the army with it [session.detach.1]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const terminal = world.terminal();
    const other = world.terminal();
    terminal.line('ovld summon');
    await terminal.shows('strategist: a scripted agent');
    await waitFor(() => armies(world).length === 1 && serverPid(world) > 0, 'its life noted');
    terminal.close();
    await ritualsGiven(world);
    expect((await world.ovld(['status'])).stdout).toContain('· live');
    other.line('ovld attach');
    await other.shows('strategist: a scripted agent');
  });
});

const refusing = `#!/bin/sh
case "$1" in kill-session | delete-session) exit 1 ;; esac
PATH=\${PATH#*:} exec zellij "$@"
`;

describe('the remains of a session on zellij', () => {
  it('are deleted when it ends, and before an army of that name begins [session.exited-session.1 session.exited-relay.1 Z17]', async (context) => {
    requireOrSkip(context, 'zellij', missingProgram('zellij'));
    const world = armyWorld('zellij');
    const calls = world.listen();
    const terminal = world.terminal();
    const begin = async (): Promise<number> => {
      terminal.line('clear; ovld summon --no-rituals; echo "code $?"');
      await terminal.shows('strategist: a scripted agent');
      return waitFor(() => armies(world).length === 1 && serverPid(world), 'its server');
    };
    const pid = await begin();
    world.mux('--session', 'overlord', 'action', 'save-session');
    process.kill(pid, 'SIGKILL');
    await terminal.shows('has ended and was cleared away');
    await terminal.shows('code 0');
    await noTrace(world);
    const ends = calls().map(({ argv }) => argv.join(' '));
    expect(ends).toContain('kill-session overlord');
    expect(ends).toContain('delete-session overlord --force');
    expect(sessions(world)).toBe('');

    // Nobody was there to see this one end.
    const second = await begin();
    detach('zellij', terminal);
    await terminal.shows('goes on without you');
    world.mux('--session', 'overlord', 'action', 'save-session');
    process.kill(second, 'SIGKILL');
    await waitFor(() => sessions(world).includes('overlord'), 'its remains');
    expect((await world.ovld(['status'])).stdout).toContain('exited: ovld summon starts it anew');
    await begin();
    expect(await (await world.open()).panes()).toHaveLength(6);
  });

  it('are nobody’s concern where they cannot be deleted [session.cleanup-failure.1]', async (context) => {
    requireOrSkip(context, 'zellij', missingProgram('zellij'));
    const world = armyWorld('zellij');
    const terminal = world.terminal();
    terminal.line('clear; ovld summon --no-rituals; echo "code $?"');
    await terminal.shows('strategist: a scripted agent');
    const pid = await waitFor(() => armies(world).length === 1 && serverPid(world), 'its server');
    world.mux('--session', 'overlord', 'action', 'save-session');
    world.program('zellij', refusing);
    process.kill(pid, 'SIGKILL');
    await terminal.shows('The army overlord has ended');
    await terminal.shows('code 0');
  });
});

function sessions(world: ArmyWorld): string {
  try {
    return world.mux('list-sessions', '--short');
  } catch {
    return '';
  }
}
