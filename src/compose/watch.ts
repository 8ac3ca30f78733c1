import { join } from 'node:path';
import { rolesOf, type Formation } from '../army/formation.ts';
import { startingEnv, type Env } from '../config/env.ts';
import { OvldError } from '../errors.ts';
import { queue as en } from '../i18n/en/queue.ts';
import { queue as ja } from '../i18n/ja/queue.ts';
import { systemClock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { openPanes } from '../mux/open.ts';
import { openAlerting } from '../relay/alert.ts';
import { openReach } from '../relay/reach.ts';
import { watchInboxes } from '../relay/watch.ts';
import type { Store } from '../store/store.ts';
import { PROJECT_DIR } from '../config/places.ts';
import { composeTyping } from './reach.ts';
import { composeNotify } from './notify-person.ts';

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
  const place = { session, dir: store.where, env: startingEnv(env) };
  const panes = await openPanes(formation, place);
  if (panes === undefined || (await panes.panes()).length === 0) {
    throw new OvldError('army_not_live', { session });
  }
  const typing = await composeTyping(store, formation, panes);
  const notifying = { env, session, formation, agentPid: process.ppid, log };
  const texts = { en, ja }[formation.language];
  const reach = openReach({
    store,
    clock: systemClock,
    formation,
    openTyping: async () => typing,
    reconnects: false,
    // Without a relay there is no check_inbox: the agent reads the file itself.
    nudgeText: ({ to, ...nudge }) =>
      texts.nudgeToFile({ ...nudge, file: join(PROJECT_DIR, 'queue', 'inbox', `${to}.yaml`) }),
  });
  const { on } = formation.notify;
  const alert = openAlerting({ store, on, notify: composeNotify(notifying) });
  return watchInboxes({
    ...reach,
    roles: rolesOf(formation),
    alert,
    log,
    signal,
  });
}
