// What happens to an army in a soak, one thing at a time: deaths, refusals, a person, long turns.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { wait } from './lib.mjs';

const DIALOG = /Do you want to proceed\?/;
const LONG = 'speak at length';
const TOIL = 'toil on';
const GUARDED = /guarded step (\S+)/;
const STEPS = 8;

/** Like `until`, and where it does not come to be, so be it. */
async function within(ms, look) {
  for (const over = performance.now() + ms; performance.now() < over; await wait(20)) {
    const found = await look();
    if (found) return found;
  }
  return undefined;
}

/** What the model does: reads its mail, carries out what it says, and what it was asked for besides. */
export function soakRules({ bash, call, followsOrders, isWoken, say }, random) {
  const left = new Map();
  const asked = (request) => {
    const { isMain, heard, role, toolResults } = request;
    if (!isMain || isWoken(request)) return undefined;
    const [, file] = GUARDED.exec(heard) ?? [];
    if (file !== undefined) return call([bash(`touch ${file}`)]);
    if (toolResults.length === 0 && heard.includes(LONG)) {
      return say('word '.repeat(60), { everyMs: 60, pieces: 30 + random.below(60) });
    }
    if (heard.includes(TOIL)) left.set(role, STEPS);
    const steps = left.get(role) ?? 0;
    if (steps === 0) return undefined;
    left.set(role, steps - 1);
    return call([bash('sleep 0.2')]);
  };
  // Orders first: what a message asks for is never forgotten over a step.
  return [
    (request) => {
      const reply = followsOrders(request);
      return reply?.calls?.length > 0 ? reply : undefined;
    },
    asked,
  ];
}

const command = ({ mux, env }, ...words) =>
  new Promise((resolve) => {
    execFile(mux, words, { env }, (error) => resolve(error === null));
  });

/** A person's key in a pane. */
async function presses(world, role, key) {
  const pane = await world.paneOf(role).catch(() => undefined);
  if (pane === undefined) return;
  if (world.mux === 'tmux') {
    await command(world, 'send-keys', '-t', pane, ...(key === '\u001b' ? ['Escape'] : ['-l', key]));
  } else {
    const code = String(key.codePointAt(0));
    await command(world, '--session', 'overlord', 'action', 'write', '--pane-id', pane, code);
  }
}

async function screenOf(world, role) {
  const mux = await world.openedMux();
  const pane = await world.paneOf(role).catch(() => undefined);
  const screen = pane === undefined ? undefined : await mux.screen(pane).catch(() => undefined);
  return (screen?.lines ?? []).join('\n');
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

export const relayOf = (world, role) =>
  world.relays().find(({ pid }) => {
    try {
      return fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`OVLD_ROLE=${role}\0`);
    } catch {
      return false;
    }
  })?.pid;

/** A mock agent is known by its relay. */
export function parentOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

const says = (world, role, text) => {
  const pid = world.claudes().get(role);
  return pid === undefined ? undefined : world.post(pid, text).catch(() => undefined);
};

/** Whether it came to it. */
export const troubles = {
  'relay killed': async ({ world, role }) => {
    const pid = relayOf(world, role);
    if (pid === undefined || !end(pid)) return undefined;
    // The deputy types for the next one. Another trouble beside it would be two at once.
    return within(60_000, () => relayOf(world, role) !== undefined);
  },
  'agent killed, restarted': async ({ world, role, random }) => {
    const pid = world.agentPid(role);
    if (pid === undefined || !end(pid)) return undefined;
    await within(10_000, () => world.agentPid(role) === undefined);
    const resume = world.real && random.below(2) === 0 ? ['--resume'] : [];
    await world.ovld('restart', role, ...resume);
    return true;
  },
  '429s from the model': async ({ world, role, random }) => {
    const count = 1 + random.below(3);
    const { refuse } = world.parts;
    world.model.times(count, (request) => (request.role === role ? refuse(429, 0) : undefined));
    return true;
  },
  'Esc by a person': async ({ world, role, random }) => {
    await says(world, role, `${LONG}, please (${random.below(1e9)})`);
    const open = () => world.model.entries(role).some((e) => !e.answeredAt && !e.leftAt);
    if (!(await within(5_000, open))) return undefined;
    await wait(random.below(800));
    // With no turn running it would be half of a double Esc, which opens a menu.
    if (!open()) return undefined;
    await presses(world, role, '\u001b');
    return true;
  },
  'a long turn': async ({ world, role, random }) => {
    await says(world, role, `${LONG} (${random.below(1e9)})`);
    return true;
  },
  'a loop of tools': async ({ world, role, random }) => {
    await says(world, role, `${TOIL} (${random.below(1e9)})`);
    return true;
  },
  'a dialog': async ({ world, role, random }) => {
    const file = world.at(`guarded-${random.below(1e9)}`);
    await says(world, role, `guarded step ${file}`);
    const opened = await within(8_000, async () => DIALOG.test(await screenOf(world, role)));
    if (!opened) return undefined;
    await wait(random.below(4_000));
    if (fs.existsSync(file)) throw new Error(`${role} was allowed what nobody has allowed`);
    await presses(world, role, random.below(2) === 0 ? '1' : '\u001b');
    await within(10_000, async () => !DIALOG.test(await screenOf(world, role)));
    return true;
  },
};

/** Those that an army of mock agents can be in. */
export const MOCKS_TOO = ['agent killed, restarted'];

/** Two of the six ask a person before they do anything. */
export const MANUAL = ['glacier', 'shadow'];

export const victimsOf = (kind, roles) => (kind === 'a dialog' ? MANUAL : roles);
