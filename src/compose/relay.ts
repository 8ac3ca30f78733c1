import { join } from 'node:path';
import type { Agent } from '../agent/agent.ts';
import { agentKindOf, documentsFolder, rolesOf } from '../army/formation.ts';
import { overlordFormation } from '../army/overlord.ts';
import type { Role } from '../army/role.ts';
import { processEnv } from '../config/env.ts';
import type { RelaySettings } from '../config/relay-settings.ts';
import { isUnfinished } from '../documents/yaml/unfinished.ts';
import { OvldError } from '../errors.ts';
import { explain, textsFor } from '../i18n/explain.ts';
import { letOthersRun } from '../kit/breathe.ts';
import { systemClock, type Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { openOnce } from '../kit/open-once.ts';
import { bootId, identify, isEnding } from '../kit/process-identity.ts';
import { openPanes } from '../mux/open.ts';
import { keepBoardFinished } from '../relay/finish-board.ts';
import { ownOf } from '../relay/news.ts';
import { startRelay, type Relay, type RelayParts } from '../relay/relay.ts';
import type { Store } from '../store/store.ts';
import type { Work } from '../work/work.ts';
import { openAgents } from './agents.ts';
import { postThrough } from './post.ts';
import { openStoreOf } from './store.ts';
import { PROJECT_DIR } from '../config/places.ts';
import { composeNotify } from './notify-person.ts';
import { startKeeper } from '../machine/keeper.ts';
import { lockTyping } from '../machine/typing-lock.ts';

/** One role's relay, wired. Stopping it closes the store it was opened on. */
export async function composeRelay(
  settings: RelaySettings,
  log: Log,
  /** argv that runs ovld itself, for the keeper; without it there is none. */
  ovld?: readonly string[],
): Promise<Relay> {
  const { dir, session } = settings;
  const store = await openStoreOf(dir);
  const formation = (await store.readFormation()) ?? overlordFormation;
  const roles = rolesOf(formation);
  if (!roles.includes(settings.role)) {
    const { role: value } = settings;
    throw new OvldError('env_role_unknown', { variable: 'OVLD_ROLE', value, roles });
  }
  await store.init(formation);
  const agentPid = process.ppid;
  const parent = identify(agentPid);
  const pane = settings.paneIn(formation.mux);
  const agentOf = await openAgents(formation);
  const agent = agentOf(settings.role);
  const panes = await openPanes(formation, { session, dir, env: processEnv() });
  const relay = await startRelay({
    store,
    clock: systemClock,
    log,
    formation,
    role: settings.role,
    seat: {
      relay: identify(process.pid) ?? { pid: process.pid, start: '', boot: bootId() },
      agent: {
        kind: agentKindOf(formation, settings.role),
        ...(parent && { process: parent }),
      },
      ...(pane !== undefined && { pane }),
    },
    agentOf,
    panes,
    // Without panes nothing can be typed to get it back; an agent that does so for its next call is only rung.
    startKeeper:
      ovld && panes && agent.reconnect !== undefined
        ? startKeeper({ ovld, env: processEnv() })
        : undefined,
    replies: agent.replies,
    ...(await connectAgent(agent, store, settings.role)),
    typing: { alone: lockTyping(dir, formation.pauses) },
    nudgeText: textsFor(formation.language).nudge,
    letOthersRun,
    agentGone: () => process.ppid !== agentPid || isEnding(agentPid),
    notify: composeNotify({ env: processEnv(), session, formation, agentPid, log }),
  });
  return {
    ...relay,
    async stop(asked) {
      try {
        await relay.stop(asked);
      } finally {
        await store.close();
      }
    },
  };
}

/** What its relay has of an agent that listens. */
async function connectAgent(
  agent: Agent,
  store: Store,
  role: Role,
): Promise<Pick<RelayParts, 'nativeDoorbells' | 'followAgent'>> {
  const endpoint = agent.endpoint?.(processEnv()) ?? (await store.endpoints.read(role));
  if (endpoint === undefined) return { nativeDoorbells: [] };
  const own = ownOf(store, role);
  return {
    nativeDoorbells: agent.doorbells?.(endpoint, own) ?? [],
    followAgent: (heard, signal) => agent.watch?.(endpoint, own, heard, signal),
  };
}

/** The work of its army, for a relay's tools: loaded when a tool asks, or to finish a change of the board. */
export function composeRelayWork(
  { dir, session }: Pick<RelaySettings, 'dir' | 'session'>,
  { formation }: Pick<Relay, 'formation'>,
  log: Log,
  { clock = systemClock, signal }: { clock?: Pick<Clock, 'after'>; signal?: AbortSignal } = {},
): () => Promise<Work> {
  const { toolsets } = formation;
  const folder = documentsFolder(formation);
  const work = openOnce(async () => {
    if (folder === undefined) throw new OvldError('board_off', { session });
    const { composeWork } = await import('./work.ts');
    return composeWork({ formation, folder, post: postThrough(await openStoreOf(dir), formation) });
  });
  if (toolsets.includes('board') && folder !== undefined) {
    let complaint = '';
    keepBoardFinished({
      clock,
      signal,
      isUnfinished: (sinceMs) => isUnfinished(join(folder, PROJECT_DIR), sinceMs),
      finish: async () => (await work()).board.recover(),
      complain(error) {
        const { what } = explain(error, 'en');
        if (what !== complaint) log(what);
        complaint = what;
      },
    });
  }
  return work;
}
