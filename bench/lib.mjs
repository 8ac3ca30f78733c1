// What the benchmarks share: figures, a relay client, the floor of this machine's disk.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const OVLD = fileURLToPath(new URL('../dist/ovld.js', import.meta.url));

export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}
export const median = (values) => quantile(values, 0.5);

export const tempDir = () =>
  fs.mkdtempSync(join(process.env.OVLD_BENCH_DIR ?? os.tmpdir(), 'ovld-bench-'));
export const remove = (dir) => fs.rmSync(dir, { recursive: true, force: true });

export const envFor = (dir, role) => ({
  PATH: process.env.PATH,
  OVLD_ROLE: role,
  OVLD_RELAY_DIR: dir,
  OVLD_SESSION: 'overlord',
});

/** A relay process and the shortest client that can talk to it. */
export function relay(dir, role) {
  const child = spawn(process.execPath, [OVLD, 'relay'], {
    env: envFor(dir, role),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  let ids = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const request = (method, params = {}) =>
    new Promise((resolve) => {
      ids += 1;
      waiting.set(ids, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ids, method, params })}\n`);
    });
  const exited = new Promise((resolve) => child.on('close', resolve));
  return {
    pid: child.pid,
    request,
    handshake: () =>
      request('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1' },
      }),
    async call(name, args = {}) {
      const { result } = await request('tools/call', { name, arguments: args });
      if (result.isError) throw new Error(result.content[0].text);
      return result.structuredContent;
    },
    close() {
      child.stdin.end();
      return exited;
    },
  };
}

/** The floor: one message's worth of write, fsync, rename and directory fsync, by hand. */
export function floorOnce(dir, name, text) {
  const fd = fs.openSync(join(dir, 'tmp', name), 'wx', 0o600);
  fs.writeSync(fd, text);
  fs.fsyncSync(fd);
  fs.closeSync(fd);
  fs.renameSync(join(dir, 'tmp', name), join(dir, 'in', name));
  const dirFd = fs.openSync(join(dir, 'in'));
  fs.fsyncSync(dirFd);
  fs.closeSync(dirFd);
}

export function floorDir() {
  const dir = tempDir();
  fs.mkdirSync(join(dir, 'tmp'));
  fs.mkdirSync(join(dir, 'in'));
  return dir;
}

export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const letter = (to, body = 'x'.repeat(500)) => ({
  from: 'overlord',
  to,
  subject: 'bench',
  body,
});

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const bareNode = (node = process.execPath) =>
  timed(
    () =>
      new Promise((resolve) => {
        spawn(node, ['-e', '0'], {
          env: { PATH: process.env.PATH },
          stdio: 'ignore',
        }).on('close', resolve);
      }),
  );
