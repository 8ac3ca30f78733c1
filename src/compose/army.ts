import { basename, isAbsolute, join, resolve } from 'node:path';
import fs from 'node:fs';
import { uptime } from 'node:os';
import type { LaunchWords } from '../agent/agent.ts';
import { openAgent } from '../agent/open.ts';
import { muxKinds, rolesOf, type Language } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { startingEnv, userDirs, type Env } from '../config/env.ts';
import { textsFor } from '../i18n/explain.ts';
import { systemClock } from '../kit/clock.ts';
import { nodeDisk } from '../kit/disk.ts';
import { exec } from '../kit/exec.ts';
import { withLock } from '../kit/lock.ts';
import { bootId, identify } from '../kit/process-identity.ts';
import {
  ancestorsOf,
  endProcesses,
  runningProcesses,
  type RunningProcess,
} from '../kit/processes.ts';
import { openMux } from '../mux/open.ts';
import { openArmies } from '../store/open.ts';
import type { ArmyParts, Processes } from '../summon/parts.ts';
import { openStoreOf } from './store.ts';

/** Longer than the slowest start of a session, and then those who wait go on all the same. */
const ALONE = { leaseMs: 60_000, waitMs: 45_000 };

/** A program that is only asked for its version. */
const ASKED_MS = 5_000;
const BEGINNING_BYTES = 1_048_576;

/** Everything the summoning use cases need, wired to this machine and this user. */
export async function composeArmy(env: Env): Promise<ArmyParts> {
  const dirs = userDirs(env);
  let alones = 0;
  async function alone<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const dir = dirs.armies();
    const made = await nodeDisk.mkdir(dir).then(
      () => true,
      () => false,
    );
    // Where there can be no directory the work itself says so, better than a lock could.
    if (!made) return work();
    return withLock(join(dir, '.summoning.lock'), { ...ALONE, signal }, async () => {
      alones += 1;
      try {
        return await work();
      } finally {
        alones -= 1;
      }
    });
  }
  return {
    armies: await openArmies(dirs.armies()),
    clock: systemClock,
    alone: (work) => alone(work),
    // Whoever is alone would wait for itself.
    calm: async (waiting) => (alones > 0 ? undefined : alone(() => Promise.resolve(), waiting)),
    openStore: openStoreOf,
    openAgent,
    words: launchWords,
    openMux: ({ session, mux: kind, muxAddress: at, relayDir: dir, targeting, tabs }) =>
      openMux({ kind, session, at, targeting, tabs, dir, env: startingEnv(env) }),
    processes: machineProcesses(env, async (relayDir, only) => {
      const opened = await openStoreOf(relayDir);
      const formation = (await opened.present()) ? await opened.formation() : undefined;
      const pids: number[] = [];
      for (const role of formation === undefined ? [] : rolesOf(formation)) {
        if (only !== undefined && only !== role) continue;
        // Not their parents: a relay may be started by hand, and then that is a person's program.
        for (const { relay, alive } of await opened.seats.list(role)) {
          // Unknown counts as alive for its mail, never for its end.
          const known = relay.start !== '' && identify(relay.pid)?.start === relay.start;
          if (alive && known) pids.push(relay.pid);
        }
      }
      return pids;
    }),
    relayDir: dirs.relay,
    historyDir: dirs.history,
    async tidyHistory(folder) {
      const { tidyHistory } = await import('./history.ts');
      await tidyHistory(env, folder);
    },
  };
}

function launchWords(language: Language): LaunchWords {
  const { nudge, roleAgain } = textsFor(language);
  return { mail: (mark) => nudge({ from: undefined, mark }), role: roleAgain };
}

/** As the system calls their servers: `tmux: server`, `zellij`; some wrap programs under hidden names. */
const MUX = /^\.?(?:tmux|zellij)/;

const isOf = (relayDir: string, { env }: RunningProcess): boolean =>
  env().includes(`OVLD_RELAY_DIR=${relayDir}`);
const isSeated = (relayDir: string) => (one: RunningProcess) =>
  configOf(one.argv).startsWith(join(relayDir, 'mcp', '/')) ||
  (one.argv.at(-1) === 'relay' && isOf(relayDir, one));
const isGiver = (relayDir: string) => (one: RunningProcess) =>
  one.argv.includes('inject') && isOf(relayDir, one);

function machineProcesses(
  env: Env,
  seated: (relayDir: string, role?: Role) => Promise<readonly number[]>,
): Processes {
  /** Those that were started so, and the living relays on record; never a host, nor this one. */
  async function among(
    startedSo: (one: RunningProcess) => boolean,
    ...of: Parameters<typeof seated>
  ): Promise<number[]> {
    const running = runningProcesses();
    const hosts = new Set(running.filter(isHost).map(({ pid }) => pid));
    // A record that cannot be read must not keep the others from ending.
    const registered = await seated(...of).catch(() => []);
    const pids = new Set([...running.filter(startedSo).map(({ pid }) => pid), ...registered]);
    pids.delete(process.pid);
    return [...pids].filter((pid) => !hosts.has(pid));
  }

  return {
    installed: async (program) => candidates(env, program).some(isProgram),
    resolve,
    isFolder: async (path) => fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
    beginningOf: async (path) => beginningOf(path),
    async ask(program, args) {
      const asked = { program, args, env: startingEnv(env) };
      const { code, stdout } = await exec(asked, { timeoutMs: ASKED_MS });
      return code === 0 ? stdout : undefined;
    },
    ofArmy: (relayDir) =>
      among((one) => isSeated(relayDir)(one) || isGiver(relayDir)(one), relayDir),
    seated: (relayDir) => among(isSeated(relayDir), relayDir),
    ofRole: (relayDir, role) =>
      among(
        ({ argv, env: variablesOf }) =>
          configOf(argv) === join(relayDir, 'mcp', `${role}.json`) ||
          (argv.at(-1) === 'relay' &&
            [`OVLD_RELAY_DIR=${relayDir}`, `OVLD_ROLE=${role}`].every((variable) =>
              variablesOf().includes(variable),
            )),
        relayDir,
        role,
      ),
    muxAbove: (pids) => pids.flatMap(ancestorsOf).find(({ name }) => MUX.test(name))?.pid,
    boot: bootId,
    bootedAt: () => Date.now() - uptime() * 1000,
    end: endProcesses,
  };
}

function beginningOf(path: string): string | undefined {
  try {
    // Never a pipe, on which opening would wait.
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

/** The MCP configuration an agent was started with. */
const configOf = (argv: readonly string[]): string =>
  argv.find((_, i) => argv[i - 1] === '--mcp-config') ?? '';

/**
 * Never one of the army, whatever it was started with: a tmux server goes by the command that made its
 * first session, and holds other people's work too (T7); a shell can be the parent of a relay that
 * was started by hand.
 */
function isHost({ argv: [program = '', ...words] }: RunningProcess): boolean {
  const name = basename(program).replace(/^-/, '');
  return (
    muxKinds.some((kind) => name.startsWith(kind)) || (SHELL.test(name) && words.every(isFlag))
  );
}

const SHELL = /^(?:ba|z|da|fi|k|tc|c|a)?sh$/;
const isFlag = (word: string): boolean => word.startsWith('-');

const candidates = (env: Env, program: string): string[] =>
  isAbsolute(program)
    ? [program]
    : (env['PATH'] ?? '')
        .split(':')
        .filter((dir) => dir !== '')
        .map((dir) => join(dir, program));

function isProgram(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.X_OK);
    return fs.statSync(path).isFile();
  } catch {
    return false;
  }
}
