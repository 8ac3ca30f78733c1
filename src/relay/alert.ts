import type { AlertKind } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import type { Clock } from '../kit/clock.ts';
import type { Store } from '../store/store.ts';
import type { Observation } from './status.ts';

/** Something a person should know at once. `event` tells it from others of its kind. */
export interface Alert {
  kind: AlertKind;
  /** Whom it is about. */
  role: Role;
  event: string;
  /** The message, where a role wrote to the person. */
  id?: string;
}

export interface Alerting {
  store: Store;
  /** Of what a person wants to be told. */
  on: readonly AlertKind[];
  /** Bell, desktop, a command of theirs: begun here, waited for by nobody. */
  notify: (alert: Alert) => void;
}

/** Of all who see the same, one tells, and writes down that it did. Never throws: it is a courtesy. */
export type RaiseAlert = (alert: Alert) => Promise<void>;

export const alerting =
  ({ store, on, notify }: Alerting): RaiseAlert =>
  async (alert) => {
    const { kind, role, event, id } = alert;
    if (!on.includes(kind)) return;
    try {
      if (!(await store.alerts.claim(`${kind}.${role}.${event}`))) return;
      const about = id === undefined ? {} : { id };
      await store.journal.write([{ event: 'alerted', to: role, why: kind, ...about }]);
      notify(alert);
    } catch {
      // Whoever sees it next tries again; a relay that cannot write has told so elsewhere.
    }
  };

/**
 * Another tool that ends beside an open dialog makes it look as if that had opened anew. So what begins
 * this soon after one that was told is told only if it still stands then: rather twice than never.
 */
const SAME_DIALOG_MS = 10_000;

interface Waiting {
  clock: Clock;
  raise: RaiseAlert;
  /** Look at the role again, in so many milliseconds. */
  later: (role: Role, ms: number) => void;
}

/** Tells that a role waits for permission, once each time it begins to. */
export function waitingAlerts({ clock, raise, later }: Waiting) {
  const told = new Map<Role, number>();
  return async (role: Role, seen: Observation | undefined): Promise<void> => {
    if (seen?.state !== 'waiting' || told.get(role) === seen.at) return;
    const rest = (told.get(role) ?? -Infinity) + SAME_DIALOG_MS - clock.now();
    // A clock that went back must not make it wait for ever.
    if (rest > 0 && rest <= SAME_DIALOG_MS) return later(role, rest);
    told.set(role, seen.at);
    await raise({ kind: 'waits', role, event: String(seen.at) });
  };
}
