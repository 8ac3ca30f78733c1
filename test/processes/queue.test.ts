import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openQueue } from '../../src/store/open-queue.ts';
import { tempDir } from '../support/temp.ts';
import { waitFor } from '../support/wait-for.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Says of every write what became of it, once it is done: that line is the acknowledgement. */
const WRITER = `import { openQueue } from 'ovld';
  const [, dir, name, count, leaseMs] = process.argv;
  const queue = await openQueue(dir, { leaseMs: Number(leaseMs) });
  for (let i = 0; i < Number(count); i += 1) {
    const id = await queue.write('marshall', name + '.' + i, 'wake_up', 'envoy');
    process.stdout.write(id + ' ' + name + '.' + i + '\\n');
  }`;

interface Writer {
  child: ChildProcess;
  acknowledged: () => { id: string; message: string }[];
  ended: Promise<number | null>;
}

function writer(dir: string, name: string, count: number, leaseMs = 10_000): Writer {
  const args = ['--input-type=module', '-e', WRITER, dir, name, String(count), String(leaseMs)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      // A killed process prints nothing; a failed one prints why.
      expect(err).toBe('');
      resolve(code);
    });
  });
  const acknowledged = () =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => ({ id: line.split(' ')[0] ?? '', message: line.split(' ')[1] ?? '' }));
  return { child, acknowledged, ended };
}

/** The process that has the lease just now. */
function holder(dir: string): number | undefined {
  const lock = join(dir, 'queue/.lock/marshall');
  try {
    for (const token of readdirSync(lock)) {
      const owner = JSON.parse(readFileSync(join(lock, token, 'owner.json'), 'utf8')) as {
        pid: number;
      };
      return owner.pid;
    }
  } catch {
    // Between two of them.
  }
  return undefined;
}

async function assertAllArrived(dir: string, writers: readonly Writer[]): Promise<number> {
  const entries = await (await openQueue(dir)).read('marshall');
  const found = new Map(entries.map(({ id, message }) => [id, message]));
  expect(found.size).toBe(entries.length);
  expect(new Set(found.values()).size).toBe(entries.length);
  let count = 0;
  for (const { id, message } of writers.flatMap((one) => one.acknowledged())) {
    expect(found.get(id)).toBe(message);
    count += 1;
  }
  expect(readdirSync(join(dir, 'queue/bad'))).toEqual([]);
  return count;
}

describe('processes that write to one inbox', () => {
  // [bastion.exclusive.1 bastion.guaranteed.1 bastion.inbox.2]
  it(
    'keep all of six times two hundred messages, each with an id of its own',
    { timeout: 180_000 },
    async () => {
      const dir = tempDir();
      await openQueue(dir);
      const writers = [...'abcdef'].map((name) => writer(dir, name, 200));
      expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0, 0, 0, 0, 0]);
      expect(await assertAllArrived(dir, writers)).toBe(1200);
      const entries = await (await openQueue(dir)).read('marshall');
      expect(entries).toHaveLength(1200);
      expect(entries.at(-1)?.id).toBe('msg_1200');
    },
  );

  // [bastion.exclusive.1 bastion.guaranteed.1 bastion.write.2]
  it(
    'leave what was acknowledged and a free lease when they are killed at any moment',
    { timeout: 180_000 },
    async () => {
      const dir = tempDir();
      await openQueue(dir);
      const writers: Writer[] = [];
      let holders = 0;
      for (let round = 0; round < 8; round += 1) {
        const fresh = ['x', 'y', 'z'].map((name) => writer(dir, `${name}${round}`, 100_000));
        writers.push(...fresh);
        await waitFor(() => fresh.every((one) => one.acknowledged().length > 3), 'writes', 60_000);
        for (const { child } of fresh) {
          // Of those that live, the one inside if there is one.
          await waitFor(() => holder(dir) !== undefined, 'a holder', 10_000);
          const inside = fresh.find((one) => one.child.pid === holder(dir))?.child ?? child;
          if (inside.pid === holder(dir)) holders += 1;
          inside.kill('SIGKILL');
        }
        for (const { child } of fresh) child.kill('SIGKILL');
        await Promise.all(fresh.map(({ ended }) => ended));
        // A dead holder is passed over at once, not after its lease.
        const impatient = await openQueue(dir, { waitMs: 5_000 });
        await impatient.write('marshall', `after ${round}`, 'wake_up', 'envoy');
      }
      expect(holders).toBeGreaterThan(0);
      expect(await assertAllArrived(dir, writers)).toBeGreaterThan(50);
      expect(holder(dir)).toBeUndefined();
    },
  );

  it(
    'overwrite nothing when they are stopped until their lease has expired [bastion.exclusive.1]',
    { timeout: 180_000 },
    async () => {
      const dir = tempDir();
      await openQueue(dir);
      const writers = ['p', 'q', 'r'].map((name) => writer(dir, name, 100_000, 250));
      const total = (): number => writers.reduce((sum, one) => sum + one.acknowledged().length, 0);
      await waitFor(() => total() > 20, 'writes', 60_000);
      let stopped = 0;
      for (let round = 0; round < 6; round += 1) {
        let caught: Writer | undefined;
        await waitFor(
          () => {
            const pid = holder(dir);
            const found = writers.find(({ child }) => child.pid === pid);
            if (found === undefined) return false;
            found.child.kill('SIGSTOP');
            if (holder(dir) === found.child.pid) caught = found;
            else found.child.kill('SIGCONT');
            return caught !== undefined;
          },
          'a holder to stop',
          30_000,
        );
        stopped += 1;
        const before = total();
        // The others go on once its lease is over.
        await waitFor(() => total() > before + 10, 'others to go on', 60_000);
        const own = caught!.acknowledged().length;
        caught!.child.kill('SIGCONT');
        await waitFor(() => caught!.acknowledged().length > own + 2, 'it goes on too', 60_000);
      }
      expect(stopped).toBe(6);
      for (const { child } of writers) child.kill('SIGKILL');
      await Promise.all(writers.map(({ ended }) => ended));
      expect(await assertAllArrived(dir, writers)).toBe(total());
    },
  );
});
