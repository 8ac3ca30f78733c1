// The terminal dashboard: how soon a stored message is on the screen, and what it costs while nothing happens.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { cpuNsOf } from './process.mjs';
import { OVLD, quantile, relay, remove, tempDir, wait } from './lib.mjs';
import { isInstalled, until } from './world.mjs';

const MESSAGES = 60;

/** An army on disk with two relays and no agents, and a dashboard of it in a terminal of its own. */
async function watched(work) {
  const home = tempDir();
  const dir = join(home, '.config/ovld/relay');
  fs.mkdirSync(join(home, '.config/ovld/armies'), { recursive: true });
  const record = { session: 'overlord', folder: home, formation: 'overlord', mux: 'tmux' };
  fs.writeFileSync(
    join(home, '.config/ovld/armies/overlord.json'),
    JSON.stringify({ ...record, relay_dir: dir, started_at: new Date().toISOString() }),
  );
  const clients = ['overlord', 'storm'].map((role) => relay(dir, role));
  for (const client of clients) {
    await client.handshake();
    await client.request('tools/list');
  }
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  // `script` lends a terminal, and what is drawn there comes out of it at once.
  const shell = `stty rows 40 cols 120; exec '${process.execPath}' '${OVLD}' dashboard`;
  const terminal = spawn('script', ['-qfc', shell, '/dev/null'], {
    cwd: home,
    env: { ...env, SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let drawn = '';
  const heard = new Set();
  terminal.stdout.setEncoding('utf8').on('data', (text) => {
    drawn += text;
    for (const listener of heard) listener(text);
  });
  const over = new Promise((resolve) => terminal.on('close', resolve));
  try {
    await until(() => drawn.includes('Roles') || undefined, 'the dashboard to draw');
    return await work({ clients, dir, heard, pid: childOf(terminal.pid) });
  } finally {
    terminal.stdin.write('q');
    await over;
    for (const client of clients) await client.close();
    remove(home);
  }
}

/** The dashboard itself, which has taken the place of the shell; what it asks now and then is below it. */
const childOf = (pid) =>
  Number(fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

/** When the journal has it that a message was stored. */
const storedAt = (dir, id) =>
  fs
    .readFileSync(join(dir, 'journal.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('"stored"'))
    .map((line) => Date.parse(JSON.parse(line).at))[0];

export async function dashboardShows() {
  const name = 'message stored to shown by the terminal dashboard, p95 (ms)';
  if (!isInstalled('script')) return { name, missing: 'script' };
  const took = await watched(async ({ clients: [from], dir, heard }) => {
    const all = [];
    for (let i = 0; i < MESSAGES; i += 1) {
      const subject = `figure-${i}-`;
      const shown = new Promise((resolve) => {
        const listen = (text) => {
          if (!text.includes(subject)) return;
          heard.delete(listen);
          resolve(Date.now());
        };
        heard.add(listen);
      });
      const { id } = await from.call('send_message', { to: 'storm', subject, body: 'b' });
      all.push(Math.max(0, (await shown) - storedAt(dir, id)));
      await wait(100 + 37 * (i % 5));
    }
    return all;
  });
  return { name, ours: quantile(took, 0.95), below: 150 };
}

export async function dashboardIdle() {
  const name = 'CPU of an idle terminal dashboard in 60 s, from 25 s after its start (ms)';
  if (!isInstalled('script')) return { name, missing: 'script' };
  return watched(async ({ pid }) => {
    await wait(25_000);
    const before = cpuNsOf(pid);
    await wait(60_000);
    return { name, ours: (cpuNsOf(pid) - before) / 1e6, below: 50 };
  });
}
