import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ritualOf, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { isNudge, isRunning, rawBytes, type Recorded } from '../support/mock-agent.ts';
import { argvOf, inhabitants } from '../support/mux-world.ts';
import { isRead, journal, nudgesTyped, post, readBy, rests } from '../support/post.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const startsOf = (world: ArmyWorld, role: string): Recorded[] =>
  world.record(role).filter(({ event }) => event === 'started');

const agentOf = (world: ArmyWorld, role: string): number =>
  Number(startsOf(world, role).at(-1)?.['pid']);

/** What the terminal gave the agent that sits there now. */
function typedNow(world: ArmyWorld, role: string): string {
  const record = world.record(role);
  const from = record.findLastIndex(({ event }) => event === 'started');
  return rawBytes(record.slice(from)).toString('utf8');
}

const relayOf = (world: ArmyWorld, agent: number): number | undefined =>
  inhabitants(world.dir).find(
    (pid) => argvOf(pid).includes('relay') && parentOf(pid) === String(agent),
  );

const parentOf = (pid: number): string =>
  spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();

const given = (role: string): string => `\u001b[200~${ritualOf(role)}\u001b[201~\r`;

interface StatusSeen {
  role: string;
  pane: unknown;
  ritual?: { state: string };
  observed: { agent: string; unread: number };
}

async function statusOf(world: ArmyWorld, role: string): Promise<StatusSeen | undefined> {
  const { stdout } = await world.ovld(['status', '--json']);
  const [army] = (JSON.parse(stdout) as { armies: { roles: StatusSeen[] }[] }).armies;
  return army?.roles.find((one) => one.role === role);
}

const boxOf = async (world: ArmyWorld, role: string) => {
  const panes = await (await world.open()).panes();
  const { tab, box } = panes.find((pane) => (pane.role ?? pane.title) === role) ?? {};
  return { tab, box };
};

describe.each(muxKinds)('a seat on %s', (kind) => {
  it('whose agent was killed in a turn shows gone, and a fresh one gets ritual and mail', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon();
    await rests(world, 'storm');
    const place = await boxOf(world, 'storm');
    await world.tell('storm', { do: 'busy', ms: 600_000 });
    const held = await post(world, 'overlord', { to: 'storm', subject: 'held' });
    await world.tell('storm', { do: 'call', tool: 'check_inbox' });
    expect(readBy(world, 'storm')).toEqual([held.id]);
    const waiting = await post(world, 'overlord', { to: 'storm', subject: 'waiting' });
    const others = ROLES.filter((role) => role !== 'storm');
    const before = others.map((role) => [agentOf(world, role), world.typed(role)]);

    const agent = agentOf(world, 'storm');
    const relay = relayOf(world, agent);
    expect(relay).toBeDefined();
    for (const pid of [relay ?? 0, agent]) process.kill(pid, 'SIGKILL');
    const seen = await waitFor(async () => {
      const storm = await statusOf(world, 'storm');
      return typeof storm?.pane !== 'string' && storm;
    }, 'its pane to be seen dead');
    expect(seen).toMatchObject({ observed: { agent: 'gone' }, pane: { missing: 'pane_dead' } });
    const { stdout: told } = await world.ovld(['status']);
    expect(told).toContain('storm: the program in its pane has ended');
    expect(told).toContain('ovld restart storm starts a new one');
    const asked = { do: 'call', tool: 'get_status', arguments: { role: 'storm' } };
    expect(JSON.stringify(await world.tell('overlord', asked))).toContain('"agent":"gone"');

    const { code, stdout, stderr } = await world.ovld(['restart', 'storm']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/storm: restarted in pane \S+\n/);
    expect(stdout).not.toContain('ended process');
    expect(stdout).toMatch(/storm +ritual given/);
    for (const { id } of [held, waiting]) {
      await waitFor(
        () =>
          readBy(world, 'storm').filter((one) => one === id).length === (id === held.id ? 2 : 1),
        `the fresh one to read ${id}`,
        60_000,
      );
    }
    await rests(world, 'storm');
    expect(startsOf(world, 'storm')).toHaveLength(2);
    // Byte for byte: its ritual and nudges, whichever came first, and nothing else.
    const typed = typedNow(world, 'storm');
    expect(typed.split(given('storm'))).toHaveLength(2);
    nudgesTyped(world, 'storm', typed.replace(given('storm'), ''));
    const marks = journal(world).filter(({ event, to }) => event === 'fetched' && to === 'storm');
    expect(marks.map(({ id, redelivered = 0 }) => `${id} ${redelivered}`).toSorted()).toEqual(
      [`${held.id} 0`, `${held.id} 1`, `${waiting.id} 0`].toSorted(),
    );
    expect(await statusOf(world, 'storm')).toMatchObject({
      observed: { agent: 'idle', unread: 0 },
      ritual: { state: 'given' },
    });
    expect(await boxOf(world, 'storm')).toEqual(place);
    expect(others.map((role) => [agentOf(world, role), world.typed(role)])).toEqual(before);
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    expect(world.running()).toEqual([]);
  });

  it('of a living agent is emptied first and says so; several restart in a row; a closed pane is recreated', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon('--no-rituals');
    await world.tell('storm', { do: 'busy', ms: 600_000 });
    const old = ['storm', 'glacier'].map((role) => agentOf(world, role));
    const dry = await world.ovld(['restart', 'storm', '--dry-run']);
    expect(dry.stdout).toContain(join(world.relayDir(), 'mcp', 'storm.json'));
    expect(dry.stdout).toMatch(kind === 'tmux' ? /tmux .*respawn-pane/ : /zellij .*new-pane/);
    expect(startsOf(world, 'storm')).toHaveLength(1);
    const terminal = world.terminal();
    terminal.line('clear; ovld restart storm glacier storm; echo "code $?"');
    await terminal.shows('code 0');
    // At a terminal too, each line once.
    const stdout = terminal.screen();
    expect(
      stdout.match(/^storm: ended process(?:es)? [\d, ]+, in the middle of a turn$/gm),
    ).toHaveLength(1);
    expect(stdout.match(/^glacier: ended process(?:es)? [\d, ]+$/gm)).toHaveLength(1);
    for (const role of ['storm', 'glacier']) {
      expect(stdout.match(new RegExp(`^  ${role} +ready$`, 'gm')), stdout).toHaveLength(1);
    }
    for (const pid of old) expect(isRunning(pid)).toBe(false);
    for (const role of ['storm', 'glacier']) {
      expect(startsOf(world, role)).toHaveLength(2);
      expect(world.typed(role)).toBe('');
      const { id } = await post(world, 'overlord', { to: role });
      await isRead(world, role, id);
    }
    expect(world.record('storm').filter(isNudge)).not.toEqual([]);
    expect(startsOf(world, 'shadow')).toHaveLength(1);

    const shadow = (await statusOf(world, 'shadow'))?.pane;
    const words =
      kind === 'tmux'
        ? ['kill-pane', '-t', String(shadow)]
        : ['--session', 'overlord', 'action', 'close-pane', '--pane-id', String(shadow)];
    world.mux(...words);
    const hasPane = async () => typeof (await statusOf(world, 'shadow'))?.pane === 'string';
    await waitFor(async () => !(await hasPane()), 'the pane to be closed');
    const anew = await world.ovld(['restart', 'shadow', '--json']);
    expect(anew.code).toBe(0);
    const [done] = (JSON.parse(anew.stdout) as { restarted: object[] }).restarted;
    expect(done).toMatchObject({ role: 'shadow', busy: false, conversation: 'fresh' });
    expect(done).toMatchObject({ welcome: 'ready' });
    const { id } = await post(world, 'overlord', { to: 'shadow' });
    await isRead(world, 'shadow', id);
    expect((await boxOf(world, 'shadow')).tab).toBe('support');
  });

  it('that a signal cuts off keeps no ritual half-typed, and its mail is rung for [session.interrupt.4]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind, {
      config: { pauses: { before: 50, enter: 1_000, between: 50 } },
      agentArgs: ['--boot-ms', '2000'],
    });
    await world.summon();
    const terminal = world.terminal();
    const pasted = given('storm').slice(0, -1);
    const isPasted = (): boolean => typedNow(world, 'storm').includes(pasted);
    terminal.line('clear; ovld restart storm glacier; echo "first $?"');
    await waitFor(() => startsOf(world, 'storm').length === 2 && isPasted(), 'the ritual');
    terminal.keys('C-c');
    await terminal.shows('first 130');
    expect(terminal.screen()).toContain('The army overlord keeps running. ovld attach returns');
    expect(terminal.screen()).toContain('Not restarted: glacier.');
    expect(typedNow(world, 'storm')).toBe(given('storm'));
    expect(await statusOf(world, 'storm')).toMatchObject({ ritual: { state: 'given' } });
    expect(startsOf(world, 'glacier')).toHaveLength(1);

    terminal.line('clear; ovld restart storm; echo "second $?"');
    await waitFor(() => startsOf(world, 'storm').length === 3, 'the agent');
    terminal.keys('C-c');
    await terminal.shows('second 130');
    expect(terminal.screen()).toContain('Without a ritual yet: storm. ovld inject gives');
    const code = 'interrupted';
    expect(await statusOf(world, 'storm')).toMatchObject({ ritual: { state: 'skipped', code } });
    const { id } = await post(world, 'overlord', { to: 'storm' });
    await isRead(world, 'storm', id);
    await rests(world, 'storm');
    nudgesTyped(world, 'storm', typedNow(world, 'storm'));

    terminal.line('clear; ovld inject storm; echo "third $?"');
    await waitFor(isPasted, 'the ritual');
    const injecting = inhabitants(world.dir).filter((pid) => argvOf(pid).includes('inject'));
    for (const pid of injecting) process.kill(pid, 'SIGTERM');
    await terminal.shows('third 130');
    expect(typedNow(world, 'storm')).toContain(given('storm'));
    expect(await statusOf(world, 'storm')).toMatchObject({ ritual: { state: 'given' } });
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    expect(world.running()).toEqual([]);
  });

  it('is left alone when no agent can be started in it', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const none = await world.ovld(['restart', 'storm']);
    expect(none.stderr).toContain('no army was summoned in');
    await world.summon('--no-rituals');
    const unknown = await world.ovld(['restart', 'storm', 'nobody']);
    expect(unknown).toMatchObject({ stdout: '' });
    expect(unknown.stderr).toContain('there is no role "nobody" in this army');
    expect(startsOf(world, 'storm')).toHaveLength(1);
    world.mux(
      ...(kind === 'tmux' ? ['kill-session', '-t', 'overlord'] : ['kill-session', 'overlord']),
    );
    const over = await world.ovld(['restart', 'storm']);
    expect(over.stderr).toContain('the army overlord has ended');
    expect(over.stderr).toContain('ovld summon --resume raises it again');
  });
});
