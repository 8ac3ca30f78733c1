import type { AlertKind } from '../army/human.ts';
import type { Pair } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import type { Clock } from '../kit/clock.ts';
import type { Journal, Store } from '../store/store.ts';
import type { Observation } from '../message/status.ts';

/** Something a person should know at once. `event` distinguishes it from others of its kind. */
export interface Alert {
  kind: AlertKind;
  /** The role it is about. */
  role: Role;
  event: string;
  /** The message, where a role wrote to the person. */
  id?: string;
  /** The two that write each other without end. */
  between?: Pair;
}

export interface Alerting {
  store: Store;
  /** The kinds the person wants to hear of. */
  on: readonly AlertKind[];
  /** Starts bell, desktop and the person's command, without waiting for them. */
  notify: (alert: Alert) => void;
}

/** Of all processes that see the same, one notifies, and journals that. Never throws: it is a courtesy. */
export type RaiseAlert = (alert: Alert) => Promise<void>;

/** Alerts by itself of what the store sets aside; all else is raised by what sees it. */
export function openAlerting({ store, on, notify }: Alerting): RaiseAlert {
  const raise: RaiseAlert = async (alert) => {
    const { kind, role, event, id, between } = alert;
    if (!on.includes(kind)) return;
    try {
      if (!(await store.alerts.claim(`${kind}.${role}.${event}`))) return;
      const about = { ...(id !== undefined && { id }), ...(between && { between }) };
      await store.journal.write([{ event: 'alerted', to: role, why: kind, ...about }]);
      notify(alert);
    } catch {
      // The next process that sees it tries again; a relay that cannot write has logged that elsewhere.
    }
  };
  alertSetAside(store.journal, raise);
  return raise;
}

/** Alerts that something was set aside from a role's inbox: once a role, for a program that errs may err often. */
const alertSetAside = (journal: Journal, raise: RaiseAlert): void =>
  journal.listen((events) => {
    for (const one of events) {
      if (one.event !== 'quarantined' || one.to === undefined) continue;
      void raise({ kind: 'set_aside', role: one.to, event: 'inbox' });
    }
  });

/**
 * Another tool that ends beside an open dialog makes it look as if that had opened anew. So a dialog that
 * opens this soon after an alert is alerted only if it still stands then: rather twice than never.
 */
const SAME_DIALOG_MS = 10_000;

/** Alerts that the role waits for permission, once each time it begins to. `later`: look at it again. */
export function createWaitingAlerts(
  { clock, role }: { clock: Clock; role: Role },
  raise: RaiseAlert,
  later: (ms: number) => void,
) {
  let alertedAt = -Infinity;
  return async (seen: Observation | undefined): Promise<void> => {
    if (seen?.state !== 'waiting' || alertedAt === seen.at) return;
    const restMs = alertedAt + SAME_DIALOG_MS - clock.now();
    // A clock that went back must not make it wait for ever.
    if (restMs > 0 && restMs <= SAME_DIALOG_MS) return later(restMs);
    alertedAt = seen.at;
    await raise({ kind: 'waits', role, event: String(seen.at) });
  };
}
