import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import { armyWorld, ROLES, type ArmyWorld, type Terminal } from '../support/army-world.ts';
import { allEnded, argvOf } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const ritualsGiven = (world: ArmyWorld, terminal: Terminal) =>
  waitFor(
    () => ROLES.every((role) => world.submissions(role).length === 1),
    'six rituals',
    60_000,
  ).catch((error: unknown) => {
    const given = ROLES.map((role) => `${role} ${world.submissions(role).length}`).join(', ');
    const noted = readFileSync(join(world.relayDir(), 'inject.log'), 'utf8');
    throw new Error(`${String(error)}: ${given}\n${noted}\n${terminal.screen().trimEnd()}`);
  });

const armies = (world: ArmyWorld): string[] =>
  readdirSync(join(world.dir, 'home', '.config', 'ovld', 'armies'));

const noTrace = async (world: ArmyWorld): Promise<void> => {
  await waitFor(() => armies(world).length === 0, 'an empty registry');
  await allEnded(world);
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
    await ritualsGiven(world, terminal);
    await terminal.shows('strategist: a scripted agent');
    const layout = join(world.relayDir(), 'layout.kdl');
    // [session.start.1]
    if (kind === 'zellij') {
      const start = calls().find(({ argv }) => argv.includes('--new-session-with-layout'));
      expect(start?.argv).toEqual(['--session', 'overlord', '--new-session-with-layout', layout]);
      expect(start?.configs).toHaveLength(6);
    }

    // The keys README names for the next pane or tab, as often as it takes to see the next tab and come back.
    const next = kind === 'zellij' ? ['M-Right'] : ['C-b', 'n'];
    const press = async (keys: string[], text: string): Promise<void> => {
      for (let times = 0; times < 8 && !terminal.screen().includes(text); times += 1) {
        terminal.keys(...keys);
        await waitFor(() => terminal.screen().includes(text), text, 1_000).catch(() => undefined);
      }
      await terminal.shows(text);
    };
    await press(next, 'inferno: a scripted agent');
    await press(kind === 'zellij' ? ['M-Left'] : next, 'strategist: a scripted agent');
    if (kind === 'tmux') {
      const active = (): string =>
        world.mux('display-message', '-p', '-t', '=overlord:', '#{pane_id}');
      const before = active();
      terminal.keys('C-b', 'o');
      await waitFor(() => active() !== before, 'the next pane to have the focus');
    }

    // A pane that its person has renamed is no reason to take the army for another's [session.detach.1]
    const [first] = await (await world.open()).panes();
    if (kind === 'zellij') {
      world.mux('--session', 'overlord', 'action', 'rename-pane', '-p', first?.id ?? '', 'mine');
    }
    detach(kind, terminal);
    await terminal.shows('The army overlord keeps running.');
    expect(ran('kill-session')).toBe(false);
    expect(world.running().length).toBeGreaterThan(12);

    // [session.attach.1 session.no-duplicate.1]
    terminal.line('clear; ovld summon');
    await terminal.shows('strategist: a scripted agent');
    if (kind === 'zellij') expect(ran('attach', 'overlord')).toBe(true);
    detach(kind, terminal);
    await terminal.shows('keeps running');
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
    expect(terminal.screen().replaceAll(/\s+/g, ' ')).toContain('ovld summon --resume raises it');
    await noTrace(world);
  });

  it('leaves when every agent has ended, and the army is cleared away', async (context) => {
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

  it('leaves a session that was renamed meanwhile, whose mail goes on, and comes back to it [session.renamed.1]', async (context) => {
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
    await terminal.shows('The army overlord keeps running.');
    await terminal.shows('code 0');
    for (const pid of before) expect(world.running()).toContain(pid);
    // [session.renamed.2]
    const said = 'The session of the army overlord was renamed to mine';
    expect((await world.ovld(['status'])).stdout).toContain(said);
    const { stdout } = await world.ovld(['status', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ armies: [{ standing: 'live', renamed: 'mine' }] });
    expect((await world.ovld(['send', 'storm', 'Go', 'on.'])).code).toBe(0);
    await waitFor(() => world.submissions('storm').length === 1, 'storm to be woken', 30_000);
    terminal.line('clear; ovld attach; echo "code $?"');
    await terminal.shows('strategist: a scripted agent');
    detach(kind, terminal);
    await terminal.shows(said);
    await terminal.shows('code 0');
    // A session of a person's own that has the name now is not touched [session.renamed.3]
    if (kind === 'tmux') world.mux('new-session', '-d', '-s', 'overlord', 'sleep', '1000');
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    if (kind === 'tmux') {
      expect(world.mux('list-sessions', '-F', '#{session_name}').trim()).toBe('overlord');
      world.mux('kill-session', '-t', '=overlord');
    }
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
  it('ends nothing of the army [session.detach.1]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const terminal = world.terminal();
    const other = world.terminal();
    terminal.line('ovld summon');
    await terminal.shows('strategist: a scripted agent');
    await waitFor(() => armies(world).length === 1 && serverPid(world) > 0, 'its life noted');
    terminal.close();
    await ritualsGiven(world, terminal);
    expect((await world.ovld(['status'])).stdout).toContain('· live');
    other.line('ovld attach');
    await other.shows('strategist: a scripted agent');
  });
});

describe('a summons on tmux that is cut off while it starts the session', () => {
  const cutOff = async () => {
    const world = armyWorld('tmux');
    const calls = world.listen({ slowly: 'split-window' });
    const terminal = world.terminal();
    terminal.line('ovld summon');
    const splits = () => calls().some(({ argv }) => argv.includes('split-window'));
    await waitFor(splits, 'a half-made session', 30_000);
    return { world, terminal };
  };

  it('leaves nothing where its terminal was closed [session.interrupt.5]', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const { world, terminal } = await cutOff();
    terminal.close();
    await noTrace(world);
  });

  it('leaves a session that is known by its mark where it was killed [session.interrupt.5]', async (context) => {
    requireOrSkip(context, 'tmux', missingProgram('tmux'));
    const { world } = await cutOff();
    const summons = (): number[] => world.running().filter((pid) => argvOf(pid)[2] === 'summon');
    expect(summons()).toHaveLength(1);
    for (const pid of summons()) process.kill(pid, 'SIGKILL');
    await waitFor(() => summons().length === 0, 'its end');
    const file = join(world.dir, 'home', '.config', 'ovld', 'armies', 'overlord.json');
    const record = JSON.parse(readFileSync(file, 'utf8')) as { life?: string };
    expect(record.life).toBeUndefined();
    // The army of another home on this server, with the same name and no life, has another mark.
    const other = join(world.dir, 'other');
    const armiesOfOther = join(other, '.config', 'ovld', 'armies');
    mkdirSync(armiesOfOther, { recursive: true, mode: 0o700 });
    const elsewhere = { ...record, relay_dir: join(other, '.config', 'ovld', 'relay') };
    writeFileSync(join(armiesOfOther, 'overlord.json'), JSON.stringify(elsewhere));
    const dismiss = ['unsummon', '--force'];
    expect(await world.ovld(dismiss, world.project, { HOME: other })).toMatchObject({ code: 0 });
    expect(world.mux('list-sessions', '-F', '#{session_name}').trim()).toBe('overlord');

    expect((await world.ovld(['status'])).stdout).toContain('· live');
    expect(await world.ovld(dismiss)).toMatchObject({ code: 0 });
    await noTrace(world);
    expect(() => world.mux('list-sessions')).toThrow(/no server|No such file/);
  });
});

const refusing = `#!/bin/sh
case "$1" in kill-session | delete-session) exit 1 ;; esac
PATH=\${PATH#*:} exec zellij "$@"
`;

describe('the remains of a session on zellij', () => {
  // [session.exited-session.1 session.exited-relay.1 Z17]
  it('are deleted when it ends, and before an army of that name begins', async (context) => {
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

    // No command saw this one end.
    const second = await begin();
    detach('zellij', terminal);
    await terminal.shows('keeps running');
    world.mux('--session', 'overlord', 'action', 'save-session');
    process.kill(second, 'SIGKILL');
    await waitFor(() => sessions(world).includes('overlord'), 'its remains');
    expect((await world.ovld(['status'])).stdout).toContain('exited: ovld summon starts it anew');
    await begin();
    expect(await (await world.open()).panes()).toHaveLength(6);
  });

  it('are ignored when they cannot be deleted [session.cleanup-failure.1]', async (context) => {
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
