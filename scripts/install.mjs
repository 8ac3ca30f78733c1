// Installs what package-lock.json names, shows how far it has come, and leaves nothing running when it is
// stopped. What an earlier installation has left half-done is cleared away first: npm stumbles over it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { words } from './setup-words.mjs';

const ARGS = [
  'ci',
  '--no-fund',
  '--no-audit',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-progress',
  '--loglevel=error',
];
const ATTEMPTS = 2;
const LOOK_MS = 500;
const LINE_MS = 10_000;
const INTERRUPTED = 130;

/** Ends this process where it is stopped or cannot be done. */
export async function install(root) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    clearPartial(root);
    if (await runNpm(root)) return;
    if (attempt < ATTEMPTS) process.stderr.write(`${words.again}\n`);
    // An npm whose parent was killed may still write there: it comes to its end.
    await pause(1000 * attempt);
  }
  process.stderr.write(`${words.failed}\n`);
  process.exit(1);
}

/** npm writes its own lockfile last. */
function clearPartial(root) {
  const modules = join(root, 'node_modules');
  if (existsSync(join(modules, '.package-lock.json'))) return;
  rmSync(modules, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Whether it has installed everything. In a group of its own: npm survives a Ctrl-C for seconds, and writes on. */
function runNpm(root) {
  return new Promise((resolve) => {
    const progress = showProgress(root);
    let npm;
    let stopped = false;
    const stop = () => {
      stopped = true;
      const { pid } = npm;
      if (pid === undefined) return;
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    };
    // Before npm is there: a Ctrl-C may come as soon as it is.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, stop);
    npm = spawn('npm', ARGS, { cwd: root, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    npm.stderr.on('data', (said) => progress.say(said));
    const end = (isDone) => {
      progress.end(isDone);
      for (const signal of signals) process.off(signal, stop);
      if (!stopped) return resolve(isDone);
      process.stderr.write(`${words.stopped}\n`);
      process.exit(INTERRUPTED);
    };
    npm.on('error', (error) => {
      process.stderr.write(`${words.noNpm(error.message)}\n`);
      end(false);
    });
    npm.on('close', (code) => end(code === 0));
  });
}

function showProgress(root) {
  const packages = packagesOf(root);
  const began = Date.now();
  const { isTTY } = process.stderr;
  let written = began;
  const line = () => {
    const there = packages.filter((path) => existsSync(join(root, path, 'package.json'))).length;
    const seconds = Math.round((Date.now() - began) / 1000);
    return words.installing(there, packages.length, seconds);
  };
  const look = () => {
    if (isTTY) process.stderr.write(`\r\u001b[2K${line()}`);
    else if (Date.now() - written >= LINE_MS) {
      written = Date.now();
      process.stderr.write(`${line()}\n`);
    }
  };
  process.stderr.write(isTTY ? line() : `${line()}\n`);
  const timer = setInterval(look, LOOK_MS);
  return {
    /** What npm says stands in lines of its own. */
    say(said) {
      if (isTTY) process.stderr.write('\r\u001b[2K');
      process.stderr.write(said);
    },
    end(isDone) {
      clearInterval(timer);
      if (isTTY) process.stderr.write(`\r\u001b[2K${line()}\n`);
      else if (isDone) process.stderr.write(`${line()}\n`);
    },
  };
}

/** Those that every machine gets. */
function packagesOf(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((path) => path !== '' && !packages[path].optional);
}
