import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withLock } from '../../src/kit/lock.ts';
import { bootId, identify } from '../../src/kit/process-identity.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const patient = { leaseMs: 30_000, waitMs: 30_000 };
const source = fileURLToPath(new URL('../../src/kit/lock.ts', import.meta.url));

/** Another process, with the lock module as its own. */
function inProcess(dir: string, script: string): ChildProcess {
  const built = `${dir}/../${basename(dir)}.lock.mjs`;
  const options = { bundle: true, platform: 'node', format: 'esm', outfile: built } as const;
  // Once a test: another process may be reading it.
  if (!existsSync(built)) buildSync({ ...options, entryPoints: [source] });
  onTestFinished(() => rmSync(built, { force: true }));
  const whole = `
    import fs from 'node:fs';
    import { withLock } from ${JSON.stringify(built)};
    const dir = ${JSON.stringify(dir)};
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    ${script}`;
  // Few enough files to run out of them.
  const words = ['-c', 'ulimit -n 256; exec "$@"', 'sh', process.execPath, '--input-type=module'];
  const child = spawn('sh', [...words, '-e', whole], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => void child.on('close', resolve));

const holder = (overrides: object): string =>
  JSON.stringify({
    ...identify(process.pid),
    token: 'another',
    until: Date.now() + 10_000,
    ...overrides,
  });

describe('a lock between processes', () => {
  it('admits one process at a time', async () => {
    const dir = tempDir();
    writeFileSync(`${dir}/counter`, '0');
    const script = `
      for (let i = 0; i < 25; i += 1) {
        await withLock(dir + '/lock', ${JSON.stringify(patient)}, async () => {
          const seen = Number(fs.readFileSync(dir + '/counter', 'utf8'));
          await pause(1);
          fs.writeFileSync(dir + '/counter', String(seen + 1));
        });
      }`;
    const codes = await Promise.all([1, 2, 3, 4].map(() => ended(inProcess(dir, script))));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(readFileSync(`${dir}/counter`, 'utf8')).toBe('100');
    expect(readdirSync(dir)).toEqual(['counter']);
  });

  it('of a killed holder is taken over at once', async () => {
    const dir = tempDir();
    const script = `await withLock(dir + '/lock', ${JSON.stringify(patient)}, () => pause(60_000))`;
    const child = inProcess(dir, script);
    // Alone: killed a moment before, it would leave what it had written aside.
    await waitFor(() => readdirSync(dir).join() === 'lock', 'the other to hold the lock');
    const end = ended(child);
    child.kill('SIGKILL');
    await end;
    const start = performance.now();
    await withLock(`${dir}/lock`, patient, async () => undefined);
    expect(performance.now() - start).toBeLessThan(patient.waitMs / 2);
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each([
    ['its lease is over', holder({ until: Date.now() - 1 })],
    ['its lease ends after any lease can', holder({ until: Date.now() + 1e9 })],
    ['it is of another boot', holder({ boot: 'another' })],
    ['it is another life of the pid', holder({ start: '1' })],
    ['it is no holder', '{"pid":1}'],
    ['it is torn', holder({}).slice(0, 20)],
    ['it is empty', ''],
  ])('is taken over when %s', async (_name, text) => {
    const path = `${tempDir()}/lock`;
    writeFileSync(path, text);
    const seen = await withLock(path, patient, async () => readFileSync(path, 'utf8'));
    expect(JSON.parse(seen)).toMatchObject({ pid: process.pid, boot: bootId() });
  });

  it('is waited for as long as told; then the work runs without it and leaves it alone', async () => {
    const path = `${tempDir()}/lock`;
    const other = holder({});
    writeFileSync(path, other);
    const lease = { leaseMs: 10_000, waitMs: 50 };
    expect(await withLock(path, lease, async () => 'done')).toBe('done');
    expect(readFileSync(path, 'utf8')).toBe(other);
  });

  it('does not stop the work when its directory is gone', async () => {
    expect(await withLock(`${tempDir()}/none/lock`, patient, async () => 'done')).toBe('done');
  });

  it.each<[string, (dir: string) => string]>([
    ['a directory', (dir) => (mkdirSync(`${dir}/lock`), `${dir}/lock`)],
    ['a link that leads nowhere', (dir) => (symlinkSync('lock', `${dir}/lock`), `${dir}/lock`)],
    ['below a file', (dir) => (writeFileSync(`${dir}/file`, ''), `${dir}/file/lock`)],
  ])('is waited for like any other when its path is %s, and that stays', async (_name, make) => {
    const dir = tempDir();
    const path = make(dir);
    const before = readdirSync(dir);
    const script = `
      process.exitCode = 1;
      const work = async () => void (process.exitCode = 0);
      await withLock(${JSON.stringify(path)}, { leaseMs: 10_000, waitMs: 50 }, work);`;
    expect(await ended(inProcess(dir, script))).toBe(0);
    expect(readdirSync(dir)).toEqual(before);
  });

  it('is kept by its holder when no file descriptor is left, and the work goes on', async () => {
    const dir = tempDir();
    const other = holder({});
    writeFileSync(`${dir}/lock`, other);
    const script = `
      const files = [];
      try { for (;;) files.push(fs.openSync('/dev/null')); } catch {}
      let ticks = 0;
      const ticking = setInterval(() => (ticks += 1), 1);
      const done = await withLock(dir + '/lock', { leaseMs: 10_000, waitMs: 100 }, async () => 'done');
      clearInterval(ticking);
      for (const file of files) fs.closeSync(file);
      process.exitCode = done === 'done' && ticks > 0 ? 0 : 1;`;
    expect(await ended(inProcess(dir, script))).toBe(0);
    expect(readFileSync(`${dir}/lock`, 'utf8')).toBe(other);
    expect(readdirSync(dir)).toEqual(['lock']);
  });

  it('that is stale and cannot be removed does not block the work for ever', async () => {
    const dir = tempDir();
    writeFileSync(`${dir}/lock`, '');
    const script = `
      fs.renameSync = () => { throw Object.assign(new Error('no'), { code: 'EACCES' }); };
      await withLock(dir + '/lock', { leaseMs: 10_000, waitMs: 100 }, async () => undefined);`;
    expect(await ended(inProcess(dir, script))).toBe(0);
    expect(readdirSync(dir)).toEqual(['lock']);
  });

  it('is released by a holder that fails', async () => {
    const dir = tempDir();
    const failing = withLock(`${dir}/lock`, patient, async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(readdirSync(dir)).toEqual([]);
  });
});
