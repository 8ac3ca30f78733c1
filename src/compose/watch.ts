import { rolesOf, type Formation } from '../army/formation.ts';
import { textsFor } from '../i18n/explain.ts';
import { systemClock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Mux } from '../mux/mux.ts';
import { showsRest } from '../relay/at-rest.ts';
import { layoutOrder } from '../relay/resolve-pane.ts';
import { ringTimeoutFor } from '../relay/ring.ts';
import { typedDoorbell } from '../relay/typed-doorbell.ts';
import type { Typing } from '../relay/typing.ts';
import { watchInboxes } from '../relay/watch.ts';
import type { Store } from '../store/store.ts';
import { openAgents } from './relay.ts';
import { typingAlone } from './typing-alone.ts';

interface WatchOrder {
  store: Store;
  mux: Mux;
  formation: Formation;
  log: Log;
  signal: AbortSignal;
}

/** Watches an army's inboxes for agents without a relay, and nudges by keystrokes. */
export async function composeWatch({
  store,
  mux,
  formation,
  log,
  signal,
}: WatchOrder): Promise<'stopped' | 'dismissed'> {
  const { enter } = formation.pauses;
  const typing: Typing = {
    panes: mux,
    agentOf: await openAgents(formation),
    seats: store.seats,
    clock: systemClock,
    roles: layoutOrder(formation),
    pauses: { enter },
    alone: typingAlone(store.where, formation.pauses),
  };
  const { nudge, readYourself } = textsFor(formation.language);
  return watchInboxes({
    store,
    clock: systemClock,
    roles: rolesOf(formation),
    timeoutMs: ringTimeoutFor(formation.pauses),
    // Without a relay there is no check_inbox: it reads the file itself.
    nudgeText: formation.store === 'queue' ? readYourself : nudge,
    doorbellsFor: async () => [typedDoorbell(typing)],
    showsRest: (role) => showsRest(typing, role),
    log,
    signal,
  });
}
