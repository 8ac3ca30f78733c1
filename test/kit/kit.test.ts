import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeDisk } from '../../src/kit/disk.ts';
import { printable } from '../../src/kit/log.ts';
import { createMutex } from '../../src/kit/mutex.ts';
import { identify, isAlive, isEnding } from '../../src/kit/process-identity.ts';
import { watchDir } from '../../src/kit/watch-dir.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

describe('the liveness of a process [R10]', () => {
  it('is true for this process; a start or a boot of another time is not alive', () => {
    const self = identify(process.pid);
    if (self === undefined) throw new Error('cannot identify this process');
    expect(isAlive(self)).toBe(true);
    expect(isAlive({ ...self, start: '1' })).toBe(false);
    expect(isAlive({ ...self, boot: 'another' })).toBe(false);
  });

  it('is false for a killed child even before its parent has reaped it', async () => {
    // The shell that started it never waits for it: the child stays behind as a zombie.
    const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void shell.kill('SIGKILL'));
    const pid = await new Promise<number>((resolve) => {
      shell.stdout.once('data', (data: Buffer) => resolve(Number(data.toString())));
    });
    const child = identify(pid);
    if (child === undefined) throw new Error('no child');
    expect(isAlive(child)).toBe(true);
    process.kill(pid, 'SIGKILL');
    await waitFor(() => !isAlive(child), 'the zombie to count as dead');
  });
});

it('a process that is torn down is ending before it is dead', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux tells');
  // So much memory takes the kernel a while; its pipe is not read, so it waits with all of it.
  const child = spawn('sh', ['-c', 'exec dd if=/dev/zero bs=256M count=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const residentKib = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);
  await waitFor(() => residentKib() > 250_000, 'its memory');
  const known = identify(child.pid ?? 0);
  if (known === undefined) throw new Error('no child');
  expect(isEnding(known.pid)).toBe(false);
  child.kill('SIGKILL');
  let wasSeen = false;
  const until = Date.now() + 5_000;
  while (isAlive(known) && Date.now() < until) wasSeen ||= isEnding(known.pid) && isAlive(known);
  expect(wasSeen).toBe(true);
  expect(isEnding(known.pid)).toBe(true);
});

describe('watching a directory', () => {
  it('works again after the directory was removed and made anew, or replaced [N1]', async () => {
    const dir = `${tempDir()}/watched`;
    mkdirSync(dir);
    let heard = 0;
    const watch = watchDir(nodeDisk, dir, () => (heard += 1));
    onTestFinished(() => watch.close());
    await watch.rearm();
    const change = async (name: string): Promise<void> => {
      heard = 0;
      writeFileSync(`${dir}/${name}`, '');
      await waitFor(() => heard > 0, `a change of ${name}`, 3000);
    };
    await change('one');
    rmSync(dir, { recursive: true });
    await watch.rearm();
    expect(watch.hearing).toBe(false);
    mkdirSync(dir);
    await watch.rearm();
    await change('two');
    renameSync(dir, `${dir}.aside`);
    mkdirSync(dir);
    await watch.rearm();
    await change('three');
  });

  it('reports that it is deaf when the system has no watch left, and tries again [N2]', async () => {
    const dir = tempDir();
    let full = true;
    const disk = {
      ...nodeDisk,
      watch: (...args: Parameters<typeof nodeDisk.watch>) => {
        if (full) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
        return nodeDisk.watch(...args);
      },
    };
    const watch = watchDir(disk, dir, () => undefined);
    onTestFinished(() => watch.close());
    await watch.rearm();
    expect(watch.hearing).toBe(false);
    full = false;
    await watch.rearm();
    expect(watch.hearing).toBe(true);
  });
});

describe('the mutex', () => {
  it('runs calls in order, and goes on after a failure [R4]', async () => {
    const mutex = createMutex();
    const order: number[] = [];
    const turn = (n: number, fails = false) =>
      mutex.run(async () => {
        await new Promise((resolve) => setTimeout(resolve, 3 - n));
        order.push(n);
        if (fails) throw new Error('no');
      });
    const turns = [turn(0), turn(1, true), turn(2)];
    await Promise.allSettled(turns);
    expect(order).toEqual([0, 1, 2]);
  });
});

it('a text of another author is shown without its control characters', () => {
  expect(printable('a\u001b[31mb\u0007\u009b2J\u202ec\n\t')).toBe('a␛[31mb␇\ufffd2J\ufffdc␊\t');
});
