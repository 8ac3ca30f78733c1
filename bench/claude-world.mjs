// An army of real claudes that ask a scripted model, in a world of its own (bench/world.mjs).
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { openStore, overlordFormation, sendMessage } from 'ovld';
import { remove, tempDir, wait } from './lib.mjs';
import { isInstalled, openWorld, ROLES, until } from './world.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const HOME = join(root, 'test/support/claude-home.ts');

const PARTS = `
export { scriptedModel } from './test/support/model/server.ts';
export { bash, call, gate, refuse, relayCall, say } from './test/support/model/reply.ts';
export { followsOrders, isWoken, order, readsItsMail } from './test/support/model/rules.ts';
export { CLAUDE, furnish } from './test/support/claude-home.ts';
export { seeded } from './test/support/faults-random.ts';
export { openMux } from './src/mux/open.ts';
`;

/** What the tests have for it already, which is TypeScript. */
async function load() {
  const out = join(tempDir(), 'parts.mjs');
  await build({
    stdin: { contents: PARTS, resolveDir: root, loader: 'ts' },
    outfile: out,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Where claude is, is told by the place of the file that says it.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(HOME).href) },
  });
  const parts = await import(pathToFileURL(out));
  remove(join(out, '..'));
  return parts;
}
let loaded;
export const partsOfTests = () => (loaded ??= load());

/** What is not installed of what such an army needs. */
export async function missingFor(mux) {
  const { CLAUDE } = await partsOfTests();
  if (!fs.existsSync(CLAUDE)) return 'claude';
  return isInstalled(mux) ? undefined : mux;
}

const STRIP = `import { readFileSync, writeFileSync } from 'node:fs';
const { hooks, ...rest } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
writeFileSync(process.argv[2], JSON.stringify(rest));
`;

/** The claudes of some roles are started without the hooks in their settings. */
function withoutHooks({ at }, roles) {
  fs.renameSync(at('bin', 'claude'), at('bin', 'claude-as-is'));
  fs.writeFileSync(at('strip.mjs'), STRIP);
  const script = [
    '#!/bin/sh',
    'for word in "$@"; do',
    '  case $last in --name) role=$word ;; --settings) settings=$word ;; esac',
    '  last=$word',
    'done',
    `case $role in ${roles.join('|')}) '${process.execPath}' '${at('strip.mjs')}' "$settings" ;; esac`,
    `exec '${at('bin', 'claude-as-is')}' "$@"`,
    '',
  ].join('\n');
  fs.writeFileSync(at('bin', 'claude'), script, { mode: 0o755 });
}

/** An army of these roles alone, tab by tab. */
function armyOf(wanted, seats) {
  const among = ({ role }) => wanted.includes(role);
  const roles = wanted.map((role) => ({ role, ...seats[role] }));
  const tabs = overlordFormation.tabs
    .map((tab) => ({ ...tab, panes: tab.panes.filter(among).map(({ role }) => ({ role })) }))
    .filter(({ panes }) => panes.length > 0);
  return { roles, tabs };
}

/**
 * `rules`: what the model does. `socket` false: relays do not know of their claude's inbox socket.
 * `bare`: roles without hooks. Everything sent is counted.
 */
export async function openClaudeWorld(mux, options = {}) {
  const parts = await partsOfTests();
  const { rules = [parts.readsItsMail], socket = true, bare = [], roles = ROLES } = options;
  const { agent = 'claude', seats = {} } = options;
  const model = await parts.scriptedModel(...rules);
  const world = openWorld(mux);
  const { at, env, relayDir } = world;
  fs.mkdirSync(at('bin'));
  env.PATH = `${at('bin')}:${env.PATH}`;
  parts.furnish(at(), { url: model.url, socket, env: {} });
  if (bare.length > 0) withoutHooks(world, bare);
  const own = at('project', '.ovld');
  // The pauses are those people have.
  fs.writeFileSync(
    join(own, 'config.yaml'),
    JSON.stringify({ mux, ready_timeout: 120, ...options.config }),
  );
  if (agent === 'claude') {
    fs.writeFileSync(
      join(own, 'formations', 'overlord.yaml'),
      JSON.stringify(armyOf(roles, seats)),
    );
  }

  let store;
  /** Role by id. */
  const sent = new Map();
  let muxOpened;
  const openedMux = () =>
    (muxOpened ??= parts.openMux({
      kind: mux,
      session: 'overlord',
      targeting: 'pane',
      tabs: overlordFormation.tabs,
      dir: at('lock'),
      env,
    }));

  const stateOf = (role) => {
    try {
      return JSON.parse(fs.readFileSync(join(relayDir, 'state', role), 'utf8')).state;
    } catch {
      return undefined;
    }
  };
  const processes = () =>
    world.inhabitants().map((pid) => ({ pid, argv: read(`/proc/${pid}/cmdline`).split('\0') }));

  return {
    ...world,
    model,
    parts,
    sent,
    stateOf,
    openedMux,
    async summon(...more) {
      await world.ovld('summon', '--agent', agent, '--detach', ...more);
      store = await openStore({ kind: 'files', dir: relayDir });
      world.stayWith(roles);
    },
    /** Stored and flagged by this process, as a sender's relay does it; when it was called. */
    async send(from, to, body = 'read it') {
      const startedAt = performance.now();
      const { id } = await sendMessage(store, { from, to, subject: 'bench', body });
      sent.set(id, to);
      return { id, startedAt, storedAt: performance.now() };
    },
    /** The claude of a role by pid. */
    claudes() {
      const found = new Map();
      for (const { pid, argv } of processes()) {
        const name = argv.indexOf('--name');
        if (name < 0 || !argv[0]?.endsWith('/claude')) continue;
        const role = argv[name + 1];
        // For an instant a child of it bears its name.
        if (!found.has(role) || pid < found.get(role)) found.set(role, pid);
      }
      return found;
    },
    relays: () => processes().filter(({ argv }) => argv.includes('relay')),
    async paneOf(role) {
      const panes = await (await openedMux()).panes();
      const pane = panes.find((one) => one.role === role) ?? panes.find((p) => p.title === role);
      if (pane === undefined) throw new Error(`${role} has no pane`);
      return pane.id;
    },
    /** One frame into claude's inbox socket. */
    post: (pid, text) =>
      new Promise((resolve, reject) => {
        const frame = { type: 'user', message: { role: 'user', content: text } };
        const inbox = connect(at('c', 'cc-socks', `${pid}.sock`), () =>
          inbox.end(`${JSON.stringify(frame)}\n`),
        );
        inbox.resume().on('close', resolve).on('error', reject);
      }),
    /** The first turn of the role after request `n` that is told of mail. */
    told: (role, n) =>
      until(
        () => model.requests(role).find((request) => request.n > n && request.nudges.length > 0),
        `${role} to be told of mail`,
      ),
    /** Every turn is over, and so is what claude does after one. */
    async rests(...some) {
      await until(
        () =>
          some.every(
            (role) =>
              ['idle', undefined].includes(stateOf(role)) &&
              model.entries(role).every(({ answeredAt, leftAt }) => answeredAt ?? leftAt),
          ) || undefined,
        `${some.join(', ')} to rest`,
      );
      await wait(250);
    },
    /** Of all that was sent: what has not reached its model, and what has, unmarked, twice. */
    counts() {
      const [lost, duplicated] = [[], []];
      const seen = new Map(roles.map((role) => [role, model.fetched(role)]));
      for (const [id, role] of sent) {
        const fetched = seen.get(role)?.get(id);
        if (fetched === undefined) lost.push(id);
        else if (fetched.unmarked > 1) duplicated.push(id);
      }
      return { sent: sent.size, fetched: sent.size - lost.length, lost, duplicated };
    },
    async close() {
      await world.close();
      await model.close();
    },
  };
}

function read(path) {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The multiplexer's own command, as a person would type it. */
const command = ({ mux, env }, ...words) =>
  new Promise((resolve, reject) => {
    execFile(mux, words, { env }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });

/** Paste, pause, Enter, without a look at anything. */
export async function typeByHand(world, pane, text, pauseMs) {
  const { mux, at } = world;
  if (mux === 'tmux') {
    const file = at(`paste-${pane.slice(1)}`);
    fs.writeFileSync(file, text);
    const buffer = `hand${pane.slice(1)}`;
    await command(world, 'load-buffer', '-b', buffer, file);
    await command(world, 'paste-buffer', '-p', '-d', '-b', buffer, '-t', pane);
    await wait(pauseMs);
    await command(world, 'send-keys', '-t', pane, 'Enter');
    return;
  }
  const action = (...words) => command(world, '--session', 'overlord', 'action', ...words);
  await action('paste', '--pane-id', pane, text);
  await wait(pauseMs);
  await action('send-keys', '--pane-id', pane, 'Enter');
}
