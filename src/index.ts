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
 *
 * What fails does so by an `OvldError`: `code` and `data` for programs, `message` a sentence with what helps.
 */
import { rolesOf } from './army/formation.ts';
import { overlordFormation } from './army/overlord.ts';
import { composeReach } from './compose/reach.ts';
import { OvldError } from './errors.ts';
import { allInWords, inWords } from './in-words.ts';
import { systemClock } from './kit/clock.ts';
import { messageTypes, type Message } from './message/message.ts';
import { readReports, type RoleReport } from './relay/report.ts';
import { send, type Sent } from './relay/send.ts';
import { openQueue as openQueueAt, type Queue, type QueueOptions } from './store/open-queue.ts';
import { openStore as openStoreAt, type StoreAddress } from './store/open.ts';
import type { Store } from './store/store.ts';

export { overlordFormation } from './army/overlord.ts';
export type { Formation } from './army/formation.ts';
export { OvldError, type ErrorCode, type WakeFailure } from './errors.ts';
export type { Handed, Message } from './message/message.ts';
export type { RoleReport } from './relay/report.ts';
export type { Sent } from './relay/send.ts';
export type { Entry, Queue, QueueOptions } from './store/open-queue.ts';
export type { StoreAddress } from './store/open.ts';
export type { Store } from './store/store.ts';

/** The store of an army, by its address. */
export const openStore = inWords(async (address: StoreAddress): Promise<Store> =>
  allInWords(await openStoreAt(address)),
);

/** `dir` holds `queue/`, or will: a project's `.ovld`, or any folder. */
export const openQueue = inWords(async (dir: string, options?: QueueOptions): Promise<Queue> =>
  allInWords(await openQueueAt(dir, options)),
);

export type Letter = Pick<Message, 'from' | 'to' | 'subject' | 'body'> &
  Partial<Pick<Message, 'priority' | 'type'>>;

const formationOf = async (store: Store) => (await store.readFormation()) ?? overlordFormation;

/** Delivers durably and raises the recipient's flag; its relay, or the army's deputy, then rings. */
export const sendMessage = inWords(async (store: Store, letter: Letter): Promise<Sent> => {
  const formation = await formationOf(store);
  const roles = rolesOf(formation);
  const { from, to, subject, body, priority = 'normal', type } = letter;
  if (!roles.includes(from)) throw new OvldError('unknown_role', { role: from, roles });
  if (type !== undefined && !messageTypes.includes(type))
    throw new OvldError('unknown_type', { type, types: messageTypes });
  const sending = { reach: composeReach(store, formation), formation, from };
  return send(sending, to, { subject, body, priority, ...(type && { type }) });
});

/** What each role declares, and what is observed of it. */
export const armyStatus = inWords(async (store: Store): Promise<RoleReport[]> =>
  readReports({ store, clock: systemClock, formation: await formationOf(store) }, 'all'),
);
