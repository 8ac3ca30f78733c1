import { join } from 'node:path';
import { rolesOf, type Formation } from '../army/formation.ts';
import { startingEnv, type Env } from '../config/env.ts';
import { OvldError } from '../errors.ts';
import { queueTexts } from '../i18n/queue.ts';
import { systemClock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { openPanes } from '../mux/open.ts';
import { alerting } from '../relay/alert.ts';
import { showsRest } from '../relay/at-rest.ts';
import { awaitsRitual } from '../relay/left-alone.ts';
import { layoutOrder } from '../relay/resolve-pane.ts';
import { ringTimeoutFor } from '../relay/ring.ts';
import { typedDoorbell } from '../relay/typed-doorbell.ts';
import { watchInboxes } from '../relay/watch.ts';
import type { Store } from '../store/store.ts';
import { openAgents } from './relay.ts';
import { PROJECT_DIR } from './store.ts';
import { tellingPerson } from './tell-person.ts';
import { typingAlone } from './typing-alone.ts';

interface WatchOrder {
  env: Env;
  session: string;
  store: Store;
  formation: Formation;
  log: Log;
  signal: AbortSignal;
}

/** Watches an army's inboxes for agents without a relay, and nudges by keystrokes. */
export async function composeWatch(order: WatchOrder): Promise<'stopped' | 'dismissed'> {
  const { env, session, store, formation, log, signal } = order;
  const { mux, mux_address: at, targeting, tabs, pauses, language } = formation;
  const dir = store.where;
  const address = { session, at, targeting, tabs, dir, env: startingEnv(env) };
  const panes = await openPanes(mux, join(dir, 'panes'), address);
  if (panes === undefined || (await panes.panes()).length === 0) {
    throw new OvldError('army_not_live', { session });
  }
  const typing = {
    panes,
    agentOf: await openAgents(formation),
    seats: store.seats,
    clock: systemClock,
    roles: layoutOrder(formation),
    pauses: { enter: pauses.enter },
    alone: typingAlone(dir, pauses),
  };
  const notifying = { env, session, formation, agentPid: process.ppid, log };
  const texts = queueTexts[language];
  return watchInboxes({
    store,
    clock: systemClock,
    roles: rolesOf(formation),
    timeoutMs: ringTimeoutFor(pauses),
    // Without a relay there is no check_inbox: it reads the file itself.
    nudgeText: ({ to, ...nudge }) =>
      texts.nudgeToFile({ ...nudge, file: join(PROJECT_DIR, 'queue', 'inbox', `${to}.yaml`) }),
    doorbellsFor: async () => [typedDoorbell(typing)],
    notYet: (role) => awaitsRitual({ store, clock: systemClock, role, formation }),
    showsRest: (role) => showsRest(typing, role),
    alert: alerting({ store, on: formation.notify.on, notify: tellingPerson(notifying) }),
    log,
    signal,
  });
}
