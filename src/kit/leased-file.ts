import { basename, join } from 'node:path';
import { systemClock, type Clock } from './clock.ts';
import type { Disk } from './disk.ts';
import { isErrno } from './errno.ts';
import type { IdMaker } from './id.ts';
import { bootId, identify, isAlive, type ProcessIdentity } from './process-identity.ts';

/** What a lease stands on. Locks and files are on one file system. */
export interface LeaseGround {
  disk: Disk;
  ids: IdMaker;
  clock?: Pick<Clock, 'now' | 'monotonic'>;
  isAlive?: (identity: ProcessIdentity) => boolean;
  /** Whoever holds it longer is passed over, and can then no longer write. */
  leaseMs?: number;
  /** After this long a caller gives up, with `LeaseTaken`. */
  waitMs?: number;
}

export class LeaseTaken extends Error {
  readonly holder: number;
  constructor(holder: number) {
    super('the lease is taken');
    this.name = 'LeaseTaken';
    this.holder = holder;
  }
}

/** The lease was taken from us while we worked: nothing was written. */
class LeaseLost extends Error {}

interface Owner extends ProcessIdentity {
  token: string;
  until: number;
}

/** What a holder may do; each step fails once the lease is somebody else's. */
export interface Lease {
  /** Replaces a file whole, durably. Its draft lies inside the lock: whoever lost that cannot write. */
  replace(target: string, text: string): Promise<void>;
  remove(target: string): Promise<void>;
}

const LEASE_MS = 10_000;
const WAIT_MS = 30_000;
const LOOK_AGAIN_MS = 4;
const TRIES = 5;

/**
 * One at a time between processes, by a directory that holds its owner *and* what it is about to write.
 * A holder that is dead, or later than its lease, is passed over by moving that directory away: whatever
 * the old holder still wants to put in place is gone with it, so it fails instead of writing over the
 * next one's work, and begins again. Nobody's finished write can be undone by a late one.
 *
 * `work` may therefore run more than once; it must read what it needs anew each time.
 */
export async function withLease<T>(
  ground: LeaseGround,
  lock: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const token = await acquire(ground, lock);
    try {
      return await work(leaseOf(ground, lock, token));
    } catch (error) {
      if (!(error instanceof LeaseLost) || attempt === TRIES) throw error;
    } finally {
      await release(ground, lock, token);
    }
  }
}

function leaseOf({ disk }: LeaseGround, lock: string, token: string): Lease {
  let count = 0;
  const orLost = async (step: () => Promise<void>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      if (isErrno(error, 'ENOENT') && !(await holds(disk, lock, token))) throw new LeaseLost();
      throw error;
    }
  };
  const draft = (): string => join(lock, `${token}.${(count += 1)}`);
  return {
    async replace(target, text) {
      const aside = draft();
      await orLost(() => disk.writeNew(aside, text, { sync: true }));
      await orLost(() => disk.rename(aside, target));
      const dir = await disk.openDir(join(target, '..'));
      await dir.sync().finally(() => dir.close());
    },
    async remove(target) {
      const aside = draft();
      // Into the lock, not away: only a holder can.
      await orLost(() => disk.rename(target, aside));
      await disk.unlink(aside).catch(() => undefined);
    },
  };
}

async function acquire(ground: LeaseGround, lock: string): Promise<string> {
  const clock = ground.clock ?? systemClock;
  const end = clock.monotonic() + (ground.waitMs ?? WAIT_MS);
  for (;;) {
    const token = ground.ids.next();
    if (await take(ground, lock, token)) return token;
    const owner = await ownerOf(ground.disk, lock);
    if (owner !== undefined && isStale(ground, owner)) {
      await setAside(ground, lock);
      continue;
    }
    if (clock.monotonic() >= end) throw new LeaseTaken(owner?.pid ?? 0);
    // Those who wait together must not look together.
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS * (0.5 + Math.random())));
  }
}

/** Complete from birth: a directory with its owner in it, moved into place; it fails where one is. */
async function take(ground: LeaseGround, lock: string, token: string): Promise<boolean> {
  const { disk, clock = systemClock, leaseMs = LEASE_MS } = ground;
  const aside = `${lock}.${token}`;
  const self = identify(process.pid) ?? { pid: process.pid, start: '', boot: bootId() };
  const owner: Owner = { ...self, token, until: clock.now() + leaseMs };
  await disk.mkdir(aside);
  try {
    await disk.writeNew(join(aside, 'owner.json'), JSON.stringify(owner), { sync: false });
    await disk.rename(aside, lock);
    return true;
  } catch (error) {
    await clear(disk, aside);
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST')) return false;
    throw error;
  }
}

async function release(ground: LeaseGround, lock: string, token: string): Promise<void> {
  if (await holds(ground.disk, lock, token)) await setAside(ground, lock);
}

async function setAside({ disk, ids }: LeaseGround, lock: string): Promise<void> {
  const aside = `${lock}.${ids.next()}`;
  try {
    await disk.rename(lock, aside);
  } catch (error) {
    // Somebody else was quicker.
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  await clear(disk, aside);
}

const holds = async (disk: Disk, lock: string, token: string): Promise<boolean> =>
  (await ownerOf(disk, lock))?.token === token;

/** Undefined where there is no lock. What nobody of us can have written is stale. */
async function ownerOf(disk: Disk, lock: string): Promise<Owner | undefined> {
  try {
    const value: unknown = JSON.parse(await disk.read(join(lock, 'owner.json'), 4096));
    return isOwner(value) ? value : NOBODY;
  } catch (error) {
    if (error instanceof SyntaxError) return NOBODY;
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
    // An empty lock is nobody's; a lock that is on its way out has no owner to read either.
    return (await disk.stat(lock)) === undefined ? undefined : NOBODY;
  }
}

const NOBODY: Owner = { pid: 0, start: '', boot: '', token: '', until: 0 };

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, start, boot, token, until } = value as Record<string, unknown>;
  const named = [start, boot, token].every((word) => typeof word === 'string');
  return named && Number.isSafeInteger(pid) && typeof until === 'number';
}

/** Somebody's clock may have jumped: a lease further away than any lease is over too. */
function isStale(ground: LeaseGround, owner: Owner): boolean {
  const { clock = systemClock, leaseMs = LEASE_MS } = ground;
  const left = owner.until - clock.now();
  return left <= 0 || left > 10 * leaseMs || !(ground.isAlive ?? isAlive)(owner);
}

async function clear(disk: Disk, dir: string): Promise<void> {
  try {
    for (const name of await disk.names(dir)) {
      await disk.unlink(join(dir, basename(name))).catch(() => undefined);
    }
    await disk.rmdir(dir);
  } catch {
    // What stays is nobody's lock, and is swept with the rest.
  }
}
