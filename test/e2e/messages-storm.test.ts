import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { muxKinds } from '../../src/army/formation.ts';
import { armyWorld, ROLES, type ArmyWorld } from '../support/army-world.ts';
import {
  expectCleanPost,
  journal,
  latencies,
  percentile,
  post,
  proclaim,
  readBy,
} from '../support/post.ts';
import { attachPerson, personOf } from '../support/person.ts';
import { missingProgram, requireOrSkip } from '../support/require.ts';
import { stayWith } from '../support/spoken.ts';
import { waitFor } from '../support/wait-for.ts';

const MESSAGES = 200;

/** mulberry32: the same storm for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** All other processes share the machine with these. */
function burdenMachine(): void {
  for (let i = 0; i < 2; i += 1) {
    const burden = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    onTestFinished(() => void burden.kill('SIGKILL'));
  }
}

interface Acknowledged {
  to: string;
  id: string;
}

/** Bursts of letters, some with a turn of work in them, some to all; what the relays promised. */
async function storm(world: ArmyWorld, below: (limit: number) => number): Promise<Acknowledged[]> {
  const stored: Acknowledged[] = [];
  while (stored.length < MESSAGES) {
    const burst = Array.from({ length: 1 + below(8) }, async () => {
      const from = ROLES[below(ROLES.length)] ?? 'overlord';
      const others = ROLES.filter((role) => role !== from);
      const to = others[below(others.length)] ?? '';
      const body = below(4) === 0 ? `work ${below(700)}` : 'a line';
      const priority = below(4) === 0 ? ('urgent' as const) : ('normal' as const);
      if (below(20) === 0) stored.push(...(await proclaim(world, from, { body, priority })));
      else stored.push({ to, id: (await post(world, from, { to, body, priority })).id });
    });
    await Promise.all(burst);
    await new Promise((resolve) => setTimeout(resolve, below(500)));
  }
  return stored;
}

describe.each(muxKinds)('200 random messages on a burdened machine, on %s', (kind) => {
  it('are all delivered, each into its own pane and once', async (context) => {
    requireOrSkip(context, kind, missingProgram(kind));
    const seed = Number(process.env['OVLD_SEED'] ?? Date.now() % 100_000);
    const world = armyWorld(kind);
    await world.summon('--no-rituals');
    await attachPerson(world, personOf(world), 1);
    burdenMachine();
    stayWith(world.relayDir(), ROLES);
    const stored = await storm(world, random(seed));
    const missing = (): Acknowledged[] => {
      const read = new Map(ROLES.map((role) => [role, new Set(readBy(world, role))]));
      return stored.filter(({ to, id }) => read.get(to)?.has(id) !== true);
    };
    await waitFor(() => missing().length === 0, 'all to be read', 60_000).catch(() => undefined);
    expect(missing(), `seed ${seed}`).toEqual([]);
    for (const role of ROLES) {
      const read = readBy(world, role);
      const again = new Set(
        journal(world).flatMap(({ redelivered = 0, id }) => (redelivered > 0 ? id : [])),
      );
      const twice = read.filter((id, i) => read.indexOf(id) !== i && !again.has(id));
      expect(twice, `seed ${seed}: read twice by ${role}, unmarked`).toEqual([]);
      expect(read.filter((id) => !stored.some((one) => one.id === id && one.to === role))).toEqual(
        [],
      );
    }
    await expectCleanPost(world);
    const waited = latencies(world);
    const [p50, p95] = [percentile(waited, 0.5), percentile(waited, 0.95)];
    process.stderr.write(
      `${kind}, seed ${seed}: stored → submitted p50 ${p50} ms, p95 ${p95} ms\n`,
    );
  });
});
