import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import { OVLD } from '../support/relay-process.ts';
import { allEnded } from '../support/mux-world.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const own = (world: ArmyWorld, ...path: string[]): string =>
  join(world.dir, 'home', '.config', 'ovld', ...path);

const serverOf = (world: ArmyWorld): number => {
  const text = readFileSync(own(world, 'armies', 'overlord.json'), 'utf8');
  return Number(/^\d+/.exec((JSON.parse(text) as { life: string }).life)?.[0]);
};

const send = (world: ArmyWorld, subject: string) =>
  world.tell('strategist', {
    do: 'call',
    tool: 'send_message',
    arguments: { to: 'storm', subject, body: `the body of ${subject}` },
  });

const inbox = (world: ArmyWorld): string =>
  readdirSync(join(world.relayDir(), 'inbox', 'storm'))
    .map((name) => readFileSync(join(world.relayDir(), 'inbox', 'storm', name), 'utf8'))
    .join('\n');

const historyOf = (world: ArmyWorld): string[] =>
  existsSync(own(world, 'history', 'overlord'))
    ? readdirSync(own(world, 'history', 'overlord'))
    : [];

/** How often storm has found mail. */
const fetched = (world: ArmyWorld): number =>
  world.record('storm').filter(({ name, ids }) => name === 'check_inbox' && String(ids) !== '')
    .length;

/** Mail that is not fetched: the agent has a draft in its composer, which is never typed over. */
async function leaveMail(world: ArmyWorld, subject: string): Promise<void> {
  await world.tell('storm', { do: 'draft', text: 'a person was here' });
  await send(world, subject);
  expect(inbox(world)).toContain(subject);
}

describe.each(muxKinds)('mail of an army that is over, on %s', (kind) => {
  it('is kept, and taken back on request: after a dismissal, and after a crash', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    await world.summon('--no-rituals');
    await leaveMail(world, 'first');
    const status = await world.ovld(['status']);
    expect(status.stdout).toContain('storm: 1 message waits: a person is typing in its pane');
    const gone = await world.ovld(['unsummon', '--force']);
    expect(gone.stdout).toContain('1 message is kept in ');
    expect(historyOf(world)).toHaveLength(1);

    const { stdout } = await world.summon('--no-rituals', '--resume');
    expect(stdout).toContain('1 unread message was carried over');
    await waitFor(() => fetched(world) === 1, 'storm to fetch it');
    // A sign of life after the reply: it was read, and is not to come back.
    const declared = { status: 'idle', task: '' };
    await world.tell('storm', { do: 'call', tool: 'update_status', arguments: declared });
    await leaveMail(world, 'second');

    process.kill(serverOf(world), 'SIGKILL');
    await allEnded(world);
    const dead = await world.ovld(['status']);
    expect(dead.stdout).toContain('its session has ended: ovld summon --resume raises it again');
    expect((await world.ovld(['inject'])).stderr).toContain('the army overlord has ended');
    const again = await world.summon('--no-rituals', '--resume');
    expect(again.stdout).toContain('1 unread message was carried over');
    expect(again.stdout).not.toContain('of the previous army');
    await waitFor(() => fetched(world) === 2, 'storm to fetch that too');

    // Without --resume it goes to the history, and says where.
    await leaveMail(world, 'third');
    process.kill(serverOf(world), 'SIGKILL');
    await allEnded(world);
    const fresh = await world.summon('--no-rituals');
    expect(fresh.stdout).toMatch(/messages? of the previous army went to \S+\/history\/overlord\//);
    expect(inbox(world)).toBe('');
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    expect(world.running()).toEqual([]);
  });
});

const claude = `#!/usr/bin/env node
if (process.argv[2] === '--version') {
  console.log('2.1.325 (Claude Code)');
  process.exit();
}
process.on('SIGHUP', () => undefined);
process.stdin.on('error', () => undefined);
setInterval(() => undefined, 1000);
`;

describe.each(muxKinds)('agents that ignore signals, on %s', (kind) => {
  it('end with their army; until then status names them [Z20 session.layout-mcp.1]', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind, { config: { ready_timeout: 1 } });
    world.program('claude', claude);
    const projects = { [world.project]: { hasTrustDialogAccepted: true } };
    const answered = { hasCompletedOnboarding: true, projects };
    writeFileSync(join(world.dir, 'home', '.claude.json'), JSON.stringify(answered));
    const arms = ['summon', '--detach', '--no-rituals', '--agent', 'claude'];
    expect((await world.ovld(arms)).code).toBe(1); // No role becomes ready.
    const agents = world.running().flatMap((pid) => {
      const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const config = argv[argv.indexOf('--mcp-config') + 1] ?? '';
      return argv[1]?.endsWith('/claude') === true ? [{ pid, config }] : [];
    });
    expect(agents.map(({ config }) => config).toSorted()).toEqual(
      ROLES.map((role) => join(world.relayDir(), 'mcp', `${role}.json`)).toSorted(),
    );
    process.kill(serverOf(world), 'SIGKILL');
    await waitFor(
      async () => (await world.ovld(['status'])).stdout.includes('still running without a session'),
      'orphans',
    );
    const { stdout } = await world.ovld(['status', '--json']);
    const [report] = (JSON.parse(stdout) as { armies: { orphans: number[] }[] }).armies;
    expect(new Set(report?.orphans)).toEqual(new Set(agents.map(({ pid }) => pid)));

    // A new army ends them, and its own dismissal its own.
    expect((await world.ovld(arms)).code).toBe(1);
    const now = new Set(world.running());
    expect(agents.filter(({ pid }) => now.has(pid))).toEqual([]);
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    expect(world.running()).toEqual([]);
  });
});

const inOwnPane: Record<MuxKind, (cwd: string) => string[]> = {
  zellij: (cwd) => ['--session', 'overlord', 'action', 'new-pane', '--cwd', cwd, '--'],
  tmux: (cwd) => ['new-window', '-t', 'overlord:', '-c', cwd],
};

describe.each(muxKinds)('two commands at once, on %s', (kind) => {
  it('start one army, which can be dismissed from one of its own panes', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const world = armyWorld(kind);
    const two = await Promise.all([
      world.ovld(['summon', '--detach', '--no-rituals']),
      world.ovld(['summon', '--detach', '--no-rituals']),
    ]);
    expect(two.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ]);
    expect(two.map(({ stdout }) => stdout).join('')).toContain('is already up');
    for (const role of ROLES) {
      await waitFor(
        () => world.record(role).filter(({ event }) => event === 'ready').length === 1,
        `one ${role}`,
      );
    }
    const argv = [process.execPath, OVLD, 'unsummon', '--force'];
    world.mux(...inOwnPane[kind](world.project), ...argv);
    await allEnded(world);
    expect(readdirSync(own(world, 'armies'))).toEqual([]);
    expect(existsSync(world.relayDir())).toBe(false);
  });
});
