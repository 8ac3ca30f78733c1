import { join } from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { openAgent } from '../agent/open.ts';
import { agentKinds, muxKinds } from '../army/formation.ts';
import { startingEnv, userConfigDir, type Env } from '../config/env.ts';
import { inspectOwnFiles } from '../config/inspect.ts';
import { PROJECT_DIR } from '../config/places.ts';
import { findProjectFolder } from '../config/project-folder.ts';
import type { AgentProgram, DoctorParts, Machine } from '../doctor/parts.ts';
import { listBelow, freeBytes, temporaryDir, tighten, unwritable } from '../kit/survey.ts';
import { openVersions, type VersionQuestion } from '../machine/programs.ts';
import { openRelayDirs } from '../machine/relay-dirs.ts';
import { findStaleLocks } from '../machine/stale-locks.ts';
import { socketPlaces } from '../mux/sockets.ts';
import { muxVersions } from '../mux/versions.ts';
import { inspectBoard } from '../documents/yaml/inspect.ts';
import { LOCKS } from '../documents/yaml/places.ts';
import { inspectRelayDir, listInterruptedCleanups } from '../store/files/inspect.ts';
import { openStore } from '../store/open.ts';
import { inspectQueue } from '../store/queue/inspect.ts';
import { readVersion } from '../summon/agent-version.ts';
import { composeArmy } from './army.ts';

/**
 * How long each may take to answer: a multiplexer or an agent its version, an army whether it stands. A
 * program that answers at all does so within these times also while the machine is busy.
 */
const PATIENCE = { muxMs: 10_000, agentMs: 15_000, sessionMs: 15_000 };

/** Everything a doctor looks at, wired to this machine and this user. */
export async function composeDoctor(
  env: Env,
  folder: string,
  patience = PATIENCE,
): Promise<DoctorParts> {
  const army = await composeArmy({ ...env, HOME: env['HOME'] ?? '/nonexistent' });
  const own = userConfigDir(env);
  const records = await army.armies.list().catch(() => []);
  const home = findProjectFolder(
    folder,
    records.map((record) => record.folder),
  );
  const project = join(home, PROJECT_DIR);
  const relayDirs = openRelayDirs(army, own, {
    inspect: inspectRelayDir,
    cleanupsOf: listInterruptedCleanups,
    async finishCleanup({ session, dir, path }) {
      const past = await openStore({ kind: 'files', dir: path });
      const formation = await past.readFormation().catch(() => undefined);
      // By the store it was: another would not know what of it to keep.
      const store = await army.openStore(dir, formation ?? { store: 'files', folder: undefined });
      return store.finishCleanUp(army.historyDir(session));
    },
  });
  return {
    army,
    places: { own, project, temporary: temporaryDir(env) },
    machine: await composeMachine(env, patience),
    survey: { listBelow, unwritable, freeBytes, tighten },
    relayDirs,
    queue: async () => ({ ...(await inspectQueue(project)), ...inspectBoard(project) }),
    ownFiles: () => inspectOwnFiles(env, { folder: home, user: own }),
    async staleLocks() {
      const listed = (await relayDirs.list()).map(({ dir }) => dir);
      const dirs = new Set([...records.map(({ relayDir }) => relayDir), ...listed]);
      return findStaleLocks(own, [...dirs], join(project, LOCKS));
    },
    sockets: () => socketPlaces(env),
  };
}

async function composeMachine(env: Env, patience: typeof PATIENCE): Promise<Machine> {
  const questions = new Map<string, VersionQuestion>();
  for (const kind of muxKinds) {
    const version = muxVersions[kind];
    questions.set(kind, {
      args: version.args,
      timeoutMs: patience.muxMs,
      read: (printed) => version.read(printed),
    });
  }
  const agents: AgentProgram[] = [];
  for (const kind of agentKinds) {
    const agent = await openAgent(kind);
    const { program, version, package: source = '' } = agent;
    if (program === undefined || version === undefined) continue;
    agents.push({
      program,
      package: source,
      hasDoor: agent.doorbells !== undefined && agent.listensToAll !== true,
    });
    questions.set(program, {
      args: version.args,
      timeoutMs: patience.agentMs,
      read: (printed) => readVersion(version, printed),
    });
  }
  return {
    sessionMs: patience.sessionMs,
    node: { version: process.versions.node, needs: pkg.engines.node.replace('>=', '') },
    agents,
    program: openVersions(startingEnv(env), questions),
  };
}
