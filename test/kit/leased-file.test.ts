import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { nodeDisk, type Disk } from '../../src/kit/disk.ts';
import { createIds } from '../../src/kit/id.ts';
import {
  LeaseTaken,
  sweepLocks,
  withLease,
  type Lease,
  type LeaseGround,
} from '../../src/kit/leased-file.ts';
import { scheduledDisk } from '../support/scheduled-disk.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

function place() {
  const dir = tempDir();
  mkdirSync(join(dir, 'lock'));
  const file = join(dir, 'file');
  writeFileSync(file, '0');
  const ground = (more: Partial<LeaseGround> = {}): LeaseGround => ({
    disk: nodeDisk,
    ids: createIds(systemClock),
    ...more,
  });
  return { dir, lock: join(dir, 'lock', 'one'), file, ground };
}

const gate = () => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
};

const increment = (file: string) => async (lease: Lease) => {
  const before = await nodeDisk.read(file, 100);
  await lease.replace(file, String(Number(before) + 1));
};

describe('a lease', () => {
  it('makes what it wrote durable before it is in place, and its name after', async () => {
    const { lock, file, ground, dir } = place();
    const steps: string[] = [];
    const disk: Disk = {
      ...nodeDisk,
      async writeNew(path, text, options) {
        if (String(text) === 'new') steps.push(options.sync ? 'synced' : 'not synced');
        await nodeDisk.writeNew(path, text, options);
      },
      async rename(from, to) {
        if (to === file) steps.push('in place');
        await nodeDisk.rename(from, to);
      },
      async openDir(path) {
        const opened = await nodeDisk.openDir(path);
        return path === dir
          ? { ...opened, sync: () => (steps.push('named'), opened.sync()) }
          : opened;
      },
    };
    await withLease(
      ground({ disk }),
      lock,
      async (lease) => void (await lease.replace(file, 'new')),
    );
    expect(steps).toEqual(['synced', 'in place', 'named']);
  });

  it('lets one at a time read and replace a file, and leaves an empty lock [bastion.exclusive.1]', async () => {
    const { lock, file, ground, dir } = place();
    const workers = Array.from({ length: 8 }, () => ground());
    await Promise.all(
      workers.map(async (one) => {
        for (let n = 0; n < 10; n += 1) await withLease(one, lock, increment(file));
      }),
    );
    expect(readFileSync(file, 'utf8')).toBe('80');
    expect(readdirSync(join(dir, 'lock'))).toEqual(['one']);
    expect(readdirSync(lock)).toEqual([]);
  });

  it('of a dead holder is taken at once', async () => {
    const { lock, file, ground } = place();
    mkdirSync(join(lock, 'token'), { recursive: true });
    const until = Date.now() + 60_000;
    const owner = { pid: 999_999_999, start: '1', boot: 'b', until };
    writeFileSync(join(lock, 'token', 'owner.json'), JSON.stringify(owner));
    await withLease(ground({ waitMs: 0 }), lock, increment(file));
    expect(readFileSync(file, 'utf8')).toBe('1');
  });

  it.each([
    ['no owner', (lock: string) => mkdirSync(join(lock, 'token'), { recursive: true })],
    [
      'half an owner',
      (lock: string) => {
        mkdirSync(join(lock, 'token'), { recursive: true });
        writeFileSync(join(lock, 'token', 'owner.json'), '{"pid":');
      },
    ],
    ['nothing in it', (lock: string) => mkdirSync(lock)],
    [
      'a foreign file',
      (lock: string) => {
        mkdirSync(lock);
        writeFileSync(join(lock, '.DS_Store'), 'x');
      },
    ],
    [
      'a lease of a clock that jumped',
      (lock: string) => {
        mkdirSync(join(lock, 'token'), { recursive: true });
        const owner = { pid: process.pid, start: '', boot: '', until: Date.now() + 86_400_000 };
        writeFileSync(join(lock, 'token', 'owner.json'), JSON.stringify(owner));
      },
    ],
  ])('that has %s has no holder', async (_what, plant) => {
    const { lock, file, ground } = place();
    plant(lock);
    await withLease(ground({ waitMs: 500, isAlive: () => true }), lock, increment(file));
    expect(readFileSync(file, 'utf8')).toBe('1');
  });

  it("of a living holder is waited for, and the error names the holder's pid", async () => {
    const { lock, file, ground } = place();
    const [inside, done] = [gate(), gate()];
    const holder = withLease(ground(), lock, async () => {
      inside.open();
      await done.passed;
    });
    await inside.passed;
    const waiting = withLease(ground({ waitMs: 30 }), lock, increment(file));
    const taken = await waiting.catch((error: unknown) => error);
    expect(taken).toBeInstanceOf(LeaseTaken);
    expect(taken).toMatchObject({ holder: process.pid });
    expect(readFileSync(file, 'utf8')).toBe('0');
    done.open();
    await holder;
  });

  it('that expired keeps its holder from writing, and the holder starts again [bastion.exclusive.1]', async () => {
    const { lock, file, ground } = place();
    const [inside, done] = [gate(), gate()];
    const seen: string[] = [];
    const late = withLease(ground({ leaseMs: 20 }), lock, async (lease) => {
      const before = await nodeDisk.read(file, 100);
      seen.push(before);
      inside.open();
      await done.passed;
      await lease.replace(file, `${before} late`);
    });
    await inside.passed;
    await withLease(ground(), lock, async (lease) => {
      // The late one wakes up while the next one holds the lease.
      done.open();
      await waitFor(() => seen.length === 1, 'the late one');
      await new Promise((resolve) => setTimeout(resolve, 20));
      await lease.replace(file, 'next');
    });
    await late;
    expect(seen).toEqual(['0', 'next']);
    expect(readFileSync(file, 'utf8')).toBe('next late');
  });

  it('that is lost again and again is given up, with nothing written', async () => {
    const { lock, file, ground } = place();
    let tries = 0;
    const unlucky = withLease(ground(), lock, async (lease) => {
      tries += 1;
      for (const token of readdirSync(lock)) {
        await nodeDisk.unlink(join(lock, token, 'owner.json'));
        await nodeDisk.rmdir(join(lock, token));
      }
      await lease.replace(file, 'never');
    });
    await expect(unlucky).rejects.toBeInstanceOf(LeaseTaken);
    expect(tries).toBe(5);
    expect(readFileSync(file, 'utf8')).toBe('0');
  });

  it('passes on the error of its work, also that of a missing directory', async () => {
    const { lock, file, ground, dir } = place();
    const failing = withLease(ground(), lock, (lease) => lease.replace(join(dir, 'no/file'), 'x'));
    await expect(failing).rejects.toMatchObject({ code: 'ENOENT' });
    await withLease(ground({ waitMs: 0 }), lock, increment(file));
    expect(readFileSync(file, 'utf8')).toBe('1');
  });

  it('does not recreate a directory that was removed', async () => {
    const { dir, file, ground } = place();
    const gone = withLease(ground(), join(dir, 'gone', 'one'), increment(file));
    await expect(gone).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(join(dir, 'gone'))).toBe(false);
  });

  it('that could not be released does not undo what was written', async () => {
    const { lock, file, ground } = place();
    const rmdir: Disk['rmdir'] = () => Promise.reject(Object.assign(new Error(), { code: 'EIO' }));
    await withLease(ground({ disk: { ...nodeDisk, rmdir } }), lock, increment(file));
    expect(readFileSync(file, 'utf8')).toBe('1');
  });

  it('sweeps the old drafts of killed processes', async () => {
    const { dir, ground } = place();
    const left = join(dir, 'lock', 'one.token');
    mkdirSync(join(left, 'token'), { recursive: true });
    writeFileSync(join(left, 'token', 'owner.json'), '{}');
    await sweepLocks(ground(), join(dir, 'lock'));
    expect(existsSync(left)).toBe(true);
    const clock = { now: () => Date.now() + 2 * 3_600_000, monotonic: () => 0 };
    await sweepLocks(ground({ clock }), join(dir, 'lock'));
    expect(readdirSync(join(dir, 'lock'))).toEqual([]);
  });
});

describe('leases of processes that die, stall and overtake each other', () => {
  it('lose no write that was acknowledged, in any order of their steps [bastion.exclusive.1 bastion.guaranteed.1]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.record({ dies: fc.boolean(), impatient: fc.boolean(), stalls: fc.boolean() }), {
          minLength: 2,
          maxLength: 4,
        }),
        fc.integer({ min: 1, max: 40 }),
        async (scheduler, workers, deathAt) => {
          const { lock, file } = place();
          const acknowledged: string[] = [];
          let steps = 0;
          const runs = workers.map(async ({ dies, impatient, stalls }, i) => {
            const life = { dead: false };
            const disk = scheduledDisk(scheduler, life, new Map());
            const counted: Disk = {
              ...disk,
              rename: (from, to) => {
                steps += 1;
                if (dies && steps >= deathAt) life.dead = true;
                return disk.rename(from, to);
              },
            };
            // An impatient one takes every lease for over: its holders are all late.
            const isAlive = (): boolean => !impatient;
            const ground = { disk: counted, ids: createIds(systemClock), isAlive, waitMs: 300 };
            for (let n = 0; n < 2; n += 1) {
              const name = `${i}.${n}`;
              await withLease(ground, lock, async (lease) => {
                const before = await counted.read(file, 10_000);
                // As one that was stopped for a while: what it knows is old when it goes on.
                if (stalls && n === 0) await new Promise((resolve) => setTimeout(resolve, 40));
                await lease.replace(file, `${before} ${name}`);
              });
              acknowledged.push(name);
            }
          });
          const all = Promise.allSettled(runs);
          await Promise.race([drained(scheduler), all]);
          const words = readFileSync(file, 'utf8').split(' ');
          for (const name of acknowledged) expect(words, name).toContain(name);
        },
      ),
      { numRuns: 25 },
    );
  });
});

/** Lets the scheduler go on until no task has anything left to do; waiters look again by a timer. */
async function drained(scheduler: fc.Scheduler): Promise<void> {
  let quiet = 0;
  while (quiet < 60) {
    if (scheduler.count() > 0) {
      quiet = 0;
      await scheduler.waitOne();
    } else {
      quiet += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}
