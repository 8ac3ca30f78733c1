import fs from 'node:fs';
import { systemClock, type Clock } from './clock.ts';
import { isErrno } from './errno.ts';
import { createIds } from './id.ts';
import { bootId, identify, isAlive, type ProcessIdentity } from './process-identity.ts';

export interface Lease {
  /** A holder that outlives it is passed over: whatever it does then, it does beside others. */
  leaseMs: number;
  /** After this long the work is done without the lock. */
  waitMs: number;
  /** Given up earlier by it, with the same end. */
  signal?: AbortSignal | undefined;
  clock?: Pick<Clock, 'now' | 'monotonic'>;
}

type Times = NonNullable<Lease['clock']>;

interface Holder extends ProcessIdentity {
  token: string;
  until: number;
}

const LOOK_AGAIN_MS = 5;
const ids = createIds(systemClock);

/**
 * One at a time between processes, by a file. It makes collisions rare, it does not exclude them:
 * nobody waits for ever, so whoever needs certainty needs something else. The file is complete from
 * birth (written aside, then linked), and it is taken away only by its holder, or by whoever moved
 * it aside and found the same dead holder in it.
 */
export async function withLock<T>(path: string, lease: Lease, work: () => Promise<T>): Promise<T> {
  const clock = lease.clock ?? systemClock;
  const token = ids.next();
  const held = await acquire(path, token, lease, clock);
  try {
    return await work();
  } finally {
    if (held && tokenIn(path) === token) discard(path);
  }
}

async function acquire(path: string, token: string, lease: Lease, clock: Times): Promise<boolean> {
  const end = clock.monotonic() + lease.waitMs;
  for (;;) {
    let holder = read(path);
    if (typeof holder === 'object' && isStale(holder, lease, clock)) {
      remove(path, holder);
      holder = read(path);
    }
    if (holder === undefined) {
      const taken = take(path, token, clock.now() + lease.leaseMs);
      if (taken !== 'busy') return taken === 'mine';
    }
    // Every round comes here: what cannot be removed, or read, is waited for like a living holder.
    if (lease.signal?.aborted === true || clock.monotonic() >= end) return false;
    // Those who wait together must not look together.
    const ms = LOOK_AGAIN_MS * (0.5 + Math.random());
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}

function take(path: string, token: string, until: number): 'mine' | 'busy' | 'impossible' {
  const aside = `${path}.${token}`;
  try {
    const self = identify(process.pid) ?? { pid: process.pid, start: '', boot: bootId() };
    fs.writeFileSync(aside, JSON.stringify({ ...self, token, until }), { flag: 'wx', mode: 0o600 });
    fs.linkSync(aside, path);
    return 'mine';
  } catch (error) {
    // A directory that is gone, a disk that is full: the work matters more than the lock.
    return isErrno(error, 'EEXIST') ? 'busy' : 'impossible';
  } finally {
    discard(aside);
  }
}

/** Somebody's clock may have jumped: a lease further away than any lease is over too. */
function isStale(holder: Holder, { leaseMs }: Pick<Lease, 'leaseMs'>, clock: Times): boolean {
  const left = holder.until - clock.now();
  return left <= 0 || left > 10 * leaseMs || !isAlive(holder);
}

/** Two may find the same stale file; the one who comes late must not remove the next holder's. */
function remove(path: string, stale: Holder): void {
  const aside = `${path}.${ids.next()}`;
  try {
    fs.renameSync(path, aside);
    if (tokenIn(aside) !== stale.token) fs.linkSync(aside, path);
  } catch {
    // Gone already, or taken again meanwhile.
  } finally {
    discard(aside);
  }
}

function discard(path: string): void {
  try {
    fs.rmSync(path, { force: true });
  } catch {
    // What stays has an end to its lease, or nobody asks for it.
  }
}

export type LockState = 'free' | 'held' | 'stale';

/** For whoever looks after the machine; what cannot be read may be anybody's, and counts as held. */
export function stateOfLock(path: string, lease: Pick<Lease, 'leaseMs' | 'clock'>): LockState {
  const holder = read(path);
  if (holder === undefined) return 'free';
  const stale = typeof holder === 'object' && isStale(holder, lease, lease.clock ?? systemClock);
  return stale ? 'stale' : 'held';
}

/** As the next one who wants it would; true where nothing stale is left. */
export function breakStaleLock(path: string, lease: Pick<Lease, 'leaseMs' | 'clock'>): boolean {
  const holder = read(path);
  if (typeof holder === 'object' && isStale(holder, lease, lease.clock ?? systemClock)) {
    remove(path, holder);
  }
  return stateOfLock(path, lease) !== 'stale';
}

const GARBAGE: Holder = { pid: 0, start: '', boot: '', token: '', until: 0 };

function tokenIn(path: string): string | undefined {
  const holder = read(path);
  return typeof holder === 'object' ? holder.token : undefined;
}

/**
 * Undefined where nothing is; what nobody of us can have written counts as stale. What cannot be read
 * (no file descriptor left, a directory in its place) may be anybody's.
 */
function read(path: string): Holder | 'unreadable' | undefined {
  let text: string;
  try {
    text = fs.readFileSync(path, 'utf8');
  } catch (error) {
    return isErrno(error, 'ENOENT') ? undefined : 'unreadable';
  }
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : GARBAGE;
  } catch {
    return GARBAGE;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, start, boot, token, until } = value as Record<string, unknown>;
  const words = [start, boot, token].every((word) => typeof word === 'string');
  return words && Number.isSafeInteger(pid) && typeof until === 'number';
}
