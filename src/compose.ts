import { join } from 'node:path';
import type { Agent } from './agent/agent.ts';
import { openAgent } from './agent/open.ts';
import { rolesOf, type AgentKind, type Formation } from './army/formation.ts';
import { overlordFormation } from './army/overlord.ts';
import type { Role } from './army/role.ts';
import { processEnv, type RelaySettings } from './config/env.ts';
import { OvldError } from './errors.ts';
import { textsFor } from './i18n/explain.ts';
import { systemClock } from './kit/clock.ts';
import { createIds } from './kit/id.ts';
import type { Log } from './kit/log.ts';
import { bootId, identify } from './kit/process-identity.ts';
import { openPanes } from './mux/open.ts';
import { startRelay, type Relay } from './relay/relay.ts';
import { openStore } from './store/open.ts';

/** The one place where use cases meet backends. */
export async function composeRelay(settings: RelaySettings, log: Log): Promise<Relay> {
  const store = await openStore({ kind: 'files', dir: settings.dir });
  const formation = (await store.formation()) ?? overlordFormation;
  const roles = rolesOf(formation);
  if (!roles.includes(settings.role)) {
    const { role: value } = settings;
    throw new OvldError('env_role_unknown', { variable: 'OVLD_ROLE', value, roles });
  }
  await store.init(formation);
  const parent = identify(process.ppid);
  return startRelay({
    store,
    clock: systemClock,
    ids: createIds(systemClock),
    log,
    formation,
    role: settings.role,
    seat: {
      relay: identify(process.pid) ?? { pid: process.pid, start: '', boot: bootId() },
      agent: { kind: kindOf(formation, settings.role), ...(parent && { process: parent }) },
    },
    agentOf: await openAgents(formation),
    panes: await openPanes(formation.mux, join(settings.dir, 'panes'), {
      session: settings.session,
      at: formation.mux_address,
      targeting: formation.targeting,
      tabs: formation.tabs,
      dir: settings.dir,
      env: processEnv(),
    }),
    nativeDoorbells: [],
    nudgeText: textsFor(formation.language).nudge,
  });
}

const kindOf = ({ roles, agent }: Formation, role: Role): AgentKind =>
  roles.find((seat) => seat.role === role)?.agent ?? agent;

async function openAgents(formation: Formation): Promise<(role: Role) => Agent> {
  const agents = new Map<Role, Agent>();
  for (const role of rolesOf(formation)) {
    agents.set(role, await openAgent(kindOf(formation, role)));
  }
  const other = await openAgent(formation.agent);
  return (role) => agents.get(role) ?? other;
}
