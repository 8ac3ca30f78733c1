import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { ancestorNames, ancestorsOf, readProcessByPs } from '../../src/kit/processes.ts';

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

it('the ancestors of a process are listed, nearest first', async () => {
  const { shell, pid } = await grandchild();
  const [parent, ...above] = ancestorsOf(pid);
  expect(parent).toEqual({ pid: shell, name: expect.stringMatching(/sh$/) });
  expect(above[0]?.pid).toBe(process.pid);
  expect(above.slice(1).map(({ name }) => name)).toEqual(ancestorNames());
});

it('a process that does not exist has no ancestors', () => {
  expect(ancestorsOf(999_999_999)).toEqual([]);
  expect(readProcessByPs(999_999_999)).toBeUndefined();
});

it('ps reports the same of a process', async () => {
  const { shell, pid } = await grandchild();
  expect(readProcessByPs(pid)).toEqual({
    parent: shell,
    name: expect.stringMatching(/^s(leep|h)$|sh$/),
  });
});
