import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { ancestorNames, ancestorsOf, kinByPs } from '../../src/kit/processes.ts';

/** A process that is the child of a shell of ours. */
async function grandchild(): Promise<{ shell: number; pid: number }> {
  const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  onTestFinished(() => void process.kill(-shell.pid!, 'SIGKILL'));
  const pid = await new Promise<number>((resolve) => {
    shell.stdout.once('data', (data: Buffer) => resolve(Number(data.toString())));
  });
  return { shell: shell.pid!, pid };
}

it('the programs a process descends from are told, nearest first', async () => {
  const { shell, pid } = await grandchild();
  const [parent, ...above] = ancestorsOf(pid);
  expect(parent).toEqual({ pid: shell, name: expect.stringMatching(/sh$/) });
  expect(above[0]?.pid).toBe(process.pid);
  expect(above.slice(1).map(({ name }) => name)).toEqual(ancestorNames());
});

it('of a process that is not there, nothing is', () => {
  expect(ancestorsOf(999_999_999)).toEqual([]);
  expect(kinByPs(999_999_999)).toBeUndefined();
});

it('ps tells the same of a process', async () => {
  const { shell, pid } = await grandchild();
  expect(kinByPs(pid)).toEqual({ parent: shell, name: expect.stringMatching(/^s(leep|h)$|sh$/) });
});
