// Lets a bundle do its usual work once and writes V8's code cache of it.  node warm.mjs <dist> <bundle>
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Script } from 'node:vm';

const [dist, name] = [resolve(process.argv[2]), process.argv[3]];
const file = join(dist, `${name}.js`);
const dir = mkdtempSync(join(tmpdir(), 'ovld-warm-'));

/** The requests come from the parent process. */
async function asRelay({ run }) {
  Object.assign(process.env, {
    OVLD_ROLE: 'overlord',
    OVLD_RELAY_DIR: join(dir, 'relay'),
    OVLD_SESSION: 'overlord',
  });
  await run([]);
}

const pane = (role, id) => ({
  id,
  is_plugin: false,
  is_suppressed: false,
  is_floating: false,
  is_held: false,
  exited: false,
  title: role,
  pane_x: 0,
  pane_y: id,
  pane_columns: 80,
  pane_rows: 20,
  tab_position: 0,
  tab_name: 'command',
  pane_command: 'agent',
});

/** Multiplexers that say what real ones say of an army, because a build needs none. */
function pretendMuxes(roles) {
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  const say = (program, cases) => {
    const lines = cases.map(([when, text], i) => {
      writeFileSync(join(bin, `${program}.${i}`), text);
      return `  *${when}*) /bin/cat '${bin}/${program}.${i}';;`;
    });
    const script = ['#!/bin/sh', 'case "$*" in', ...lines, 'esac'].join('\n');
    writeFileSync(join(bin, program), `${script}\n`, { mode: 0o755 });
  };
  say('zellij', [
    ['--version', 'zellij 0.45.1\n'],
    ['list-sessions', 'zellij [Created 1s ago] \n'],
    ['list-panes', JSON.stringify(roles.map(pane))],
  ]);
  const tmuxPanes = roles.map((role, i) => `%${i}\t0\t0\t1\t0\t0\t80\t20\t${role}\tcommand\tt\n`);
  say('tmux', [
    ['-V', 'tmux 3.4\n'],
    ['list-panes', `1\t$0\t1\ttmux\t\ttmux\t/tmp/x\n${tmuxPanes.join('')}`],
  ]);
  process.env.PATH = bin;
}

async function asStatus({ run }) {
  process.env.HOME = dir;
  const { openStore, overlordFormation } = await import(join(dist, 'index.mjs'));
  const roles = overlordFormation.roles.map(({ role }) => role);
  pretendMuxes(roles);
  mkdirSync(join(dir, '.config', 'ovld', 'armies'), { recursive: true });
  for (const mux of ['zellij', 'tmux']) {
    const relayDir = join(dir, mux);
    const store = await openStore({ kind: 'files', dir: relayDir });
    const formation = { ...overlordFormation, mux, agent: 'mock', folder: dir };
    await store.init(formation);
    await store.writeOutfit(formation, []);
    const relay = { pid: process.pid, start: '', boot: '' };
    for (const role of roles) {
      const seat = { relay, agent: { kind: 'mock', process: relay }, doorbells: ['typed'] };
      await store.seats.add(role, seat);
      await store.statuses.observe(role, 'idle');
    }
    const record = { session: mux, folder: dir, formation: 'overlord', mux, relay_dir: relayDir };
    writeFileSync(
      join(dir, '.config', 'ovld', 'armies', `${mux}.json`),
      JSON.stringify({ ...record, started_at: new Date().toISOString() }),
    );
  }
  if ((await run(['--all'])) !== 0) throw new Error('no status');
}

async function asMockAgent({ run }) {
  const [mcpConfig, record] = [join(dir, 'mcp.json'), join(dir, 'record')];
  const env = { OVLD_ROLE: 'overlord', OVLD_RELAY_DIR: join(dir, 'relay'), OVLD_SESSION: 'warm' };
  const server = { command: process.execPath, args: [join(dist, 'ovld.js'), 'relay'], env };
  writeFileSync(mcpConfig, JSON.stringify({ mcpServers: { 'ovld-relay': server } }));
  const ended = run(['--mcp-config', mcpConfig, '--record', record]);
  const happened = async (event) => {
    const said = () => existsSync(record) && readFileSync(record, 'utf8').includes(`"${event}"`);
    for (let i = 0; i < 1000 && !said(); i += 1) await wait(10);
  };
  await happened('ready');
  process.stdin.emit('data', Buffer.from('\u001b[200~[MESSAGE from storm] mail\u001b[201~'));
  process.stdin.emit('data', Buffer.from('\r'));
  await happened('rest');
  process.emit('SIGTERM');
  if ((await ended) !== 0) throw new Error('the mock agent did not end well');
}

/** The longest way: to everything but the start itself. */
async function asApp({ runApp }) {
  process.env.HOME = dir;
  process.chdir(dir);
  pretendMuxes([]);
  const flags = ['--detach', '--dry-run', '--mux', 'tmux', '--agent', 'mock'];
  if ((await runApp(['summon', ...flags])) !== 0) throw new Error('no plan');
}

const usualWork = { app: asApp, relay: asRelay, status: asStatus, 'mock-agent': asMockAgent };

// The same wrapper as src/kit/cached-script.ts: V8 takes a cache only for the very same text.
const source = `(function(exports,require,module,__dirname){${readFileSync(file, 'utf8')}\n})`;
const script = new Script(source, { filename: file });
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(file), module, dist);
await usualWork[name](module.exports);
const cache = `${file}.${process.versions.v8}-${process.arch}.cache`;
writeFileSync(cache, script.createCachedData());
rmSync(dir, { recursive: true, force: true });
process.exit(0);
