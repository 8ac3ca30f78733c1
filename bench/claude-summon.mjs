// Six real claudes in a trusted folder: summoned, and started by hand all at once, in turn.
import fs from 'node:fs';
import { join } from 'node:path';
import { missingFor, openClaudeWorld } from './claude-world.mjs';
import { median } from './lib.mjs';
import { ROLES, until } from './world.mjs';

const RUNS = 3;

/** When the last of the six relays was ready. */
const lastReady = (relayDir) =>
  until(() => {
    const times = ROLES.map((role) => {
      const dir = join(relayDir, 'agents', role);
      const seats = fs.existsSync(dir) ? fs.readdirSync(dir) : [];
      const texts = seats.map((name) => fs.readFileSync(join(dir, name), 'utf8'));
      const [, at] = /"ready_at":\s*"([^"]+)"/.exec(texts.join('')) ?? [];
      return Date.parse(at ?? '');
    });
    return times.every((time) => time > 0) ? Math.max(...times) : undefined;
  }, 'six claudes to be ready');

async function summoned(world) {
  const start = Date.now();
  await world.ovld('summon', '--agent', 'claude', '--detach');
  return (await lastReady(world.relayDir)) - start;
}

/** The files of a summons, for a relay directory of their own. */
function copyOutfit({ relayDir }, to) {
  for (const kind of ['mcp', 'settings', 'hooks', 'rituals']) {
    fs.mkdirSync(join(to, kind), { recursive: true, mode: 0o700 });
    for (const name of fs.readdirSync(join(relayDir, kind))) {
      const text = fs.readFileSync(join(relayDir, kind, name), 'utf8');
      fs.writeFileSync(join(to, kind, name), text.replaceAll(relayDir, to), { mode: 0o600 });
    }
  }
}

const argvOf = (dir, role) => [
  'claude',
  '--mcp-config',
  join(dir, 'mcp', `${role}.json`),
  '--settings',
  join(dir, 'settings', `${role}.json`),
  '--name',
  role,
  '--append-system-prompt-file',
  join(dir, 'rituals', `${role}.md`),
];

/** By the multiplexer's own commands, without a look at anything. */
async function byHand(world, dir) {
  const { mux, at, run } = world;
  const start = Date.now();
  if (mux === 'tmux') {
    const [first, ...rest] = ROLES.map((role) => argvOf(dir, role));
    await run('tmux', ['new-session', '-d', '-s', 'hand', '-x', '200', '-y', '50', ...first]);
    await Promise.all(rest.map((argv) => run('tmux', ['new-window', '-d', '-t', 'hand', ...argv])));
  } else {
    const panes = ROLES.map((role) => {
      const [program, ...args] = argvOf(dir, role).map((word) => JSON.stringify(word));
      return `tab { pane command=${program} { args ${args.join(' ')}; }; }`;
    });
    fs.writeFileSync(at('hand.kdl'), `layout { ${panes.join('; ')}; }\n`);
    await run('zellij', ['--layout', at('hand.kdl'), 'attach', '--create-background', 'hand']);
  }
  return (await lastReady(dir)) - start;
}

async function inTurn(mux) {
  const [hand, ours] = [[], []];
  for (let i = 0; i < RUNS; i += 1) {
    const world = await openClaudeWorld(mux, { config: { ritual: { delivery: 'system-prompt' } } });
    try {
      ours.push(await summoned(world));
      const dir = world.at('hand');
      copyOutfit(world, dir);
      await world.ovld('unsummon', '--force');
      await until(() => world.claudes().size === 0 || undefined, 'the army to be gone');
      hand.push(await byHand(world, dir));
    } finally {
      await world.close();
    }
  }
  return { floor: median(hand), ours: median(ours), limit: 1.5 };
}

const TITLE =
  'ovld summon: six claudes ready, in a trusted folder, rituals by their start, against the slowest of six started by hand at once, p50';

export async function claudeSummons() {
  const rows = [];
  for (const mux of ['zellij', 'tmux']) {
    const missing = await missingFor(mux);
    const row = missing ? { missing } : await inTurn(mux);
    rows.push({ name: `${TITLE} (${mux})`, claude: true, ...row });
  }
  return rows;
}
