import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeDoctor } from '../../src/compose/doctor.ts';
import { examine, remaining, type Examined } from '../../src/doctor/doctor.ts';
import type { DoctorParts } from '../../src/doctor/parts.ts';
import type { Mux } from '../../src/mux/mux.ts';
import { doctorWorld, type DoctorWorld } from '../support/doctor-world.ts';
import { seeded } from './seeded-faults.ts';

const PATIENCE = { muxMs: 10_000, agentMs: 10_000, sessionMs: 10_000 };

/** Fixes a machine that changes after everything was looked at once, and before anything is fixed. */
async function fixWhile(
  world: DoctorWorld,
  change: (parts: DoctorParts) => unknown,
): Promise<Examined[]> {
  const parts = await composeDoctor(world.env, world.project, PATIENCE);
  const { ...before } = parts;
  let looks = 0;
  parts.ownFiles = async () => {
    looks += 1;
    if (looks === 2) await change(parts);
    return before.ownFiles();
  };
  return examine(parts, { fix: true });
}

/** A multiplexer that says this of the session `of`, and that there is none of any other. */
const saying = (parts: DoctorParts, of: string, sight: Mux['sight']): void => {
  const { ...before } = parts.army;
  parts.army.openMux = async (army) => {
    const mux = await before.openMux(army);
    return army.session === of ? { ...mux, sight } : mux;
  };
};

const live: Mux['sight'] = async () => ({
  state: 'live',
  life: 'one',
  panes: [{ id: '%1', title: 'inferno', alive: true }],
});

async function fallen(world: DoctorWorld, session = 'overlord'): Promise<void> {
  await world.relay(session);
  await world.register({ session });
}

const outcomes = (found: readonly Examined[]): string[] =>
  found.flatMap(({ code, data, fixed }) => {
    if (fixed === undefined) return [];
    const of = 'session' in data ? data.session : 'path' in data ? data.path : '';
    return [`${code} ${of}: ${fixed.done ? 'fixed' : fixed.why}`];
  });

describe('a dead army that has changed by the second look is not called fixed', () => {
  it.each<[string, string, (parts: DoctorParts) => unknown]>([
    [
      'its multiplexer does not answer any more',
      'army_unasked',
      (parts) => saying(parts, 'overlord', () => Promise.reject(new Error('late'))),
    ],
    ['it stands', 'army_live', (parts) => saying(parts, 'overlord', live)],
    [
      'an army is being started',
      'armies_busy',
      (parts) => {
        parts.machine.sessionMs = 50;
        parts.army.calm = () => new Promise(() => undefined);
      },
    ],
    [
      'the second look fails',
      'check_failed',
      (parts) => (parts.relayDirs.brokenRecords = () => Promise.reject(new Error('no'))),
    ],
    [
      'some of it lives in a multiplexer',
      'army_hidden',
      (parts) => {
        parts.army.processes.ofArmy = async () => [7];
        parts.army.processes.seated = async () => [7];
        parts.army.processes.muxAbove = () => 4;
      },
    ],
  ])('when %s', async (_what, code, change) => {
    const world = doctorWorld();
    await fallen(world);
    const found = await fixWhile(world, change);
    expect(found.map((one) => one.code)).toContain(code);
    expect(outcomes(found)).toEqual(['army_dead overlord: changed']);
    expect(remaining(found).filter(({ severity }) => severity === 'fault')).toMatchObject(
      code === 'army_hidden' ? [{ code }, { code: 'army_dead' }] : [{ code: 'army_dead' }],
    );
    expect(existsSync(join(world.own, 'armies', 'overlord.json'))).toBe(true);
  });

  it('when another army was fixed beside it', async () => {
    const world = doctorWorld();
    await fallen(world, 'first');
    await fallen(world, 'second');
    const found = await fixWhile(world, (parts) => saying(parts, 'second', live));
    expect(outcomes(found)).toEqual(['army_dead first: fixed', 'army_dead second: changed']);
  });

  it('when another process cleared it away', async () => {
    const world = doctorWorld();
    await fallen(world);
    const found = await fixWhile(world, ({ army }) => army.armies.remove('overlord'));
    expect(outcomes(found)).toEqual(['army_dead overlord: changed']);
  });
});

it('a fault that goes away with a cleared army is called fixed', async () => {
  const world = doctorWorld();
  for (const { seed, code } of seeded) if (code === 'army_dead') await seed(world);
  const lock = join(world.own, 'sessions', 'fallen', 'relay', 'zellij.lock');
  const dead = { pid: 999_999_999, start: '1', boot: 'another' };
  world.file(lock, JSON.stringify({ ...dead, token: 't', until: Date.now() + 30_000 }));
  const found = await fixWhile(world, () => undefined);
  expect(outcomes(found)).toEqual(['army_dead fallen: fixed', `lock_left ${lock}: fixed`]);
});

it('a stale lock that is already gone is not reported as left', async () => {
  const world = doctorWorld();
  for (const { seed, names } of seeded) if (names === '.summoning.lock') await seed(world);
  const found = await fixWhile(world, async (parts) => {
    for (const lock of await parts.staleLocks()) await lock.remove();
  });
  const path = join(world.own, 'armies', '.summoning.lock');
  expect(outcomes(found)).toEqual([`lock_left ${path}: fixed`]);
});
