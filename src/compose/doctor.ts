import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { openAgent } from '../agent/open.ts';
import { muxKinds } from '../army/formation.ts';
import { startingEnv, userConfigDir, type Env } from '../config/env.ts';
import { inspectOwnFiles } from '../config/inspect.ts';
import type { DoctorParts, Machine, ProgramSeen, SocketPlace } from '../doctor/parts.ts';
import { exec } from '../kit/exec.ts';
import { below, freeBytes, tighten, unwritable } from '../kit/survey.ts';
import type { VersionRead } from '../mux/mux.ts';
import { muxVersions } from '../mux/versions.ts';
import { SOCKET_BYTES, socketDirOf, socketPath } from '../mux/zellij/server.ts';
import { isOlder } from '../summon/agent-version.ts';
import type { Processes } from '../summon/parts.ts';
import { composeArmy } from './army.ts';
import { leftLocks } from './doctor-locks.ts';
import { relayCare } from './doctor-relays.ts';
import { inspectProject } from './doctor-project.ts';
import { projectFolder } from './project-folder.ts';
import { PROJECT_DIR } from './store.ts';

/** How long a program may take to answer, in milliseconds: of its version, `mux` and `agent`. */
export interface Patience {
  mux: number;
  agent: number;
  /** Of an army: whether it stands. */
  session: number;
}

/** A multiplexer has nothing to load for that; an agent is a larger program. */
const PATIENCE: Patience = { mux: 1_000, agent: 1_500, session: 2_000 };

/** Everything a doctor looks at, wired to this machine and this user. */
export async function composeDoctor(
  env: Env,
  folder: string,
  patience: Patience = PATIENCE,
): Promise<DoctorParts> {
  const army = await composeArmy({ ...env, HOME: env['HOME'] ?? '/nonexistent' });
  const own = userConfigDir(env);
  const records = await army.armies.list().catch(() => []);
  const home = projectFolder(
    folder,
    records.map((record) => record.folder),
  );
  const project = join(home, PROJECT_DIR);
  const relays = relayCare(army, own);
  const dirs = async (): Promise<string[]> => [
    ...new Set([
      ...records.map(({ relayDir }) => relayDir),
      ...(await relays.dirs()).map(({ dir }) => dir),
    ]),
  ];
  return {
    army,
    places: { own, project, temporary: env['TMPDIR'] || tmpdir() },
    machine: await machineOf(env, army.processes, patience),
    survey: { below, unwritable, freeBytes, tighten },
    relays,
    queue: () => inspectProject(project),
    ownFiles: () => inspectOwnFiles(env, { folder: home, user: own }),
    locks: async () => leftLocks({ own, project, relayDirs: await dirs() }),
    sockets: () => socketPlaces(env),
  };
}

interface Asking {
  args: readonly string[];
  ms: number;
  read(said: string): ProgramSeen;
}

const UNREAD: ProgramSeen = { state: 'unread' };

async function machineOf(env: Env, processes: Processes, patience: Patience): Promise<Machine> {
  const ways = new Map<string, Asking>();
  for (const kind of muxKinds) {
    const version = muxVersions[kind];
    const read = (said: string): ProgramSeen => muxSeen(version.read(said));
    ways.set(kind, { args: version.args, ms: patience.mux, read });
  }
  const agents: string[] = [];
  const { program, version } = await openAgent('claude');
  if (program !== undefined && version !== undefined) {
    agents.push(program);
    const { args, needs } = version;
    const seen = (found: string | undefined): ProgramSeen => {
      if (found === undefined) return UNREAD;
      return isOlder(found, needs)
        ? { state: 'old', version: found, needs }
        : { state: 'fine', version: found };
    };
    ways.set(program, { args, ms: patience.agent, read: (said) => seen(version.read(said)) });
  }

  async function ask(name: string): Promise<ProgramSeen> {
    const way = ways.get(name);
    if (way === undefined || !(await processes.installed(name))) return { state: 'missing' };
    const asked = { program: name, args: way.args, env: startingEnv(env) };
    const { code, stdout, missing, timedOut } = await exec(asked, { timeoutMs: way.ms });
    if (missing) return { state: 'missing' };
    if (timedOut) return { state: 'late', ms: way.ms };
    return code === 0 ? way.read(stdout) : UNREAD;
  }
  const answers = new Map<string, Promise<ProgramSeen>>();
  return {
    patienceMs: patience.session,
    node: { version: process.versions.node, needs: pkg.engines.node.replace('>=', '') },
    agents,
    program(name) {
      const answer = answers.get(name) ?? ask(name);
      answers.set(name, answer);
      return answer;
    },
  };
}

const muxSeen = (read: VersionRead | undefined): ProgramSeen => {
  if (read === undefined) return UNREAD;
  return 'needs' in read ? { state: 'old', ...read } : { state: 'fine', ...read };
};

function socketPlaces(env: Env): SocketPlace[] {
  const zellij = socketDirOf(env);
  const tmux = join(env['TMUX_TMPDIR'] || '/tmp', `tmux-${process.getuid?.()}`);
  return [
    {
      program: 'zellij',
      dir: zellij,
      variable: 'ZELLIJ_SOCKET_DIR',
      limit: SOCKET_BYTES,
      pathOf: (session) => socketPath(zellij, session),
    },
    {
      program: 'tmux',
      dir: tmux,
      variable: 'TMUX_TMPDIR',
      limit: SOCKET_BYTES,
      // One for all sessions.
      pathOf: () => join(tmux, 'default'),
    },
  ];
}
