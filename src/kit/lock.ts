import fs from 'node:fs';
import { systemClock, type Clock } from './clock.ts';
import { isErrno } from './errno.ts';
import { createIds } from './id.ts';
import { isLeaseOver } from './lease-over.ts';
import { bootId, identify, isAlive, type ProcessIdentity } from './process-identity.ts';

export interface Lease {
  /** A holder that outlives it is passed over, and then works beside the next holder. */
  leaseMs: number;
  /** After this long the work is done without the lock. */
  waitMs: number;
  /** Ends the wait earlier, with the same result. */
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
 * One at a time between processes, by a file. It makes collisions rare, it does not exclude them: after
 * `waitMs` the work is done without the lock. The file is complete from the start (written aside, then
 * linked); only its holder removes it, or a process that moved it aside and found the same dead holder
 * in it.
 */
export async function withLock<T>(path: string, lease: Lease, work: () => Promise<T>): Promise<T> {
  const clock = lease.clock ?? systemClock;
  const token = ids.next();
  const held = await acquire(path, token, lease, clock);
  try {
    return await work();
  } finally {
    if (held && readToken(path) === token) discard(path);
  }
}

async function acquire(path: string, token: string, lease: Lease, clock: Times): Promise<boolean> {
  const end = clock.monotonic() + lease.waitMs;
  for (;;) {
    let holder = readHolder(path);
    if (typeof holder === 'object' && isStale(holder, lease, clock)) {
      removeStale(path, holder);
      holder = readHolder(path);
    }
    if (holder === undefined) {
      const taken = take(path, token, clock.now() + lease.leaseMs);
      if (taken !== 'busy') return taken === 'mine';
    }
    // A lock that cannot be removed or read is waited for like that of a living holder.
    if (lease.signal?.aborted === true || clock.monotonic() >= end) return false;
    // Processes that wait together must not look together.
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

const isStale = (holder: Holder, { leaseMs }: Pick<Lease, 'leaseMs'>, clock: Times): boolean =>
  isLeaseOver(holder.until, clock.now(), leaseMs) || !isAlive(holder);

/** Two processes may find the same stale file; the later one must not remove the next holder's. */
function removeStale(path: string, stale: Holder): void {
  const aside = `${path}.${ids.next()}`;
  try {
    fs.renameSync(path, aside);
    if (readToken(aside) !== stale.token) fs.linkSync(aside, path);
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
    // A lock that stays has an end to its lease, and a file aside is never read.
  }
}

/** For `doctor`; a file that cannot be read may have a living holder, and counts as held. */
export function readLockState(path: string, lease: Pick<Lease, 'leaseMs' | 'clock'>) {
  const holder = readHolder(path);
  if (holder === undefined) return 'free';
  const stale = typeof holder === 'object' && isStale(holder, lease, lease.clock ?? systemClock);
  return stale ? 'stale' : 'held';
}

/** Removes a stale lock, as `withLock` would; true where nothing stale is left. */
export function breakStaleLock(path: string, lease: Pick<Lease, 'leaseMs' | 'clock'>): boolean {
  const holder = readHolder(path);
  if (typeof holder === 'object' && isStale(holder, lease, lease.clock ?? systemClock)) {
    removeStale(path, holder);
  }
  return readLockState(path, lease) !== 'stale';
}

const GARBAGE: Holder = { pid: 0, start: '', boot: '', token: '', until: 0 };

function readToken(path: string): string | undefined {
  const holder = readHolder(path);
  return typeof holder === 'object' ? holder.token : undefined;
}

/**
 * Undefined where there is no file; a text that ovld cannot have written counts as stale. What cannot be
 * read (no file descriptor left, a directory in its place) may have a living holder.
 */
function readHolder(path: string): Holder | 'unreadable' | undefined {
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
