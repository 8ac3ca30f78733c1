// A person with a home, a project and multiplexers of their own, for as long as a benchmark lasts.
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { overlordFormation } from 'ovld';
import { OVLD, remove, wait } from './lib.mjs';

export const ROLES = overlordFormation.roles.map(({ role }) => role);
export const PAUSES = { before: 50, enter: 150, between: 50 };

export const isInstalled = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((dir) => fs.existsSync(join(dir, program)));

/** Every process that was started in the world, by the mark in its environment. */
function inhabitants(dir) {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`OVLD_WORLD=${dir}\0`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

export function openWorld(mux, config = {}) {
  // Short: a socket's path may have 107 bytes with the session's name in it.
  const dir = fs.mkdtempSync('/tmp/ob-');
  const at = (...names) => join(dir, ...names);
  for (const name of ['home', 'rec', 'ctl', 'z', 't', 'one', 'lock']) fs.mkdirSync(at(name));
  fs.mkdirSync(at('project', '.ovld', 'formations'), { recursive: true });
  const env = {
    PATH: process.env.PATH,
    HOME: at('home'),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
    OVLD_WORLD: dir,
    ZELLIJ_SOCKET_DIR: at('z'),
    TMUX_TMPDIR: at('t'),
  };
  const args = ['--record', at('rec'), '--control', at('ctl')];
  const seats = ROLES.map((role) => ({ role, agent: 'mock', args }));
  const { tabs } = overlordFormation;
  // JSON is YAML too.
  fs.writeFileSync(
    at('project', '.ovld', 'formations', 'overlord.yaml'),
    JSON.stringify({ roles: seats, tabs }),
  );
  fs.writeFileSync(
    at('project', '.ovld', 'config.yaml'),
    JSON.stringify({ mux, pauses: PAUSES, ready_timeout: 60, ...config }),
  );

  const run = (program, words) =>
    new Promise((resolve, reject) => {
      const settings = { cwd: at('project'), env, timeout: 90_000, encoding: 'utf8' };
      execFile(program, words, settings, (error, stdout, stderr) =>
        error ? reject(new Error([...words, stdout, stderr].join(' '))) : resolve(stdout),
      ).stdin.end();
    });

  /** Nothing is read: what is timed is the process. */
  const pass = (program, words) =>
    new Promise((resolve, reject) => {
      spawn(program, words, { cwd: at('project'), env, stdio: 'ignore' })
        .on('error', reject)
        .on('close', resolve);
    });

  const linesOf = (path) =>
    fs.existsSync(path)
      ? fs
          .readFileSync(path, 'utf8')
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .map((line) => JSON.parse(line))
      : [];

  return {
    mux,
    at,
    env,
    run,
    /** Whatever runs in this world. */
    inhabitants: () => inhabitants(dir),
    pass,
    ovld: (...words) => run(process.execPath, [OVLD, ...words]),
    relayDir: at('home', '.config', 'ovld', 'relay'),
    record: (role) => linesOf(at('rec', `${role}.jsonl`)),
    /** A person stays with them for an hour: without, the guard takes a benchmark for a loop. */
    stayWith(roles) {
      const then = Date.now() / 1000 + 3600;
      for (const role of roles) {
        const path = at('home', '.config', 'ovld', 'relay', 'person', role);
        fs.writeFileSync(path, '');
        fs.utimesSync(path, then, then);
      }
    },
    journal: () => linesOf(at('home', '.config', 'ovld', 'relay', 'journal.jsonl')),
    /** One order to a mock agent, and its answer. */
    tell: (role, order) =>
      new Promise((resolve, reject) => {
        const client = connect(at('ctl', `${role}.sock`), () =>
          client.write(`${JSON.stringify(order)}\n`),
        );
        let held = '';
        client.setEncoding('utf8').on('data', (chunk) => {
          held += chunk;
          if (!held.includes('\n')) return;
          client.end();
          resolve(JSON.parse(held));
        });
        client.on('error', reject);
      }),
    async close() {
      for (let left = inhabitants(dir); left.length > 0; left = inhabitants(dir)) {
        for (const pid of left) {
          try {
            process.kill(pid, 'SIGKILL');
          } catch {
            // Gone by itself.
          }
        }
        await wait(20);
      }
      remove(dir);
    },
  };
}

/** The first value `look` gives. */
export async function until(look, what) {
  const end = performance.now() + 60_000;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`waited for ${what}`);
    await wait(5);
  }
}
