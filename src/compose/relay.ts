import { join } from 'node:path';
import { openAgent } from '../agent/open.ts';
import { agentKindOf, rolesOf, type Formation } from '../army/formation.ts';
import { overlordFormation } from '../army/overlord.ts';
import type { Role } from '../army/role.ts';
import { processEnv } from '../config/env.ts';
import type { RelaySettings } from '../config/relay-settings.ts';
import { OvldError } from '../errors.ts';
import { explain, textsFor } from '../i18n/explain.ts';
import { systemClock, type Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { bootId, identify } from '../kit/process-identity.ts';
import type { Agent } from '../agent/agent.ts';
import { openPanes } from '../mux/open.ts';
import { TICK_MS } from '../relay/herald.ts';
import { startRelay, type Relay } from '../relay/relay.ts';
import { openStoreOf } from './store.ts';
import type { Work } from '../work/work.ts';
import { isUnfinished, onFirstUse, postThrough } from './post.ts';
import { tellingPerson } from './tell-person.ts';
import { typingAlone } from './typing-alone.ts';

/** One role's relay, wired. */
export async function composeRelay(settings: RelaySettings, log: Log): Promise<Relay> {
  const { dir, session } = settings;
  const store = await openStoreOf(dir);
  const formation = (await store.formation()) ?? overlordFormation;
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
  return startRelay({
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
    panes: await openPanes(formation.mux, join(dir, 'panes'), {
      session,
      at: formation.mux_address,
      targeting: formation.targeting,
      tabs: formation.tabs,
      dir,
      env: processEnv(),
    }),
    nativeDoorbells: agentOf(settings.role).doorbells?.(settings) ?? [],
    typing: { alone: typingAlone(dir, formation.pauses) },
    nudgeText: textsFor(formation.language).nudge,
    agentGone: () => process.ppid !== agentPid,
    notify: tellingPerson({ env: processEnv(), session, formation, agentPid, log }),
  });
}

/** What nobody has finished for so long is nobody's; all relays look, and the first does it. */
const UNFINISHED_MS = 20_000;

/**
 * The work of its army, for a relay's tools: loaded when one asks, or where somebody died in the middle of
 * a change, or could not send what belongs to it. That is finished at once, and later on a tick: an army
 * in which everybody waits for that message makes no other change.
 */
export function composeRelayWork(
  { dir, session }: Pick<RelaySettings, 'dir' | 'session'>,
  { formation }: Pick<Relay, 'formation'>,
  log: Log,
  { clock = systemClock, signal }: { clock?: Pick<Clock, 'after'>; signal?: AbortSignal } = {},
): () => Promise<Work> {
  const { folder, toolsets } = formation;
  const work = onFirstUse(async () => {
    if (folder === undefined) throw new OvldError('board_off', { session });
    const { composeWork } = await import('./work.ts');
    return composeWork({ formation, folder, post: postThrough(await openStoreOf(dir)) });
  });
  let complaint = '';
  function finish(sinceMs: number): void {
    if (folder === undefined || signal?.aborted === true) return;
    clock.after(TICK_MS, () => finish(UNFINISHED_MS));
    if (!isUnfinished(folder, sinceMs)) return;
    work()
      .then(({ board }) => board.recover())
      .catch((error: unknown) => {
        const { what } = explain(error, 'en');
        if (what !== complaint) log(what);
        complaint = what;
      });
  }
  if (toolsets.includes('board')) finish(0);
  return work;
}

/** The agents of a formation, each kind opened once. */
export async function openAgents(formation: Formation): Promise<(role: Role) => Agent> {
  const kinds = new Map<string, Agent>();
  for (const role of rolesOf(formation)) {
    const kind = agentKindOf(formation, role);
    if (!kinds.has(kind)) kinds.set(kind, await openAgent(kind));
  }
  const usual = await openAgent(formation.agent);
  return (role) => kinds.get(agentKindOf(formation, role)) ?? usual;
}
