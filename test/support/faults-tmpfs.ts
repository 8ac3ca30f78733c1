import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { requireOrSkip } from './require.ts';
import { tempDir } from './temp.ts';
import { waitFor } from './wait-for.ts';

/** A file system of our own, small enough to fill. */
export interface SmallDisk {
  readonly dir: string;
  /** Leaves no byte, or about as many as asked for. */
  fill(spare?: number): void;
  free(): void;
  /** Waits for an instant without a writer: until then the disk is busy. */
  remount(mode: 'ro' | 'rw'): Promise<unknown>;
}

const run = (command: string, ...args: string[]): string | undefined => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
};

export function mountSmallDisk(ctx: TestContext, options: string): SmallDisk {
  const dir = join(tempDir(), 'disk');
  mkdirSync(dir);
  requireOrSkip(ctx, 'tmpfs', mountTmpfs(dir, options));
  const ballast = join(dir, 'ballast');
  return {
    dir,
    fill(spare = 0) {
      const fd = openSync(ballast, 'w');
      const page = Buffer.alloc(4096, 'x');
      let size = 0;
      try {
        for (let i = 0; i < 100_000; i += 1) size += writeSync(fd, page);
      } catch {
        // Full: that was the aim.
      } finally {
        closeSync(fd);
      }
      if (spare > 0) truncateSync(ballast, Math.max(0, size - spare));
    },
    free: () => rmSync(ballast),
    remount: (mode) =>
      waitFor(() => {
        const failed = run('mount', '-o', `remount,${mode}`, dir);
        if (failed !== undefined && !failed.includes('busy')) throw new Error(failed);
        return failed === undefined;
      }, `the disk to be remounted ${mode}`),
  };
}

/** Mounts a tmpfs until the test is over; says why where that is not possible. */
export function mountTmpfs(dir: string, options: string): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may mount';
  const failed = run('mount', '-t', 'tmpfs', '-o', options, 'ovld-test', dir);
  if (failed === undefined) onTestFinished(() => void run('umount', '-l', dir));
  return failed;
}
