/**
 * ovld for scripts: open an army's store and exchange messages with its roles.
 *
 * ```ts
 * import { openQueue, openStore, sendMessage } from 'ovld';
 * const store = await openStore({ kind: 'files', dir: relayDir });
 * await sendMessage(store, { from: 'overlord', to: 'strategist', subject: 'go', body: 'see docs/plan.md' });
 *
 * // The mailbox of a bastion, with an army or without: YAML files that people can read.
 * const queue = await openQueue('.ovld');
 * await queue.write('marshall', 'a new task', 'task_assigned', 'envoy');
 * ```
 */
import { rolesOf } from './army/formation.ts';
import { overlordFormation } from './army/overlord.ts';
import { OvldError } from './errors.ts';
import { textsFor } from './i18n/explain.ts';
import { systemClock } from './kit/clock.ts';
import type { Message } from './relay/message.ts';
import { report, type RoleReport } from './relay/report.ts';
import { send, type Sent } from './relay/send.ts';
import type { Store } from './store/store.ts';

export { overlordFormation } from './army/overlord.ts';
export type { Formation } from './army/formation.ts';
export { OvldError, type ErrorCode, type WakeFailure } from './errors.ts';
export type { Handed, Message } from './relay/message.ts';
export type { RoleReport } from './relay/report.ts';
export type { Sent } from './relay/send.ts';
export { openQueue, type Entry, type Queue, type QueueOptions } from './store/open-queue.ts';
export { openStore, type StoreAddress } from './store/open.ts';
export type { Store } from './store/store.ts';

const formationOf = async (store: Store) => (await store.formation()) ?? overlordFormation;

/** Delivers durably and raises the recipient's flag; its relay, or the army's deputy, then rings. */
export async function sendMessage(
  store: Store,
  letter: Pick<Message, 'from' | 'to' | 'subject' | 'body'> & Partial<Pick<Message, 'priority'>>,
): Promise<Sent> {
  const formation = await formationOf(store);
  const roles = rolesOf(formation);
  const { from, to, subject, body, priority = 'normal' } = letter;
  if (!roles.includes(from)) throw new OvldError('unknown_role', { role: from, roles });
  const nudging = {
    store,
    clock: systemClock,
    nudgeText: textsFor(formation.language).nudge,
    doorbellsFor: async () => [],
    notYet: async () => 0,
    unreachable: async () => 'no_mux' as const,
  };
  const sending = { store, clock: systemClock, formation, from, nudging };
  return send(sending, to, { subject, body, priority });
}

/** What each role declares, and what is observed of it. */
export async function armyStatus(store: Store): Promise<RoleReport[]> {
  return report({ store, clock: systemClock, formation: await formationOf(store) }, 'all');
}
