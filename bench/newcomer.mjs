// A clone as a newcomer meets it: how soon the first message of `npm start` is on the screen.
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { remove } from './lib.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const FIRST = /human +→ overlord/;
const call = promisify(execFile);

/** npm finds its registry and its cache as it does for the person who measures. */
async function npmSettings() {
  const settings = {};
  for (const name of ['cache', 'registry', 'userconfig']) {
    const { stdout } = await call('npm', ['config', 'get', name], { cwd: root });
    settings[`npm_config_${name}`] = stdout.trim();
  }
  return settings;
}

/** What is committed is cloned; the demo that follows the first message is ended. */
async function firstMessage(dir, settings) {
  const clone = join(dir, 'clone');
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: dir, TMPDIR: dir, ...settings };
  const start = performance.now();
  await call('git', ['clone', '--quiet', root, clone]);
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', ['start'], {
      cwd: clone,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let first;
    const hear = (text) => {
      said += text;
      if (first !== undefined || !FIRST.test(said)) return;
      first = (performance.now() - start) / 1000;
      if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGINT');
    };
    npm.stdout.setEncoding('utf8').on('data', hear);
    npm.stderr.setEncoding('utf8').on('data', hear);
    npm.on('close', () =>
      first === undefined ? reject(new Error(`npm start:\n${said}`)) : resolve(first),
    );
  });
}

/** The first run warms npm's cache, and does not count. */
export async function cloned() {
  const settings = await npmSettings();
  const took = [];
  for (let i = 0; i < 3; i += 1) {
    const dir = fs.mkdtempSync('/tmp/ob-');
    try {
      took.push(await firstMessage(dir, settings));
    } finally {
      remove(dir);
    }
  }
  const counted = took.slice(1);
  const name = 'from git clone to the first message of npm start, with a warm cache of npm, s';
  return { name, ours: Math.max(...counted), below: 30 };
}
