import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { uptime } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { muxKinds, rolesOf } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { exec } from '../kit/exec.ts';
import { bootId, identify } from '../kit/process-identity.ts';
import { ancestorsOf, endProcesses, listProcesses, type RunningProcess } from '../kit/processes.ts';
import type { ArmyParts, Processes } from '../summon/parts.ts';
import { isInstalled, type Variables } from './programs.ts';

/** For a program that only prints its version. */
const OUTPUT_MS = 5_000;
const BEGINNING_BYTES = 1_048_576;

/** The processes and programs of this machine, for the use cases of an army. Started programs inherit `env`. */
export function openProcesses(env: Variables, openStore: ArmyParts['openStore']): Processes {
  /** Processes that match, and the living relays on record; never a host, nor this process. */
  async function findProcesses(
    matches: (one: RunningProcess) => boolean,
    relayDir: string,
    role?: Role,
  ): Promise<number[]> {
    const running = listProcesses();
    const hosts = new Set(running.filter(isHost).map(({ pid }) => pid));
    // A record that cannot be read must not keep the others from ending.
    const registered = await registeredRelays(openStore, relayDir, role).catch(() => []);
    const pids = new Set([...running.filter(matches).map(({ pid }) => pid), ...registered]);
    pids.delete(process.pid);
    return [...pids].filter((pid) => !hosts.has(pid));
  }

  return {
    isInstalled: async (program) => isInstalled(env, program),
    resolve,
    isFolder: async (path) => fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
    readBeginning: async (path) => readBeginning(path),
    async readOutput(program, args) {
      const { code, stdout } = await exec({ program, args, env }, { timeoutMs: OUTPUT_MS });
      return code === 0 ? stdout : undefined;
    },
    findFreePort,
    makeSecret: () => randomBytes(24).toString('base64url'),
    ofArmy: (relayDir) =>
      findProcesses(
        (one) => isSeated(relayDir, one) || isGiver(relayDir, one) || isKeeper(relayDir, one),
        relayDir,
      ),
    seated: (relayDir) => findProcesses((one) => isSeated(relayDir, one), relayDir),
    ofRole: (relayDir, role) =>
      findProcesses((one) => isOfRole(relayDir, role, one), relayDir, role),
    muxAbove: (pids) => pids.flatMap(ancestorsOf).find(({ name }) => MUX.test(name))?.pid,
    bootId,
    bootedAt: () => Date.now() - uptime() * 1000,
    end: endProcesses,
  };
}

/** The relay directories that running agents and relays were started for. */
export function runningRelayDirs(): Set<string> {
  const dirs = listProcesses().map((one) => {
    const config = configOf(one);
    if (config !== '') return dirname(dirname(config));
    const seat = seatOf(one);
    if (seat !== undefined) return dirname(seat);
    const variable = isRelay(one) ? one.env().find((text) => text.startsWith(RELAY_DIR)) : '';
    return variable?.slice(RELAY_DIR.length) ?? '';
  });
  return new Set(dirs.filter((dir) => dir !== ''));
}

/** As the system names their servers: `tmux: server`, `zellij`; some wrap programs under hidden names. */
const MUX = /^\.?(?:tmux|zellij)/;
const RELAY_DIR = 'OVLD_RELAY_DIR=';

/** The seat an agent was started for: as a variable, where its command line does not name our files. */
const SEAT = 'OVLD_SEAT=';
const AGENTS = /codex|opencode|qwen|copilot|gemini/;

/**
 * A tool or a server that an agent has started inherits its variables, and is not an agent. The agent is the process
 * that its launch script has become, so that its own pid stands in its environment; or the program that this one, a
 * wrapper, has started in its place: that reads the keys of the pane, and no tool does.
 */
function seatOf(one: RunningProcess): string | undefined {
  const variables = one.env();
  const read = (name: string): string | undefined =>
    variables.find((text) => text.startsWith(name))?.slice(name.length);
  const seat = read(SEAT);
  if (seat === undefined) return undefined;
  const isNamed = one.argv.slice(0, 3).some((word) => AGENTS.test(word));
  const isItself = read('OVLD_SEAT_PID=') === String(one.pid);
  const tty = read('OVLD_SEAT_TTY=');
  const readsKeys = (): boolean => tty !== undefined && tty !== '' && one.stdin() === tty;
  return isNamed || isItself || readsKeys() ? seat : undefined;
}

/** The MCP configuration an agent was started with. */
const configOf = ({ argv }: RunningProcess): string =>
  argv.find((_, i) => argv[i - 1] === '--mcp-config') ?? '';
const isRelay = ({ argv }: RunningProcess): boolean => argv.at(-1) === 'relay';
const hasVariables = ({ env }: RunningProcess, ...variables: string[]): boolean =>
  variables.every((variable) => env().includes(variable));

const isSeated = (relayDir: string, one: RunningProcess): boolean =>
  configOf(one).startsWith(join(relayDir, 'mcp', '/')) ||
  seatOf(one)?.startsWith(join(relayDir, '/')) === true ||
  (isRelay(one) && hasVariables(one, `${RELAY_DIR}${relayDir}`));
const isOfRole = (relayDir: string, role: Role, one: RunningProcess): boolean =>
  configOf(one) === join(relayDir, 'mcp', `${role}.json`) ||
  seatOf(one) === join(relayDir, role) ||
  ((isRelay(one) || isKeeper(relayDir, one)) &&
    hasVariables(one, `${RELAY_DIR}${relayDir}`, `OVLD_ROLE=${role}`));
/** What gets a relay back: while it waits, a shell whose last words are those it will run. */
const isKeeper = (relayDir: string, one: RunningProcess): boolean =>
  one.argv.at(-2) === 'keep' && hasVariables(one, `${RELAY_DIR}${relayDir}`);
/** The process that gives the rituals. */
const isGiver = (relayDir: string, one: RunningProcess): boolean =>
  one.argv.includes('inject') && hasVariables(one, `${RELAY_DIR}${relayDir}`);

const SHELL = /^(?:ba|z|da|fi|k|tc|c|a)?sh$/;

/**
 * Never one of the army, whatever it was started with: a tmux server goes by the command that made its
 * first session, and holds other people's work too (T7); a shell can be the parent of a relay that
 * was started by hand.
 */
function isHost({ argv: [program = '', ...words] }: RunningProcess): boolean {
  const name = basename(program).replace(/^-/, '');
  return (
    muxKinds.some((kind) => name.startsWith(kind)) ||
    (SHELL.test(name) && words.every((word) => word.startsWith('-')))
  );
}

/** Not the parents of relays: a relay started by hand has a person's program as its parent. */
async function registeredRelays(
  openStore: ArmyParts['openStore'],
  relayDir: string,
  only: Role | undefined,
): Promise<number[]> {
  const store = await openStore(relayDir);
  const formation = (await store.isPresent()) ? await store.readFormation() : undefined;
  const pids: number[] = [];
  for (const role of formation === undefined ? [] : rolesOf(formation)) {
    if (only !== undefined && only !== role) continue;
    for (const { relay, alive } of await store.seats.list(role)) {
      // For its mail an unknown process counts as alive; it is never ended.
      const known = relay.start !== '' && identify(relay.pid)?.start === relay.start;
      if (alive && known) pids.push(relay.pid);
    }
  }
  return pids;
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve_, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve_(port));
    });
  });

function readBeginning(path: string): string | undefined {
  try {
    // Opening a pipe would wait for its writer.
    if (!fs.statSync(path).isFile()) return undefined;
    const file = fs.openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(BEGINNING_BYTES);
      return bytes.toString('utf8', 0, fs.readSync(file, bytes));
    } finally {
      fs.closeSync(file);
    }
  } catch {
    return undefined;
  }
}
