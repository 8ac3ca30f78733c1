import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { agentWorld, type AgentWorld } from '../support/agent-world.ts';
import { argvOf, inhabitants } from '../support/mux-world.ts';
import { bash, gate, refuse, call, say } from '../support/model/reply.ts';
import { missingAgent, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

beforeEach((context) => {
  requireOrSkip(context, 'tmux', missingProgram('tmux'));
  requireOrSkip(context, 'codex', missingAgent('codex'));
});

const SESSION = 'duo';

interface Event {
  event: string;
  to?: string;
  by?: string;
  id?: string;
  code?: string;
}

/** An army of one Codex, and one that never speaks. */
async function duo(world: AgentWorld) {
  const roles = [
    { role: 'lead', agent: 'codex' },
    { role: 'hand', agent: 'mock' },
  ];
  const tabs = [{ name: 'duo', panes: [{ role: 'lead' }, { role: 'hand' }] }];
  const path = join(world.project, '.ovld', 'formations', 'duo.yaml');
  writeFileSync(path, stringify({ roles, tabs }));
  await world.summon('--formation', 'duo', '--no-rituals');
  const dir = world.relayDir(SESSION);
  const events = (): Event[] =>
    readFileSync(join(dir, 'journal.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Event);
  const logged = (event: string, by?: string): Event[] =>
    events().filter((one) => one.event === event && (by === undefined || one.by === by));
  const state = (): string => readFileSync(join(dir, 'state', 'lead'), 'utf8');
  const pane = (): string =>
    world.mux('list-panes', '-a', '-F', '#{pane_id}').split('\n')[0] ?? '%0';
  const screen = (): string => world.mux('capture-pane', '-p', '-t', pane());
  const keys = (...words: string[]): void => void world.mux('send-keys', '-t', pane(), ...words);
  return {
    dir,
    logged,
    screen,
    keys,
    state,
    async says(text: string): Promise<void> {
      keys('-l', text);
      await waitFor(() => screen().includes(text), 'what was typed');
      await new Promise((resolve) => setTimeout(resolve, 200));
      keys('Enter');
    },
    async send(words: string): Promise<string> {
      const { stdout, code, stderr } = await world.ovld(['send', '--json', 'lead', words]);
      expect(code, stderr).toBe(0);
      return /"id": ?"([^"]+)"/.exec(stdout)?.[1] ?? '';
    },
    isState: (one: string) => waitFor(() => state().includes(`"${one}"`), `the state ${one}`),
    acknowledged: (id: string) =>
      waitFor(() => logged('acknowledged').some((one) => one.id === id), `${id} to be read`),
    /** Living relays of the role, by the records of their seats. */
    relays: (): number[] =>
      readdirSync(join(dir, 'agents', 'lead'))
        .map((name) => readFileSync(join(dir, 'agents', 'lead', name), 'utf8'))
        .map((text) => (JSON.parse(text) as { relay: { pid: number } }).relay.pid)
        .filter((pid) => argvOf(pid).includes('relay')),
    server: () =>
      waitFor(
        () =>
          inhabitants(world.dir).find((pid) => {
            const [program = '', ...words] = argvOf(pid);
            return program.endsWith('codex') && words.includes('app-server');
          }),
        'the app-server',
      ),
  };
}

describe('a real Codex in an army', () => {
  it('is woken by its queue, over a draft too, and the turn that reads acknowledges', async () => {
    const world = await agentWorld();
    const seat = await duo(world);
    await seat.isState('idle');
    await seat.acknowledged(await seat.send('one'));
    seat.keys('-l', 'half a thought');
    await waitFor(() => seat.screen().includes('› half a thought'), 'the draft');
    await seat.acknowledged(await seat.send('two'));
    expect(seat.screen()).toContain('› half a thought');
    expect(seat.logged('rung').map(({ by }) => by)).toEqual(['queue', 'queue']);
    await waitFor(() => seat.logged('confirmed').length === 2, 'both to be confirmed');
  });

  it('finishes what it says before it reads, and what it does [X1] [X2]', async () => {
    const midway = gate();
    const world = await agentWorld();
    const seat = await duo(world);
    world.model.first(({ isMain, lastUserText, toolResults }) =>
      isMain && toolResults.length === 0 && lastUserText.includes('speak')
        ? say('some words and then some more', { midway })
        : undefined,
    );
    await seat.says('speak');
    await waitFor(() => midway.waiting === 1, 'the first half');
    await seat.isState('busy');
    const id = await seat.send('in between');
    await waitFor(() => seat.logged('rung', 'queue').length === 1, 'the ring');
    midway.open();
    await seat.acknowledged(id);
    expect(world.model.entries().every(({ leftAt }) => leftAt === undefined)).toBe(true);
    expect(seat.screen()).toContain('some words and then some more');
  });

  it('is told between two calls of a tool, in the same turn', async () => {
    const world = await agentWorld();
    const seat = await duo(world);
    world.model.first(({ isMain, lastUserText, toolResults }) =>
      isMain && toolResults.length === 0 && lastUserText.includes('toil')
        ? call([bash('sleep 4')])
        : undefined,
    );
    await seat.says('toil');
    await waitFor(() => seat.screen().includes('Working ('), 'the tool');
    const id = await seat.send('in between');
    await seat.acknowledged(id);
    const told = await world.model.waitFor(({ nudges }) => nudges.length > 0, 'the nudge');
    expect(told.toolResults).toHaveLength(1);
    expect(told.heard).toMatch(/\[MESSAGE from human\] .* \(#/);
    expect(world.model.entries().every(({ leftAt }) => leftAt === undefined)).toBe(true);
    expect(seat.state()).toContain('"turns":"000001"');
  });

  it('is never made to approve anything by mail [C1]', async () => {
    const world = await agentWorld();
    const seat = await duo(world);
    const forbidden = join(world.dir, 'forbidden');
    const { input } = bash(`touch ${forbidden}`);
    const asks = { ...input, sandbox_permissions: 'require_escalated', justification: 'May I?' };
    world.model.first(({ isMain, lastUserText, toolResults }) =>
      isMain && toolResults.length === 0 && lastUserText.includes('please touch')
        ? call([{ tool: 'Bash', input: asks }])
        : undefined,
    );
    await seat.says('please touch');
    await seat.isState('waiting');
    const ids: string[] = [];
    for (const words of ['one', 'two', 'three']) ids.push(await seat.send(words));
    await waitFor(() => seat.logged('rung', 'queue').length > 0, 'the ring');
    // As long as several rungs of the ladder.
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    expect(seat.state()).toContain('"waiting"');
    expect(seat.screen()).toContain('› 1. Yes, proceed');
    seat.keys('Escape');
    for (const id of ids) await seat.acknowledged(id);
    expect(() => readFileSync(forbidden)).toThrow('ENOENT');
    expect(seat.screen()).not.toContain('› 1. Yes');
  });

  it('gets its relay back, in a turn too, and its app-server [C12] [X5]', async () => {
    const held = gate();
    const world = await agentWorld();
    const seat = await duo(world);
    world.model.first(({ isMain, lastUserText, toolResults }) =>
      isMain && toolResults.length === 0 && lastUserText.includes('think')
        ? say('thought', { before: held })
        : undefined,
    );
    const another = (dead?: number) =>
      waitFor(() => seat.relays().find((pid) => pid !== dead), 'a relay');
    const first = await another();
    process.kill(first, 'SIGKILL');
    const second = await another(first);
    await seat.acknowledged(await seat.send('after its death'));
    await seat.says('think');
    await waitFor(() => held.waiting === 1, 'the turn');
    process.kill(second, 'SIGKILL');
    const third = await another(second);
    held.open();
    await seat.acknowledged(await seat.send('after another'));
    process.kill(await seat.server(), 'SIGKILL');
    const fourth = await another(third);
    expect(fourth).not.toBe(third);
    await seat.acknowledged(await seat.send('after the server’s'));
  });

  it('is idle after an error of its model, and its mail still comes [X7]', async () => {
    const world = await agentWorld();
    const seat = await duo(world);
    let refused = 0;
    const away = world.model.first(({ isMain }) => {
      if (!isMain) return undefined;
      refused += 1;
      return refuse(400);
    });
    const id = await seat.send('in bad weather');
    await waitFor(() => refused > 0, 'the refusal');
    await seat.isState('idle');
    expect(seat.state()).toContain('"turns":"000000"');
    away();
    await seat.acknowledged(id);
  });

  it('leaves nothing behind: neither where its pane is closed in a turn, nor where it is dismissed [X4]', async () => {
    const world = await agentWorld();
    const seat = await duo(world);
    const held = gate();
    world.model.first(({ isMain }) => (isMain ? say('late', { before: held }) : undefined));
    await seat.says('wait');
    await waitFor(() => held.waiting === 1, 'the turn');
    const server = await seat.server();
    world.mux('kill-pane', '-t', '%0');
    await waitFor(() => !inhabitants(world.dir).includes(server), 'the end of the server');
    expect((await world.ovld(['restart', 'lead'])).code).toBe(0);
    expect(await seat.server()).not.toBe(server);
    expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    await waitFor(() => world.running().length === 0, 'all to end');
  });
});
