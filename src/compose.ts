import { join } from 'node:path';
import { openAgent } from './agent/open.ts';
import { rolesOf } from './army/formation.ts';
import { overlordFormation } from './army/overlord.ts';
import type { RelaySettings } from './config/env.ts';
import { OvldError } from './errors.ts';
import { textsFor } from './i18n/explain.ts';
import { systemClock } from './kit/clock.ts';
import { createIds } from './kit/id.ts';
import type { Log } from './kit/log.ts';
import { bootId, identify } from './kit/process-identity.ts';
import { openMux } from './mux/open.ts';
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
      agent: { kind: formation.agent, ...(parent && { process: parent }) },
    },
    agent: await openAgent(formation.agent),
    mux: await openMux(formation.mux, join(settings.dir, 'panes')),
    nativeDoorbells: [],
    nudgeText: textsFor(formation.language).nudge,
  });
}
