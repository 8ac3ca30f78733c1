// A relay as a process: start, memory, draining a full inbox, doing nothing.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { openStore, overlordFormation, sendMessage } from 'ovld';
import {
  bareNode,
  envFor,
  letter,
  median,
  OVLD,
  relay,
  remove,
  tempDir,
  timed,
  wait,
} from './lib.mjs';

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'b', version: '1' },
  },
})}\n`;

const rss = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** From spawn to the first byte of an answer; then its memory after a quiet while. */
async function firstAnswer(args, env, settleMs, node = process.execPath) {
  const start = performance.now();
  const child = spawn(node, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(INITIALIZE);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const ms = performance.now() - start;
  if (settleMs > 0) await wait(settleMs);
  const megabytes = settleMs > 0 ? rss(child.pid) : 0;
  child.stdin.end();
  await new Promise((resolve) => child.on('close', resolve));
  return { ms, megabytes };
}

export async function startUp() {
  const dir = tempDir();
  const [bare, ours] = [[], []];
  for (let i = 0; i < 100; i += 1) {
    bare.push(await bareNode());
    ours.push((await firstAnswer([OVLD, 'relay'], envFor(dir, 'storm'), 0)).ms);
  }
  remove(dir);
  return {
    name: 'ovld relay from spawn to its initialize reply, against node -e 0, p50',
    floor: median(bare),
    ours: median(ours),
    limit: 1.9,
  };
}

/** Loads the relay's bundle as a module, with Node's own compile cache. */
const BY_COMPILE_CACHE = `
  require('node:module').enableCompileCache(process.env.CACHE);
  require(process.env.BUNDLE).run([]);
`;

/**
 * What the compile cache of Node 22 and newer gives where the build left no code cache for the engine, as in an
 * installed package. The programs are named by OVLD_NODES, separated by colons.
 */
export async function startUpElsewhere() {
  const rows = [];
  for (const node of (process.env.OVLD_NODES ?? '').split(':').filter(Boolean)) {
    const dir = tempDir();
    const bundle = join(dirname(OVLD), 'relay.js');
    const env = {
      ...envFor(join(dir, 'relay'), 'storm'),
      CACHE: join(dir, 'cache'),
      BUNDLE: bundle,
    };
    const [bare, plain, cached] = [[], [], []];
    for (let i = 0; i < 26; i += 1) {
      bare.push(await bareNode(node));
      plain.push((await firstAnswer([OVLD, 'relay'], env, 0, node)).ms);
      cached.push((await firstAnswer(['-e', BY_COMPILE_CACHE], env, 0, node)).ms);
    }
    remove(dir);
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const row = (how, ours) => ({
      name: `ovld relay from spawn to its initialize reply on Node ${version.slice(1)}, ${how}, p50`,
      floor: median(bare.slice(1)),
      ours: median(ours.slice(1)),
    });
    rows.push(row('compiled at every start', plain), row('by module.enableCompileCache', cached));
  }
  return rows;
}

const ECHO = 'process.stdin.on("data", (data) => process.stdout.write(data))';

export async function memory() {
  const dir = tempDir();
  const [echo, ours] = [[], []];
  for (let i = 0; i < 7; i += 1) {
    echo.push((await firstAnswer(['-e', ECHO], { PATH: process.env.PATH }, 700)).megabytes);
    ours.push((await firstAnswer([OVLD, 'relay'], envFor(dir, 'storm'), 700)).megabytes);
  }
  remove(dir);
  return {
    name: 'resident memory of a relay (MB), against a Node process that echoes stdin',
    floor: median(echo),
    ours: median(ours),
    limit: 1.5,
  };
}

async function drain(count) {
  const dir = tempDir();
  const store = await openStore({ kind: 'files', dir });
  await store.init(overlordFormation);
  for (let i = 0; i < count; i += 1) await sendMessage(store, letter('storm', `message ${i}`));
  const client = relay(dir, 'storm');
  await client.handshake();
  let got = 0;
  const state = { over: false };
  const blocked = [];
  const others = (async () => {
    while (!state.over) {
      blocked.push(await timed(() => client.call('update_status', { status: 'working' })));
      await wait(5);
    }
  })();
  const ms = await timed(async () => {
    for (let remaining = 1; remaining > 0;) {
      const page = await client.call('check_inbox');
      got += page.messages.length;
      remaining = page.remaining;
    }
  });
  state.over = true;
  await others;
  await client.close();
  remove(dir);
  if (got !== count) throw new Error(`drained ${got} of ${count}`);
  return { ms, blocked: Math.max(...blocked) };
}

export async function draining() {
  await drain(1000);
  const small = [];
  for (let i = 0; i < 5; i += 1) small.push((await drain(1000)).ms);
  const large = await drain(10_000);
  return [
    {
      name: 'draining 10,000 unread by check_inbox, against 1,000 (ms)',
      floor: median(small),
      ours: large.ms,
      limit: 12,
    },
    {
      name: 'the longest any other tool waited meanwhile (ms)',
      ours: large.blocked,
      below: 50,
    },
  ];
}

/** Finer than the ticks of /proc/pid/stat: nanoseconds on a CPU, over all threads. */
export function cpuNsOf(pid) {
  let total = 0;
  for (const tid of fs.readdirSync(`/proc/${pid}/task`)) {
    total += Number(fs.readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ')[0]);
  }
  return total;
}

export async function idling() {
  const dir = tempDir();
  const client = relay(dir, 'storm');
  await client.handshake();
  await client.request('tools/list');
  // V8 tidies up after the start for some twenty seconds; idle is what comes then.
  await wait(25_000);
  const before = cpuNsOf(client.pid);
  await wait(60_000);
  const ms = (cpuNsOf(client.pid) - before) / 1e6;
  await client.close();
  remove(dir);
  return {
    name: 'CPU of an idle relay in 60 s, from 25 s after its start (ms)',
    ours: ms,
    below: 10,
  };
}
