import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import { claudeOf, journalFrom, killed, relayOf, seatSeen } from '../support/claude-seats.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { seeded, type Random } from '../support/faults-random.ts';
import { orderMock } from '../support/mock-agent.ts';
import { followsOrders, order } from '../support/model/rules.ts';
import { argvOf } from '../support/mux-world.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { stayWith } from '../support/spoken.ts';
import { waitFor } from '../support/wait-for.ts';

const READERS = ['glacier', 'inferno', 'overlord', 'strategist'];
/** Mock agents, whose relays are as real as the others'. */
const WRITERS = ['shadow', 'storm'];
const MESSAGES: Record<MuxKind, number> = { tmux: 1_000, zellij: 300 };
const PLAN = {
  tmux: { claude: 4, between: 3, relay: 4, client: 2 },
  zellij: { claude: 2, between: 2, relay: 2, client: 1 },
} satisfies Record<MuxKind, Record<Kill, number>>;

type Kill = 'claude' | 'between' | 'relay' | 'client';

/** What send_message has promised: to whom, and the id. */
type Promised = Map<string, string>;

interface Storm {
  world: ClaudeWorld;
  random: Random;
  promised: Promised;
  tally: Record<Kill, number>;
}

async function write({ world, random, promised }: Storm, to = random.pick(READERS)): Promise<void> {
  const next = random.pick(READERS.filter((role) => role !== to));
  // Some are passed on by the one that reads them, so claudes write to each other as well.
  const passedOn = { to: next, subject: 'passed on', body: 'read it' };
  const body =
    random.below(10) === 0 ? order({ tool: 'send_message', input: passedOn }) : 'read it';
  const priority = random.below(4) === 0 ? 'urgent' : 'normal';
  const said = await orderMock(join(world.dir, 'ctl', `${random.pick(WRITERS)}.sock`), {
    do: 'call',
    tool: 'send_message',
    arguments: { to, subject: 'storm', body, priority },
  });
  const data = said['data'] as { id: string; delivered: boolean };
  expect(data).toMatchObject({ delivered: true });
  promised.set(data.id, to);
}

/** What the claudes themselves were promised: the reply is in a request, so they know of it. */
function promisedToClaudes({ model }: ClaudeWorld): Promised {
  const found: Promised = new Map();
  for (const { newToolResults } of model.requests()) {
    for (const { tool, text, isError } of newToolResults) {
      if (isError || !tool.endsWith('send_message')) continue;
      const { id, to } = JSON.parse(text) as { id: string; to: string };
      found.set(id, to);
    }
  }
  return found;
}

async function restart(world: ClaudeWorld, role: string): Promise<void> {
  const { code, stdout, stderr } = await world.ovld(['restart', role]);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
}

async function killClaude({ world, random }: Storm): Promise<void> {
  const role = random.pick(READERS);
  await killed(claudeOf(world, role), `the claude of ${role}`);
  await restart(world, role);
}

/** Its agent has no tools then, until another role's relay types for them. */
async function killRelay({ world, random }: Storm): Promise<void> {
  const role = random.pick(READERS);
  const claude = claudeOf(world, role);
  const { next } = journalFrom(world);
  await killed(relayOf(world, role), `the relay of ${role}`);
  const isBack = (): boolean =>
    journalFrom(world, next).events.some(({ event, to }) => event === 'reconnected' && to === role);
  await waitFor(isBack, `${role} to get its relay back`, 120_000).catch(async (error: unknown) => {
    throw new Error(`${String(error)}\n${await lastSeen(world, role)}`);
  });
  expect(claudeOf(world, role)).toBe(claude);
}

/** The reply of check_inbox is out, and no request has brought it to the model: then. */
async function killBetween(storm: Storm): Promise<void> {
  const { world, random, tally } = storm;
  for (let trial = 1; ; trial += 1) {
    const role = random.pick(READERS);
    const claude = claudeOf(world, role) ?? 0;
    const { next } = journalFrom(world);
    const handed = (): string[] =>
      journalFrom(world, next)
        .events.filter(({ event, to }) => event === 'fetched' && to === role)
        .map(({ id }) => id);
    await write(storm, role);
    await waitFor(() => handed().length > 0, `${role} to check its inbox`, 60_000);
    await resultAtClaude(world, role);
    await killed(claude, `the claude of ${role}`);
    const seen = world.model.fetched(role);
    const unseen = handed().filter((id) => !seen.has(id));
    await restart(world, role);
    if (unseen.length === 0 && trial < 5) continue;
    expect(unseen, `killed between reply and request, trial ${trial}`).not.toEqual([]);
    for (const id of unseen) {
      const { unmarked } = await world.model.waitForFetched(role, id, 90_000);
      expect(unmarked, `${id} comes with a mark`).toBe(0);
    }
    tally.between += trial - 1;
    return;
  }
}

/** Its hook runs when the result of a tool is there; at the latest, before a request can be. */
async function resultAtClaude(world: ClaudeWorld, role: string): Promise<void> {
  const written = (): number => statSync(join(world.relayDir(), 'state', role)).mtimeMs;
  const [before, until] = [written(), performance.now() + 30];
  while (written() === before && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const clientOf = (world: ClaudeWorld): number | undefined =>
  world.running().find((pid) => {
    const [program = '', ...words] = argvOf(pid);
    return program.endsWith(world.kind) && words.some((word) => word.startsWith('attach'));
  });

/** A person's window, with the army in it. */
async function killClient({ world }: Storm): Promise<void> {
  const terminal = world.terminal();
  await terminal.attaches(() => waitFor(() => clientOf(world), 'a person attached', 30_000));
  const client = clientOf(world);
  await waitFor(() => /❯/.test(terminal.screen()), 'the army on the terminal');
  await killed(client, 'the client of the multiplexer');
  terminal.close();
}

/** For the message of a run that failed. */
async function lastSeen(world: ClaudeWorld, role: string): Promise<string> {
  const events = journalFrom(world).events.filter(({ to, id }) => to === role && id === undefined);
  const seat = await seatSeen(world, role);
  const lines = events.slice(-20).map((one) => JSON.stringify(one));
  return [...lines, JSON.stringify(seat), await world.screen(role)].join('\n');
}

const KILLS: Record<Kill, (storm: Storm) => Promise<void>> = {
  claude: killClaude,
  between: killBetween,
  relay: killRelay,
  client: killClient,
};

/** Letters without end, and at random places between them a process dies; one recovers at a time. */
async function rage(storm: Storm, total: number): Promise<void> {
  const { random, promised, tally } = storm;
  const plan = Object.entries(PLAN[storm.world.kind]) as [Kill, number][];
  const kills = plan
    .flatMap(([kill, times]) => Array.from({ length: times }, () => kill))
    .map((kill) => ({ kill, at: Math.floor(total * 0.05) + random.below(total * 0.9) }))
    .toSorted((a, b) => a.at - b.at);
  let recovering = Promise.resolve();
  let written = 0;
  while (written < total) {
    const due = kills[0];
    if (due !== undefined && due.at <= written) {
      await recovering;
      kills.shift();
      tally[due.kill] += 1;
      recovering = KILLS[due.kill](storm);
      recovering.catch(() => undefined);
    }
    const burst = Math.min(total - written, 1 + random.below(6));
    await Promise.all(Array.from({ length: burst }, () => write(storm)));
    written += burst;
    await new Promise((resolve) => setTimeout(resolve, random.below(100)));
  }
  await recovering;
  for (const [id, to] of promisedToClaudes(storm.world)) promised.set(id, to);
}

describe.each(muxKinds)('real claudes on %s', (kind) => {
  const total = MESSAGES[kind];
  // [R10 R11 R12 C12]
  it(
    `lose none of ${total} messages though claudes, relays and clients are killed`,
    { timeout: 480_000 },
    async (context) => {
      requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
      requireOrSkip(context, kind, missingProgram(kind));
      requireOrSkip(context, 'claude', missingClaude());
      const seed = Number(process.env['OVLD_SEED'] ?? Date.now() % 100_000);
      process.stdout.write(`seed ${seed}\n`);
      // Of the project's folder.
      const mock = { agent: 'mock', args: ['--record', '../rec', '--control', '../ctl'] };
      const seats = Object.fromEntries(WRITERS.map((role) => [role, mock]));
      const world = await claudeWorld({ mux: kind, rules: [followsOrders], seats });
      // Not by --agent, which is for every seat.
      const up = await world.ovld(['summon', '--detach', '--no-rituals']);
      expect(up).toMatchObject({ code: 0 });
      stayWith(world.relayDir(), [...READERS, ...WRITERS]);
      const tally = { claude: 0, between: 0, relay: 0, client: 0 };
      const storm: Storm = { world, random: seeded(seed), promised: new Map(), tally };
      const began = performance.now();
      await rage(storm, total);

      const { model } = world;
      const missing = (): [string, string][] => {
        for (const [id, to] of promisedToClaudes(world)) storm.promised.set(id, to);
        const seen = new Map(READERS.map((role) => [role, model.fetched(role)]));
        return [...storm.promised].filter(([id, to]) => seen.get(to)?.has(id) !== true);
      };
      const rest = 'everything promised to be at the models';
      await waitFor(() => missing().length === 0, rest, 120_000).catch(() => undefined);
      const fetched = READERS.flatMap((role) => [...model.fetched(role).values()]);
      const redelivered = fetched.filter(({ times, unmarked }) => times > unmarked);
      const figures = {
        seed,
        sent: storm.promised.size,
        fetched: fetched.length,
        redelivered: redelivered.length,
        lost: missing().length,
        killed: tally,
        seconds: Math.round((performance.now() - began) / 1000),
      };
      process.stdout.write(`${kind}: ${JSON.stringify(figures)}\n`);
      for (const role of new Set(missing().map(([, to]) => to))) {
        process.stdout.write(`${await lastSeen(world, role)}\n`);
      }
      expect(missing(), `seed ${seed}`).toEqual([]);
      expect(storm.promised.size).toBeGreaterThan(total);
      // Twice only with the mark.
      expect(fetched.filter(({ unmarked }) => unmarked > 1)).toEqual([]);
      // A message whose sender died before the reply has arrived too, where it was stored.
      const unseen = (): string[] => {
        const ids = new Set(READERS.flatMap((role) => [...model.fetched(role).keys()]));
        return journalFrom(world).events.flatMap(({ event, id, to }) =>
          event === 'stored' && READERS.includes(to) && !ids.has(id) ? [id] : [],
        );
      };
      for (const role of READERS) {
        const unread = async () => (await seatSeen(world, role))?.observed.unread;
        await waitFor(async () => (await unread()) === 0, `${role} to read the rest`, 60_000);
      }
      // A role that reads may write: asked once more after a look, there may be another that was just stored.
      await waitFor(() => unseen().length === 0, 'the rest', 60_000).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${unseen().join(' ')}`);
      });
      const { events } = journalFrom(world);
      const reconnected = events.filter(({ event }) => event === 'reconnected');
      expect(reconnected.length).toBeGreaterThanOrEqual(PLAN[kind].relay);
      expect(model.others()).toEqual([]);
      expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
    },
  );
});
