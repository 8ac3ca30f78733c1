import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { nodeDisk } from '../../src/kit/disk.ts';
import { createIds } from '../../src/kit/id.ts';
import { clearLeftLease, isLeftLease, withLease } from '../../src/kit/leased-file.ts';
import { breakStaleLock, stateOfLock, withLock } from '../../src/kit/lock.ts';
import { bootId, identify } from '../../src/kit/process-identity.ts';
import { tempDir } from '../support/temp.ts';

const self = () => identify(process.pid) ?? { pid: process.pid, start: '', boot: bootId() };
const dead = { pid: 999_999_999, start: '1', boot: 'another' };
const LEASE = { leaseMs: 60_000 };
const later = (): number => Date.now() + 30_000;

describe('a lock, to whoever only looks', () => {
  it.each([
    [
      'is held by the living',
      () => JSON.stringify({ ...self(), token: 't', until: later() }),
      'held',
    ],
    [
      'is stale where its holder died',
      () => JSON.stringify({ ...dead, token: 't', until: later() }),
      'stale',
    ],
    ['or is late', () => JSON.stringify({ ...self(), token: 't', until: Date.now() - 1 }), 'stale'],
    ['or nobody of us wrote it', () => 'mine', 'stale'],
  ])('%s; only what is stale is removed', (_what, text, state) => {
    const path = join(tempDir(), 'lock');
    writeFileSync(path, text());
    expect(stateOfLock(path, LEASE)).toBe(state);
    expect(breakStaleLock(path, LEASE)).toBe(true);
    expect(existsSync(path)).toBe(state === 'held');
  });

  it('is held where it cannot be read, and free where there is none', () => {
    const dir = tempDir();
    mkdirSync(join(dir, 'lock'));
    expect(stateOfLock(join(dir, 'lock'), LEASE)).toBe('held');
    expect(stateOfLock(join(dir, 'none'), LEASE)).toBe('free');
  });

  it('is not taken from whoever has it', async () => {
    const path = join(tempDir(), 'lock');
    await withLock(path, { ...LEASE, waitMs: 1000 }, async () => {
      breakStaleLock(path, LEASE);
      expect(stateOfLock(path, LEASE)).toBe('held');
    });
  });
});

describe('a lease, to whoever only looks', () => {
  const ground = { disk: nodeDisk };

  it('is left where its holder died, and cleared', async () => {
    const lock = join(tempDir(), 'role');
    mkdirSync(join(lock, 'token'), { recursive: true });
    writeFileSync(join(lock, 'token', 'owner.json'), JSON.stringify({ ...dead, until: later() }));
    expect(await isLeftLease(ground, lock)).toBe(true);
    expect(await clearLeftLease(ground, lock)).toBe(true);
    expect(await isLeftLease(ground, lock)).toBe(false);
  });

  it("is not taken from whoever has it, and nobody's is none", async () => {
    const lock = join(tempDir(), 'role');
    const held = { ...ground, ids: createIds(systemClock) };
    await withLease(held, lock, async (lease) => {
      expect(await isLeftLease(ground, lock)).toBe(false);
      await clearLeftLease(ground, lock);
      expect(await lease.replace(join(lock, '..', 'file'), 'mine')).toBe(true);
    });
    expect(await isLeftLease(ground, lock)).toBe(false);
    expect(await isLeftLease(ground, join(lock, 'none'))).toBe(false);
  });
});
