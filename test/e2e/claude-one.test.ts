import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { muxKinds, type MuxKind } from '../../src/army/formation.ts';
import { restsAtModel, stateOf } from '../support/claude-mail.ts';
import {
  claudeOf,
  journalFrom,
  keeperOf,
  killed,
  killedWithKeeper,
  relayOf,
  seenAs,
} from '../support/claude-seats.ts';
import { claudeWorld, type ClaudeWorld } from '../support/claude-world.ts';
import { seeded, type Random } from '../support/faults-random.ts';
import { isRunning } from '../support/mock-agent.ts';
import { say } from '../support/model/reply.ts';
import { readsItsMail } from '../support/model/rules.ts';
import type { Rule } from '../support/model/server.ts';
import { allEnded } from '../support/mux-world.ts';
import { missingClaude, missingProgram, requireOrSkip } from '../support/require.ts';
import { waitFor } from '../support/wait-for.ts';

const ROLE = 'overlord';
const KILLS: Record<MuxKind, number> = { tmux: 5, zellij: 2 };
const PATIENCE_MS = 60_000;

/** What `ovld send --json` said, and when the model had the message, counted from the kill. */
interface Sent {
  id: string;
  wake: string;
  code?: string;
}

interface Kill {
  when: (typeof INSTANTS)[number];
  healedMs: number;
  /** Of the last of the messages around it. */
  fetchedMs: number;
  wakes: string[];
}

const INSTANTS = ['at rest', 'around a send', 'in check_inbox', 'after its reply'] as const;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function send(world: ClaudeWorld, text: string): Promise<Sent> {
  const { code, stdout, stderr } = await world.ovld(['send', '--json', ROLE, text]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Sent;
}

/** Ends when the moment of the kill has come; a message may be under way then. */
async function moment(
  world: ClaudeWorld,
  random: Random,
  when: Kill['when'],
): Promise<Promise<Sent>[]> {
  if (when === 'at rest') {
    await wait(random.below(1_000));
    return [];
  }
  const flag = join(world.relayDir(), 'pending', ROLE);
  const sending = send(world, 'before the kill');
  sending.catch(() => undefined);
  if (when === 'around a send') await wait(random.below(2_000));
  else {
    // As close as it gets: the flag goes down when check_inbox begins.
    const until = performance.now() + 10_000;
    for (const isUp of [true, false]) {
      while (existsSync(flag) !== isUp && performance.now() < until) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    if (when === 'after its reply') await wait(random.below(60));
  }
  return [sending];
}

/** A living relay that was asked for its tools. */
function isHealed(world: ClaudeWorld): boolean {
  const relay = relayOf(world, ROLE);
  const seats = join(world.relayDir(), 'agents', ROLE);
  return readdirSync(seats).some((name) => {
    const text = textOf(join(seats, name));
    return text.includes(`{"relay":{"pid":${relay},`) && text.includes('"ready_at"');
  });
}

/** A seat may be cleared away while it is looked for. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Its turns go on for a while after a tool has answered, or failed. */
const thinks =
  (random: Random): Rule =>
  ({ isMain, toolResults }) =>
    isMain && toolResults.length > 0
      ? say('I have read it, and think about it.', { everyMs: 50, pieces: 1 + random.below(40) })
      : undefined;

async function killOnce(world: ClaudeWorld, random: Random): Promise<Kill> {
  const when = random.pick(INSTANTS);
  const sendings = await moment(world, random, when);
  const relay = relayOf(world, ROLE);
  const began = performance.now();
  const since = (): number => Math.round(performance.now() - began);
  await killed(relay, 'the relay');
  const healing = waitFor(() => isHealed(world), `its relay: killed ${when}`, PATIENCE_MS);
  const timing = healing.then(since);
  timing.catch(() => undefined);
  // Without another message there is no sender that could help.
  if (random.below(2) === 0) {
    await wait(random.below(500));
    sendings.push(send(world, 'after the kill'));
  }
  const sent = await Promise.all(sendings);
  const healedMs = await timing;
  const unread = (): Sent[] => sent.filter(({ id }) => !world.model.fetched(ROLE).has(id));
  await waitFor(() => unread().length === 0, 'the messages at the model', PATIENCE_MS);
  const wakes = sent.map(({ wake, code }) => code ?? wake);
  return { when, healedMs, fetchedMs: since(), wakes };
}

const figures = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`;
};

describe.each(muxKinds)('an army of one on %s', (kind) => {
  // `npm run soak -- one` asks for more of them, and for a limit.
  const { OVLD_KILLS, OVLD_HEALED_MS, OVLD_SEED } = process.env;
  const kills = Number(OVLD_KILLS ?? KILLS[kind]);

  it(
    'gets its relay back whenever that is killed, and every message, and is restarted on demand [C12 R8]',
    { timeout: 180_000 + kills * 30_000 },
    async (context) => {
      requireOrSkip(context, 'linux', process.platform === 'linux' ? undefined : 'it reads /proc');
      requireOrSkip(context, kind, missingProgram(kind));
      requireOrSkip(context, 'claude', missingClaude());
      const seed = Number(OVLD_SEED ?? Date.now() % 100_000);
      const random = seeded(seed);
      const rules = [readsItsMail, thinks(random)];
      const world = await claudeWorld({ mux: kind, roles: [ROLE], rules });
      await world.summon('--no-rituals');
      const claude = claudeOf(world, ROLE);
      const done: Kill[] = [];
      for (let nth = 0; nth < kills; nth += 1) {
        const kill = await killOnce(world, random).catch(async (error: unknown) => {
          const lines = journalFrom(world)
            .events.slice(-20)
            .map((one) => JSON.stringify(one));
          throw new Error(
            [`seed ${seed}: ${String(error)}`, ...lines, await world.screen(ROLE)].join('\n'),
          );
        });
        done.push(kill);
        process.stdout.write(`${kind} ${JSON.stringify(kill)}\n`);
      }
      expect(claudeOf(world, ROLE)).toBe(claude);
      const healed = done.map(({ healedMs }) => healedMs);
      process.stdout.write(
        `${kind}: seed ${seed}, ${kills} kills; healed ${figures(healed)}; messages at the model ${figures(done.map(({ fetchedMs }) => fetchedMs))}\n`,
      );
      if (OVLD_HEALED_MS !== undefined) {
        expect(Math.max(...healed)).toBeLessThanOrEqual(Number(OVLD_HEALED_MS));
      }
      // Twice only with the mark.
      const fetched = [...world.model.fetched(ROLE).values()];
      expect(fetched.filter(({ unmarked }) => unmarked > 1)).toEqual([]);

      // Relay and keeper at once: nothing watches, and the next sender restores the relay itself, or says that it did not.
      await waitFor(() => restsAtModel(world, ROLE), 'its turn to end');
      await waitFor(() => stateOf(world, ROLE) === 'idle', 'it to be idle');
      await killedWithKeeper(world, ROLE);
      await seenAs(world, ROLE, 'deaf');
      for (let tries = 1; ; tries += 1) {
        const { id, wake } = await send(world, 'to a role that nothing watches');
        if (wake === 'failed' && tries < 20) continue;
        expect(wake).toBe('ringing');
        await world.model.waitForFetched(ROLE, id, PATIENCE_MS);
        break;
      }

      // Deaf or not, it can be restarted, and the keeper of the old relay is gone with it.
      const keeper = await waitFor(() => keeperOf(world, ROLE), 'the keeper of the new relay');
      const restarted = await world.ovld(['restart', ROLE]);
      expect(restarted).toMatchObject({ code: 0, stderr: '' });
      await waitFor(() => isHealed(world), 'the relay of the new claude', PATIENCE_MS);
      expect(claudeOf(world, ROLE)).not.toBe(claude);
      expect(isRunning(keeper)).toBe(false);
      const { id } = await send(world, 'to the new one');
      await world.model.waitForFetched(ROLE, id, PATIENCE_MS);
      expect((await world.ovld(['unsummon', '--force'])).code).toBe(0);
      await allEnded(world);
    },
  );
});
