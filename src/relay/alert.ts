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

/** Another tool that ends beside an open dialog makes it look as if that had opened anew. */
const SAME_DIALOG_MS = 10_000;

/** Tells that a role waits for permission, once each time it begins to. */
export function waitingAlerts({ clock, raise }: { clock: Clock; raise: RaiseAlert }) {
  const last = new Map<Role, number>();
  return async (role: Role, seen: Observation | undefined): Promise<void> => {
    if (seen?.state !== 'waiting' || !Number.isFinite(seen.ageMs)) return;
    const began = Math.round(clock.now() - seen.ageMs);
    const before = last.get(role);
    last.set(role, began);
    if (before !== undefined && Math.abs(began - before) < SAME_DIALOG_MS) return;
    await raise({ kind: 'waits', role, event: String(began) });
  };
}
