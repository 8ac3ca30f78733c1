import { describe, expect, it } from 'vitest';
import { exec } from '../../src/kit/exec.ts';
import { isAlive, identify } from '../../src/kit/process-identity.ts';
import { waitFor } from '../support/wait-for.ts';

const env = { PATH: process.env['PATH'] };
const patient = { timeoutMs: 20_000 };
const sh = (script: string, stdin?: string) =>
  exec({ program: 'sh', args: ['-c', script], stdin, env }, patient);

describe('running a program', () => {
  it.each([
    ['returns what it printed', 'printf out; printf err >&2', 0, 'out', 'err'],
    ['returns an outcome when it fails', 'exit 3', 3, '', ''],
    ['passes no stdin unless given some', 'cat', 0, '', ''],
  ])('%s', async (_name, script, code, stdout, stderr) => {
    expect(await sh(script)).toEqual({
      code,
      signal: null,
      stdout,
      stderr,
      missing: false,
      timedOut: false,
    });
  });

  it('passes stdin, which the program may ignore', async () => {
    expect((await sh('cat', '魔王')).stdout).toBe('魔王');
    expect((await sh('exit 0', 'x'.repeat(1_000_000))).code).toBe(0);
  });

  it('passes only the environment that is given', async () => {
    const named = { program: 'env', args: [], env: { ...env, ONLY: 'this', NOT: undefined } };
    const { stdout } = await exec(named, patient);
    expect(stdout.trim().split('\n').sort()).toEqual(['ONLY=this', `PATH=${env.PATH}`]);
  });

  it('distinguishes a missing program from a failing one', async () => {
    const outcome = await exec({ program: 'no-such-program', args: [], env }, patient);
    expect(outcome).toMatchObject({ code: null, missing: true, timedOut: false });
  });

  it('returns an outcome for arguments that the system refuses', async () => {
    const long = 'x'.repeat(200_000);
    expect(await exec({ program: 'true', args: [long], env }, patient)).toMatchObject({
      code: null,
      missing: false,
    });
    expect((await exec({ program: 'true', args: ['a\0b'], env }, patient)).code).toBeNull();
  });

  it('kills a program that hangs, even with a grandchild that holds its pipes', async () => {
    const script = 'sleep 60 & echo $!; wait';
    const outcome = await exec({ program: 'sh', args: ['-c', script], env }, { timeoutMs: 300 });
    expect(outcome).toMatchObject({ code: null, signal: 'SIGKILL', timedOut: true });
    const grandchild = identify(Number(outcome.stdout));
    if (grandchild === undefined) throw new Error(`no grandchild: ${outcome.stdout}`);
    process.kill(grandchild.pid, 'SIGKILL');
    await waitFor(() => !isAlive(grandchild), 'the grandchild to end');
  });

  it('stops a program that prints without end', async () => {
    const outcome = await sh('yes');
    expect(outcome.signal).toBe('SIGKILL');
    expect(outcome.stdout.length).toBeLessThanOrEqual(16 * 1024 * 1024);
  });
});
