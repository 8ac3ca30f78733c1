import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { nodeDisk } from '../../src/kit/disk.ts';
import { createIds } from '../../src/kit/id.ts';
import { clearLeftLease, isLeftLease, withLease } from '../../src/kit/leased-file.ts';
import { breakStaleLock, readLockState, withLock } from '../../src/kit/lock.ts';
import { bootId, identify } from '../../src/kit/process-identity.ts';
import { tempDir } from '../support/temp.ts';

const self = () => identify(process.pid) ?? { pid: process.pid, start: '', boot: bootId() };
const dead = { pid: 999_999_999, start: '1', boot: 'another' };
const LEASE = { leaseMs: 60_000 };
const later = (): number => Date.now() + 30_000;

describe('the inspection of a lock', () => {
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
    [
      'is stale where its holder is late',
      () => JSON.stringify({ ...self(), token: 't', until: Date.now() - 1 }),
      'stale',
    ],
    ['is stale where another program wrote it', () => 'mine', 'stale'],
  ])('reports: it %s; only a stale lock is removed', (_what, text, state) => {
    const path = join(tempDir(), 'lock');
    writeFileSync(path, text());
    expect(readLockState(path, LEASE)).toBe(state);
    expect(breakStaleLock(path, LEASE)).toBe(true);
    expect(existsSync(path)).toBe(state === 'held');
  });

  it('reports an unreadable lock as held, and a missing one as free', () => {
    const dir = tempDir();
    mkdirSync(join(dir, 'lock'));
    expect(readLockState(join(dir, 'lock'), LEASE)).toBe('held');
    expect(readLockState(join(dir, 'none'), LEASE)).toBe('free');
  });

  it('takes no lock from its holder', async () => {
    const path = join(tempDir(), 'lock');
    await withLock(path, { ...LEASE, waitMs: 1000 }, async () => {
      breakStaleLock(path, LEASE);
      expect(readLockState(path, LEASE)).toBe('held');
    });
  });
});

describe('the inspection of a lease', () => {
  const ground = { disk: nodeDisk };

  it('reports the lease of a dead holder, and clears it', async () => {
    const lock = join(tempDir(), 'role');
    mkdirSync(join(lock, 'token'), { recursive: true });
    writeFileSync(join(lock, 'token', 'owner.json'), JSON.stringify({ ...dead, until: later() }));
    expect(await isLeftLease(ground, lock)).toBe(true);
    expect(await clearLeftLease(ground, lock)).toBe(true);
    expect(await isLeftLease(ground, lock)).toBe(false);
  });

  it('takes no lease from its holder, and reports none where there is none', async () => {
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
