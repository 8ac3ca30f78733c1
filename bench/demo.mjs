// The demo as a newcomer meets it: how soon the first message is on the screen, and how long it all takes.
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { bareNode, median, OVLD, remove, wait } from './lib.mjs';
import { isInstalled } from './world.mjs';

const FIRST = /human +→ overlord/;
const LAST = /Nothing was lost: all \d+ messages/;
const ENV = { LANG: 'C.UTF-8', TERM: 'xterm-256color', SHELL: '/bin/sh' };
const LONGEST_MS = 90_000;

/** With pipes: what a machine without a multiplexer, or a log, gets to see. */
function told(dir) {
  const env = { ...ENV, PATH: process.env.PATH, HOME: dir, TMPDIR: dir };
  const start = performance.now();
  const child = spawn(process.execPath, [OVLD, 'demo'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let screen = '';
  let first;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    screen += text;
    if (FIRST.test(screen)) first ??= performance.now() - start;
  });
  return new Promise((resolve, reject) => {
    child.on('close', () => {
      if (!LAST.test(screen)) reject(new Error(`the demo did not end well:\n${screen}`));
      else resolve({ first, total: performance.now() - start });
    });
  });
}

/** In a terminal of a private tmux, 120×40, read back from its screen. */
async function shown(dir, mux) {
  const host = (...words) =>
    new Promise((resolve, reject) => {
      const env = { ...ENV, PATH: process.env.PATH, HOME: '/nonexistent' };
      const asked = ['-S', join(dir, 'host'), '-f', '/dev/null', ...words];
      execFile('tmux', asked, { env }, (error, out) => (error ? reject(error) : resolve(out)));
    });
  const own = { ...ENV, PATH: process.env.PATH, HOME: dir, TMPDIR: dir };
  const words = Object.entries(own).map(([key, value]) => `${key}=${value}`);
  const argv = ['env', '-i', ...words, process.execPath, OVLD, 'demo', '--mux', mux];
  const start = performance.now();
  // What it leaves on the screen is read after it has ended.
  const remain = [';', 'set-option', '-g', 'remain-on-exit', 'on'];
  await host('new-session', '-d', '-s', 'seat', '-x', '120', '-y', '40', ...argv, ...remain);
  try {
    const seen = async (text) => {
      while (!text.test(await host('capture-pane', '-p', '-t', 'seat'))) {
        if (performance.now() - start > LONGEST_MS) throw new Error(`the demo on ${mux} hangs`);
        await wait(10);
      }
      return performance.now() - start;
    };
    return { first: await seen(FIRST), total: await seen(LAST) };
  } finally {
    await host('kill-server').catch(() => undefined);
  }
}

const inDir = async (work) => {
  const dir = fs.mkdtempSync('/tmp/ob-');
  try {
    return await work(dir);
  } finally {
    remove(dir);
  }
};

const RUNS = 3;

/** The figure is for eyes, the ratio for comparing machines: what else was going on is in both. */
async function rowsOf(where, run) {
  const floors = [];
  const runs = [];
  for (let i = 0; i < RUNS; i += 1) {
    floors.push(await bareNode());
    runs.push(await inDir(run));
  }
  const [floor, first] = [median(floors), median(runs.map((one) => one.first))];
  const seconds = Math.max(...runs.map(({ total }) => total)) / 1000;
  return [
    { name: `demo: first message on screen, ms (${where})`, ours: first, below: 5_000 },
    { name: `demo: first message, against node -e 0 (${where})`, ours: first / floor },
    { name: `demo: from start to end, s (${where})`, ours: seconds, below: 60 },
  ];
}

export async function demo() {
  const rows = await rowsOf('transcript', told);
  for (const mux of ['zellij', 'tmux']) {
    const there = isInstalled(mux) && isInstalled('tmux');
    const name = `demo: first message on screen, ms (${mux})`;
    rows.push(...(there ? await rowsOf(mux, (dir) => shown(dir, mux)) : [{ name, missing: mux }]));
  }
  return rows;
}
