// npm run soak: an army of six, messages at random and trouble at random, and in the end what became
// of every message. Exit 1 where one is lost, or doubled without a mark.
//   OVLD_SOAK_MINUTES=10 OVLD_SOAK_MUX=tmux OVLD_SOAK_SEED=…   npm run soak
//   npm run soak -- one         the relay of an army of one, killed 50 times; OVLD_SOAK_MUX, OVLD_SOAK_SEED
//   npm run soak -- agents      the real agents beside Claude Code, opencode in both multiplexers
//   npm run soak -- protocol    the property tests and the storm of killed processes, at length
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { missingFor, openClaudeWorld, partsOfTests } from './claude-world.mjs';
import { quantile, wait } from './lib.mjs';
import {
  MANUAL,
  MOCKS_TOO,
  parentOf,
  relayOf,
  soakRules,
  troubles,
  victimsOf,
} from './soak-troubles.mjs';
import { ROLES } from './world.mjs';

const { OVLD_SOAK_MINUTES = '10', OVLD_SOAK_MUX = 'tmux', OVLD_SOAK_SEED } = process.env;
const [, , ...words] = process.argv;
const say = (line) => process.stdout.write(`${line}\n`);

const GAP_MS = 900;
const TROUBLE_GAP_MS = 6_000;
/** The longest pause of the ladder, and its ring. */
const PATIENCE_MS = 180_000;

async function openArmy(mux, random) {
  const missing = await missingFor(mux);
  if (missing === mux) throw new Error(`${mux} is not installed`);
  const real = missing === undefined;
  if (!real) say('Claude Code is not installed: mock agents instead.');
  const parts = await partsOfTests();
  const seats = Object.fromEntries(MANUAL.map((role) => [role, { permission_mode: 'manual' }]));
  const options = { rules: soakRules(parts, random), seats, agent: real ? 'claude' : 'mock' };
  const world = await openClaudeWorld(mux, options);
  return {
    ...world,
    real,
    agentPid: (role) => (real ? world.claudes().get(role) : parentOf(relayOf(world, role))),
  };
}

/** Some messages are passed on by their reader, so agents write to each other as well. */
function bodyFor(to, random, { order }) {
  const next = random.pick(ROLES.filter((role) => role !== to));
  const input = { to: next, subject: 'passed on', body: 'read it' };
  return random.below(5) === 0 ? order({ tool: 'send_message', input }) : 'read it';
}

async function write({ world, random }, from, to) {
  await world.send(from, to, world.real ? bodyFor(to, random, world.parts) : 'read it');
}

async function traffic(run, until) {
  const { random } = run;
  while (performance.now() < until) {
    const to = random.pick(ROLES);
    const from = random.pick(ROLES.filter((role) => role !== to));
    // Now and then several at once.
    const burst = random.below(12) === 0 ? 5 : 1;
    await Promise.all(Array.from({ length: burst }, () => write(run, from, to)));
    await wait(random.below(GAP_MS));
  }
}

async function trouble({ world, random, tally }, until) {
  const kinds = Object.keys(troubles).filter((kind) => world.real || MOCKS_TOO.includes(kind));
  while (performance.now() < until) {
    await wait(1_000 + random.below(TROUBLE_GAP_MS));
    const kind = random.pick(kinds);
    const role = random.pick(victimsOf(kind, ROLES));
    const came = await troubles[kind]({ world, role, random });
    if (came) tally.set(kind, (tally.get(kind) ?? 0) + 1);
    process.stderr.write(`  ${kind}: ${role}${came ? '' : ' (did not come to it)'}\n`);
  }
}

/** Id → what the journal and the model know of it. */
function messages({ journal, model, real, sent }) {
  const found = new Map();
  const events = journal();
  for (const { event, id, to, at } of events) {
    if (event === 'stored') found.set(id, { to, storedAt: Date.parse(at), handed: [] });
  }
  // The journal may miss one; a sender that got `delivered` does not.
  for (const [id, to] of sent) if (!found.has(id)) found.set(id, { to, handed: [] });
  for (const { event, id, redelivered = 0, at } of events) {
    if (event === 'fetched') found.get(id)?.handed.push({ redelivered, at: Date.parse(at) });
  }
  const seen = new Map(ROLES.map((role) => [role, model.fetched(role)]));
  for (const [id, message] of found) {
    const atModel = seen.get(message.to)?.get(id);
    const unmarked = message.handed.filter(({ redelivered }) => redelivered === 0).length;
    message.fetchedAt = real ? atModel?.wall : message.handed[0]?.at;
    message.doubled = Math.max(unmarked, atModel?.unmarked ?? 0) > 1;
  }
  return found;
}

const lostOf = (all) => [...all].filter(([, { fetchedAt }]) => fetchedAt === undefined);

/** What agents have heard of and not yet asked about comes with their next turn; so each gets one. */
async function settle({ world }) {
  for (const to of ROLES) await world.send(to === ROLES[0] ? ROLES[1] : ROLES[0], to);
  const end = performance.now() + PATIENCE_MS;
  while (lostOf(messages(world)).length > 0 && performance.now() < end) await wait(500);
}

const figures = (times) =>
  times.length === 0 ? '–' : [0.5, 0.95, 1].map((q) => Math.round(quantile(times, q))).join(' / ');

function report({ world, tally, seed, minutes }) {
  const all = messages(world);
  const lost = lostOf(all);
  const doubled = [...all].filter(([, message]) => message.doubled);
  const handed = [...all.values()].flatMap((message) => message.handed);
  const took = [...all.values()].flatMap(({ storedAt, fetchedAt }) =>
    fetchedAt === undefined || storedAt === undefined ? [] : [fetchedAt - storedAt],
  );
  const events = world.journal();
  const rungs = new Set(events.filter(({ event }) => event === 'rung').map((e) => e.by));
  const rows = [
    ['seed', seed],
    ['minutes', minutes],
    ['army', `${ROLES.length} ${world.real ? 'claudes' : 'mock agents'} on ${world.mux}`],
    ['sent', all.size],
    ['fetched', all.size - lost.length],
    ['redelivered, marked', handed.filter(({ redelivered }) => redelivered > 0).length],
    ['lost', lost.length],
    ['doubled, unmarked', doubled.length],
    ['stored → at the model, p50 / p95 / max (ms)', figures(took)],
    ...[...rungs].map((rung) => {
      const own = events.filter((event) => event.by === rung);
      const times = own.filter(({ event }) => event === 'confirmed').map(({ ms }) => ms);
      const count = own.filter(({ event }) => event === 'rung').length;
      return [
        `wakes by ${rung}, taken up after p50 / p95 / max (ms)`,
        `${count}; ${figures(times)}`,
      ];
    }),
    ['rings refused', events.filter(({ event }) => event === 'ring_failed').length],
    ...tally,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  say('');
  for (const [name, value] of rows) say(`${name.padEnd(width)}  ${value}`);
  for (const [id, { to }] of lost) say(`LOST     ${id} to ${to}`);
  for (const [id, { to }] of doubled) say(`DOUBLED  ${id} to ${to}`);
  return lost.length + doubled.length === 0;
}

async function soak() {
  const minutes = Number(OVLD_SOAK_MINUTES);
  const seed = Number(OVLD_SOAK_SEED ?? Date.now() % 1_000_000);
  if (!(minutes > 0) || !Number.isFinite(seed)) throw new Error('minutes and seed are numbers');
  const { seeded } = await partsOfTests();
  const random = seeded(seed);
  say(`soak: ${minutes} min on ${OVLD_SOAK_MUX}, seed ${seed}`);
  const world = await openArmy(OVLD_SOAK_MUX, random);
  try {
    await world.summon('--no-rituals');
    const run = { world, random, tally: new Map(), seed, minutes };
    const until = performance.now() + minutes * 60_000;
    const raging = await Promise.allSettled([traffic(run, until), trouble(run, until)]);
    await settle(run);
    const good = report(run);
    for (const { reason } of raging) if (reason !== undefined) say(String(reason));
    return good && raging.every(({ status }) => status === 'fulfilled');
  } finally {
    await world.close();
  }
}

const HEALED_MS = 10_000;

function runTests(args, env = {}) {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const all = ['vitest', 'run', ...args];
  const { status } = spawnSync('npx', all, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  process.exitCode = status ?? 1;
}

if (words.includes('protocol')) runTests(['--config', 'vitest.soak.config.ts']);
else if (words.includes('agents')) {
  runTests(['--config', 'vitest.e2e.config.ts', 'test/e2e/agent'], { OVLD_BOTH_MUXES: '1' });
} else if (words.includes('one')) {
  const file = [
    '--config',
    'vitest.e2e.config.ts',
    'test/e2e/claude-one.test.ts',
    '-t',
    OVLD_SOAK_MUX,
  ];
  const seed = OVLD_SOAK_SEED === undefined ? {} : { OVLD_SEED: OVLD_SOAK_SEED };
  runTests(file, { OVLD_KILLS: '50', OVLD_HEALED_MS: String(HEALED_MS), ...seed });
} else {
  process.exitCode = (await soak()) ? 0 : 1;
}
