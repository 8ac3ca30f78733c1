// What every example stands on: a home, a project and a multiplexer of its own, gone when it is over.
// Nothing of yours is read or written, and no army of yours is seen.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

// The installed package: beside this folder in the repository, in node_modules wherever you copy it to.
export const OVLD = join(dirname(fileURLToPath(import.meta.resolve('ovld'))), 'ovld.js');

/** Stands there with a reason, or the example has nothing to show. */
export const installed = (program) => spawnSync('which', [program]).status === 0;

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** What the example claims: said when it holds, and the end of the example when it does not. */
export function holds(claim, held) {
  if (!held) throw new Error(`does not hold: ${claim}`);
  say(`✓ ${claim}`);
}

/** Waits for a condition, never for a time. */
export async function until(what, look, patienceMs = 60_000) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`still waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Plays it, cleans up whatever happens, and tells by its exit code whether everything held. */
export async function play(story) {
  // Short, because the path of a multiplexer's socket may only have about a hundred bytes.
  const dir = mkdtempSync('/tmp/ox-');
  for (const place of ['home', 'project', 't', 'z']) mkdirSync(join(dir, place));
  const env = {
    PATH: process.env.PATH,
    HOME: join(dir, 'home'),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
    TMUX_TMPDIR: join(dir, 't'),
    ZELLIJ_SOCKET_DIR: join(dir, 'z'),
  };
  const children = new Set();
  const commands = new Set();
  let stopped = false;
  const world = {
    dir,
    project: join(dir, 'project'),
    env,
    /** Writes a file of the project. */
    write(path, text) {
      const place = join(dir, 'project', path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
      return place;
    },
    /** `ovld …` in the project: its exit code and what it said. */
    ovld(args, { input = '', more = {} } = {}) {
      // A story that was stopped goes no further.
      if (stopped && args[0] !== 'unsummon') return new Promise(() => undefined);
      return new Promise((resolve) => {
        const settings = { cwd: world.project, env: { ...env, ...more }, timeout: 120_000 };
        const child = execFile(
          process.execPath,
          [OVLD, ...args],
          settings,
          (error, stdout, stderr) => {
            commands.delete(child);
            resolve({ code: error === null ? 0 : (error.code ?? -1), stdout, stderr });
          },
        );
        commands.add(child);
        child.stdin.end(input);
      });
    },
    /** The same, for a call that has to work. */
    async does(args, options) {
      const ran = await world.ovld(args, options);
      if (ran.code !== 0) {
        throw new Error(`ovld ${args.join(' ')}: exit ${ran.code}\n${ran.stdout}${ran.stderr}`);
      }
      return ran.stdout;
    },
    tmux: (...args) => {
      const { stdout } = spawnSync('tmux', args, { env, encoding: 'utf8' });
      return stdout;
    },
    relay(role, relayDir) {
      const variables = { OVLD_ROLE: role, OVLD_RELAY_DIR: relayDir, OVLD_SESSION: 'overlord' };
      const child = spawn(process.execPath, [OVLD, 'relay'], {
        env: { ...env, ...variables },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      children.add(child);
      return client(child);
    },
  };
  async function clean() {
    await world.ovld(['unsummon', '--all', '--force']);
    spawnSync('tmux', ['kill-server'], { env, stdio: 'ignore' });
    for (const child of children) child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
  /** Ctrl-C leaves no more behind than an end does. */
  async function stop(signal) {
    if (stopped) return;
    stopped = true;
    const ended = [...commands].map((child) => new Promise((done) => child.on('exit', done)));
    for (const child of commands) child.kill('SIGTERM');
    await Promise.all(ended);
    await clean();
    process.exit(128 + constants.signals[signal]);
  }
  const atSignal = (signal) => void stop(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, atSignal);
  let failure;
  try {
    await story(world);
  } catch (error) {
    failure = error;
  }
  // A stopped story has been cleaned up after already.
  if (stopped) return;
  await clean();
  for (const signal of signals) process.off(signal, atSignal);
  if (failure === undefined) return;
  process.stderr.write(`${failure.stack ?? failure}\n`);
  process.exitCode = 1;
}

/** As much of an MCP client as is needed: one JSON line a request, one a reply. */
function client(child) {
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(error === undefined ? result : { isError: true, ...error });
  });
  let last = 0;
  const ask = (method, params) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    });
  return {
    async hello() {
      const clientInfo = { name: 'example', version: '1' };
      await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
      child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
      return (await ask('tools/list', {})).tools.map(({ name }) => name);
    },
    call: (name, args = {}) => ask('tools/call', { name, arguments: args }),
    /** As a crash would. */
    kill: () =>
      new Promise((resolve) => {
        child.on('close', resolve);
        child.kill('SIGKILL');
      }),
  };
}
