import { join } from 'node:path';
import { rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { startingEnv, type Env } from '../config/env.ts';
import { textsFor } from '../i18n/explain.ts';
import { systemClock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { openPanes } from '../mux/open.ts';
import { showsRest } from '../relay/at-rest.ts';
import { layoutOrder } from '../relay/resolve-pane.ts';
import { ringTimeoutFor } from '../relay/ring.ts';
import { typedDoorbell } from '../relay/typed-doorbell.ts';
import { createArmyWatch, type ArmyWatch } from '../relay/watch.ts';
import type { Store } from '../store/store.ts';
import { openAgents } from './relay.ts';
import { PROJECT_DIR } from './store.ts';
import { typingAlone } from './typing-alone.ts';

/** A watch over an army whose mail is in its project. */
export async function composeWatch(
  env: Env,
  session: string,
  store: Store,
  formation: Formation,
  log: Log,
): Promise<ArmyWatch> {
  const { mux, mux_address: at, targeting, tabs, pauses, language } = formation;
  const dir = store.where;
  const address = { session, at, targeting, tabs, dir, env: startingEnv(env) };
  const panes = await openPanes(mux, join(dir, 'panes'), address);
  const typing = panes && {
    panes,
    agentOf: await openAgents(formation),
    seats: store.seats,
    clock: systemClock,
    roles: layoutOrder(formation),
    pauses: { enter: pauses.enter },
    alone: typingAlone(dir, pauses),
  };
  const { queue: texts } = textsFor(language);
  return createArmyWatch({
    store,
    clock: systemClock,
    log,
    roles: rolesOf(formation),
    timeoutMs: ringTimeoutFor(pauses),
    nudgeTextFor: (role: Role) => (nudge) =>
      texts.nudgeToFile({ ...nudge, file: join(PROJECT_DIR, 'queue', 'inbox', `${role}.yaml`) }),
    doorbellsFor: async () => (typing === undefined ? [] : [typedDoorbell(typing)]),
    showsRest: async (role) => typing !== undefined && showsRest(typing, role),
  });
}
