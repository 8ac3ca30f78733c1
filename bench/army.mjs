// An army on a real multiplexer: how soon it is up, how soon a message is submitted, what a look costs.
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bareNode, median, OVLD, quantile, remove, tempDir, timed, wait } from './lib.mjs';
import { isInstalled, openWorld, PAUSES, ROLES, until } from './world.mjs';

const MUXES = ['zellij', 'tmux'];

/** A row for each multiplexer; one that is not installed says so. */
const onEach = (title, measure) => async () => {
  const rows = [];
  for (const mux of MUXES) {
    const name = `${title} (${mux})`;
    rows.push({ name, ...(isInstalled(mux) ? await measure(mux) : { missing: mux }) });
  }
  return rows;
};

async function inWorld(mux, work, config) {
  const world = openWorld(mux, config);
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

const eventAt = (record, name) => {
  const found = record.find(({ event }) => event === name);
  return found && Date.parse(found.at);
};

/** One mock agent alone in a session of the multiplexer, started by the multiplexer's own command. */
const oneAlone = (mux) =>
  inWorld(mux, async (world) => {
    const { at, env } = world;
    const relay = { OVLD_ROLE: 'overlord', OVLD_RELAY_DIR: at('one'), OVLD_SESSION: 'one' };
    const server = { command: process.execPath, args: [OVLD, 'relay'], env: relay };
    fs.writeFileSync(at('mcp.json'), JSON.stringify({ mcpServers: { 'ovld-relay': server } }));
    const argv = [process.execPath, OVLD, 'mock-agent', '--mcp-config', at('mcp.json')];
    argv.push('--record', at('rec'));
    const [program, ...args] = argv;
    const quoted = args.map((word) => JSON.stringify(word)).join(' ');
    fs.writeFileSync(
      at('one.kdl'),
      `layout { pane command=${JSON.stringify(program)} { args ${quoted}; }; }\n`,
    );
    const start = Date.now();
    if (mux === 'tmux') {
      await world.run('tmux', ['new-session', '-d', '-s', 'one', '-x', '200', '-y', '50', ...argv]);
    } else {
      await world.run('zellij', [
        '--layout',
        at('one.kdl'),
        'attach',
        '--create-background',
        'one',
      ]);
    }
    const ready = await until(
      () => eventAt(world.record('overlord'), 'ready'),
      `one in ${env.HOME}`,
    );
    return ready - start;
  });

const sixTogether = (mux) =>
  inWorld(mux, async (world) => {
    const start = Date.now();
    await world.ovld('summon', '--detach', '--no-rituals');
    const ready = ROLES.map((role) => eventAt(world.record(role), 'ready') ?? Infinity);
    return Math.max(...ready) - start;
  });

export const summoning = onEach(
  'ovld summon: six mock agents started without rituals, against one alone in the same multiplexer, p50',
  async (mux) => {
    const [one, six] = [[], []];
    for (let i = 0; i < 9; i += 1) {
      one.push(await oneAlone(mux));
      six.push(await sixTogether(mux));
    }
    return { floor: median(one), ours: median(six), limit: 3 };
  },
);

/** With the pauses around typing as they are unless a person changes them. */
const withRituals = (mux) =>
  inWorld(
    mux,
    async (world) => {
      const start = Date.now();
      await world.ovld('summon', '--detach');
      return (Date.now() - start) / 1000;
    },
    { pauses: {} },
  );

export const summoned = onEach(
  'ovld summon: until the last of six mock agents has its ritual, s',
  async (mux) => {
    const took = [];
    for (let i = 0; i < 3; i += 1) took.push(await withRituals(mux));
    return { ours: median(took) };
  },
);

/** The multiplexer as a relay drives it. */
async function openMuxOf(world) {
  const out = join(tempDir(), 'mux.mjs');
  const root = fileURLToPath(new URL('..', import.meta.url));
  await build({
    absWorkingDir: root,
    entryPoints: ['src/mux/open.ts'],
    outfile: out,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const { openMux } = await import(pathToFileURL(out));
  remove(join(out, '..'));
  const { mux: kind, env, at } = world;
  return openMux({ kind, session: 'overlord', targeting: 'pane', tabs: [], dir: at('lock'), env });
}

const COUNT = 60;
const WARM = 5;

const SUBMITTED =
  'submitted in the recipient’s pane less the pause before Enter, p95, against one mux action, p50';

export const nudging = onEach(`stored to ${SUBMITTED}`, (kind) => submitting(kind, {}));

export const nudgingQueue = onEach(`the same with the queue store: ${SUBMITTED}`, (kind) =>
  submitting(kind, { store: 'queue' }),
);

const submitting = (kind, config) =>
  inWorld(
    kind,
    async (world) => {
      await world.ovld('summon', '--detach', '--no-rituals');
      const mux = await openMuxOf(world);
      const [actions, waits] = [[], []];
      const to = ROLES[1];
      world.stayWith(ROLES);
      for (let i = 0; i < COUNT + WARM; i += 1) {
        const had = world.record(to).length;
        const after = (event) =>
          world
            .record(to)
            .slice(had)
            .find((line) => line.event === event);
        const action = await timed(() => mux.panes());
        const args = { to, subject: 'bench', body: `message ${i}` };
        const { data } = await world.tell(ROLES[0], {
          do: 'call',
          tool: 'send_message',
          arguments: args,
        });
        await until(() => after('rest'), `message ${i} to be read`);
        const stored = world
          .journal()
          .find((line) => line.event === 'stored' && line.id === data.id);
        if (i < WARM) continue;
        actions.push(action);
        waits.push(Date.parse(after('submitted').at) - Date.parse(stored.at) - PAUSES.enter);
        await wait(50);
      }
      const both = (times) => [0.5, 0.95].map((q) => quantile(times, q).toFixed(1)).join(' / ');
      process.stderr.write(`  ${kind}, p50 / p95: ${both(waits)}, one action ${both(actions)}\n`);
      return { floor: median(actions), ours: quantile(waits, 0.95), limit: 6 };
    },
    config,
  );

const QUERIES = {
  zellij: ['--session', 'overlord', 'action', 'list-panes', '--json', '--all'],
  tmux: ['list-panes', '-s', '-t', '=overlord', '-F', '#{pane_id} #{pane_title} #{pane_dead}'],
};

export const looking = onEach(
  'ovld status of six roles less the multiplexer’s own query, against node -e 0, p50',
  (mux) =>
    inWorld(mux, async (world) => {
      await world.ovld('summon', '--detach', '--no-rituals');
      const [bare, query, ours] = [[], [], []];
      for (let i = 0; i < 45; i += 1) {
        bare.push(await bareNode());
        query.push(await timed(() => world.pass(mux, QUERIES[mux])));
        ours.push(await timed(() => world.pass(process.execPath, [OVLD, 'status'])));
      }
      return { floor: median(bare), ours: median(ours) - median(query), limit: 1.5 };
    }),
);
