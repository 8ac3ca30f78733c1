import { dirname, join } from 'node:path';
import { systemClock, type Clock } from './clock.ts';
import { UnfitFile, type Disk } from './disk.ts';
import { errnoOf, isErrno } from './errno.ts';
import type { IdMaker } from './id.ts';
import { isLeaseOver } from './lease-over.ts';
import { bootId, identify, isAlive, type ProcessIdentity } from './process-identity.ts';

/** What a lease stands on. Locks and files are on one file system. */
export interface LeaseGround {
  disk: Disk;
  ids: IdMaker;
  clock?: Pick<Clock, 'now' | 'monotonic'>;
  isAlive?: (identity: ProcessIdentity) => boolean;
  /** A process that holds it longer is passed over, and can then no longer write. */
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

/** The lease was taken from us while we worked: nothing more was written. */
class LeaseLost extends Error {}

interface Owner extends ProcessIdentity {
  until: number;
}

/** What a holder may do; each step fails once another process has the lease. */
export interface Lease {
  /**
   * Replaces a file whole, durably. Its draft lies inside the lock: a holder that lost that cannot write.
   * `same`: asked last, when only the rename is left to do; false where it said no, and nothing was done.
   */
  replace(
    target: string,
    text: string | Uint8Array,
    same?: () => Promise<boolean>,
  ): Promise<boolean>;
  /** The same, not durable yet: for many files whose directory is synced once. */
  place(target: string, text: string): Promise<void>;
  remove(target: string): Promise<void>;
  /** From now on it lasts as long again: for work that takes its time, and must not be done by two. */
  renew(): Promise<void>;
}

const LEASE_MS = 10_000;
const WAIT_MS = 30_000;
const LOOK_AGAIN_MS = 4;
const TRIES = 5;
const OWNER = 'owner.json';

/**
 * One at a time between processes, by a directory `{lock}/{token}/` that holds its owner *and* what it is
 * about to write.
 *
 *  - Taken by moving `{lock}.{token}/` to `{lock}`, whole from birth; that fails while a token is in
 *    there, and an empty `{lock}` has no holder.
 *  - A holder that is dead, or later than its lease, is passed over by removing *its* `{lock}/{token}/`.
 *    Only then can the next one take the lock, and from then on every path of the old holder leads
 *    nowhere: what it still wants to put in place fails (in the kernel too, where it was half-way there),
 *    and it begins again. A late write can undo no finished one.
 *  - No process removes a token it has not read: a lock that changed hands meanwhile stays untouched.
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
      if (!(error instanceof LeaseLost)) throw error;
      if (attempt === TRIES) throw new LeaseTaken(0);
    } finally {
      // What is done stays done: a lock that cannot be let go runs out.
      await letGo(ground.disk, lock, token).catch(() => undefined);
    }
  }
}

function leaseOf(ground: LeaseGround, lock: string, token: string): Lease {
  const { disk } = ground;
  let count = 0;
  const mine = join(lock, token);
  const orLost = async (step: () => Promise<void>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      if (isErrno(error, 'ENOENT') && (await disk.stat(join(mine, OWNER))) === undefined)
        throw new LeaseLost();
      throw error;
    }
  };
  const draft = (): string => join(mine, String((count += 1)));
  async function place(
    target: string,
    text: string | Uint8Array,
    sync: boolean,
    same?: () => Promise<boolean>,
  ): Promise<boolean> {
    const aside = draft();
    await orLost(() => disk.writeNew(aside, text, { sync }));
    if ((await same?.()) === false) {
      await disk.unlink(aside).catch(() => undefined);
      return false;
    }
    await orLost(() => disk.rename(aside, target));
    return true;
  }
  return {
    async replace(target, text, same) {
      // Opened first: a process out of descriptors must fail while nothing is visible yet.
      const dir = await disk.openDir(dirname(target));
      try {
        if (!(await place(target, text, true, same))) return false;
        await dir.sync();
        return true;
      } finally {
        dir.close();
      }
    },
    async place(target, text) {
      await place(target, text, false);
    },
    async remove(target) {
      const aside = draft();
      // Into the lock, not away: only a holder can.
      await orLost(() => disk.rename(target, aside));
      await disk.unlink(aside).catch(() => undefined);
    },
    async renew() {
      try {
        await place(join(mine, OWNER), JSON.stringify(ownerNow(ground)), false);
      } catch (error) {
        // A disk that is full takes nothing away: it runs out when it would have.
        if (errnoOf(error) === undefined) throw error;
      }
    },
  };
}

function ownerNow({ clock = systemClock, leaseMs = LEASE_MS }: LeaseGround): Owner {
  const self = identify(process.pid) ?? { pid: process.pid, start: '', boot: bootId() };
  return { ...self, until: clock.now() + leaseMs };
}

async function acquire(ground: LeaseGround, lock: string): Promise<string> {
  const clock = ground.clock ?? systemClock;
  const end = clock.monotonic() + (ground.waitMs ?? WAIT_MS);
  for (;;) {
    const found = await holdersOf(ground.disk, lock);
    for (const { token, owner } of found) {
      if (owner === undefined || isStale(ground, owner)) await letGo(ground.disk, lock, token);
    }
    const token = ground.ids.next();
    // Looking first: making a lock for every look would cost more than it does to wait.
    if (found.length === 0 && (await take(ground, lock, token))) return token;
    if (found.length > 0 && (await holdersOf(ground.disk, lock)).length === 0) continue;
    if (clock.monotonic() >= end) throw new LeaseTaken(found[0]?.owner?.pid ?? 0);
    // Those who wait together must not look together.
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS * (0.5 + Math.random())));
  }
}

/** Complete from birth: a directory with its owner in it, moved into place; it fails where one is. */
async function take(ground: LeaseGround, lock: string, token: string): Promise<boolean> {
  const { disk } = ground;
  const aside = `${lock}.${token}`;
  // Not the directories above it: a store that was taken away must not come back as a lock.
  await disk.mkdir(aside, { parents: false });
  try {
    await disk.mkdir(join(aside, token), { parents: false });
    await disk.writeNew(join(aside, token, OWNER), JSON.stringify(ownerNow(ground)), {
      sync: false,
    });
    await disk.rename(aside, lock);
    return true;
  } catch (error) {
    await letGo(disk, aside, token).catch(() => undefined);
    await disk.rmdir(aside).catch(() => undefined);
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Its owner first, so that a process that misses a draft of its own knows why; the directory last: as long
 * as that stands, no other process can take the lock.
 */
async function letGo(disk: Disk, lock: string, token: string): Promise<void> {
  const dir = join(lock, token);
  for (;;) {
    try {
      await gone(() => disk.unlink(join(dir, OWNER)));
      for (const name of await disk.names(dir)) await gone(() => disk.unlink(join(dir, name)));
      await disk.rmdir(dir);
      return;
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return;
      // A foreign file in a lock does not stand in the way for long.
      if (isErrno(error, 'ENOTDIR')) return gone(() => disk.unlink(dir));
      // A late holder is writing another draft.
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    }
  }
}

async function gone(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

interface Holding {
  token: string;
  /** Undefined where no process of ours can have written it, or it is half removed. */
  owner: Owner | undefined;
}

async function holdersOf(disk: Disk, lock: string): Promise<Holding[]> {
  try {
    const found: Holding[] = [];
    for (const token of await disk.names(lock)) {
      found.push({ token, owner: await ownerIn(disk, join(lock, token)) });
    }
    return found;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

async function ownerIn(disk: Disk, dir: string): Promise<Owner | undefined> {
  try {
    const value: unknown = JSON.parse(await disk.read(join(dir, OWNER), 4096));
    return isOwner(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UnfitFile) return undefined;
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, start, boot, until } = value as Record<string, unknown>;
  const named = [start, boot].every((word) => typeof word === 'string');
  return named && Number.isSafeInteger(pid) && typeof until === 'number';
}

function isStale(ground: Omit<LeaseGround, 'disk' | 'ids'>, owner: Owner): boolean {
  const { clock = systemClock, leaseMs = LEASE_MS } = ground;
  const isOver = isLeaseOver(owner.until, clock.now(), Math.max(leaseMs, LEASE_MS));
  return isOver || !(ground.isAlive ?? isAlive)(owner);
}

/** For doctor: a lock that its holder has left for good. A lock without a holder is none. */
export async function isLeftLease(
  ground: Omit<LeaseGround, 'ids'>,
  lock: string,
): Promise<boolean> {
  return (await staleTokens(ground, lock)).length > 0;
}

/** As the next one who wants it would; true where nothing stale is left. */
export async function clearLeftLease(
  ground: Omit<LeaseGround, 'ids'>,
  lock: string,
): Promise<boolean> {
  for (const token of await staleTokens(ground, lock)) await letGo(ground.disk, lock, token);
  return !(await isLeftLease(ground, lock));
}

async function staleTokens(ground: Omit<LeaseGround, 'ids'>, lock: string): Promise<string[]> {
  const found = await holdersOf(ground.disk, lock);
  return found.flatMap(({ token, owner }) =>
    owner === undefined || isStale(ground, owner) ? [token] : [],
  );
}

const LEFT_FOR_MS = 60 * 60_000;

/** What a killed process left beside the locks of a directory, on its way to taking one. */
export async function sweepLocks(
  { disk, clock = systemClock }: Pick<LeaseGround, 'disk' | 'clock'>,
  dir: string,
): Promise<void> {
  for (const name of await disk.names(dir)) {
    const stat = name.includes('.') ? await disk.stat(join(dir, name)) : undefined;
    if (stat?.kind !== 'dir' || clock.now() - stat.modifiedMs < LEFT_FOR_MS) continue;
    const inside = await disk.names(join(dir, name)).catch(() => []);
    for (const token of inside) await letGo(disk, join(dir, name), token).catch(() => undefined);
    await disk.rmdir(join(dir, name)).catch(() => undefined);
  }
}
