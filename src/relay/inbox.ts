import type { Role } from '../army/role.ts';
import type { Mutex } from '../kit/mutex.ts';
import type { Page, Store } from '../store/store.ts';
import type { Handed } from '../message/message.ts';
import { isStillBusy } from '../message/status.ts';
import type { Looks } from './look.ts';

/**
 * Messages handed over and not yet acknowledged. Settled once, one way or the other (R12).
 *
 * `spoke`, that the client asked for something else, is enough where nothing better is known. Where
 * the agent's hooks count its turns it is not: a call made in the same breath as check_inbox comes
 * before the model has seen the reply. Then the end of the turn acknowledges.
 */
export interface Handover extends Page {
  /** The end of the turn acknowledges it. */
  readonly isCounted: boolean;
  /** True once it is settled: until then it may still be put back. */
  spoke(): Promise<boolean>;
  putBack(): Promise<void>;
}

export interface Inbox {
  /** Puts back what is collected and belongs to no handover. The caller holds the mutex. */
  recover(): Promise<void>;
  check(fits: (message: Handed) => boolean): Promise<Handover>;
  /** Acknowledges what was handed over in turns that have ended. The caller holds the mutex. */
  turnOver(): Promise<void>;
  /** The agent has not taken a reply, and does not say which. */
  dropped(): Promise<void>;
}

interface InboxOptions {
  store: Store;
  role: Role;
  incarnation: string;
  mutex: Mutex;
  looks: Pick<Looks, 'countAsRung' | 'noteAnnounced'>;
}

interface Turn {
  /** How many had ended before it. */
  ended: number;
  conversation: string | undefined;
}

/**
 * check_inbox: clear the flag, *then* collect. The other order loses the wake of a message that
 * arrives in between. Both steps, and the flag for what stays behind, are one step to the herald (R4).
 */
export function createInbox({ store, role, incarnation, mutex, looks }: InboxOptions): Inbox {
  const { mail } = store;
  /** With the turn it was handed over in; none where turns are not counted. */
  const open = new Map<Handover, Turn | undefined>();

  async function settleNow(handover: Handover, work: (ids: string[]) => Promise<unknown>) {
    if (!open.delete(handover)) return;
    const ids = handover.messages.map(({ id }) => id);
    if (ids.length > 0) await work(ids);
  }
  const acknowledge = (ids: string[]) => mail.acknowledge(role, incarnation, ids);
  const putBack = (ids: string[]) => mail.putBack(role, incarnation, 'cancelled', ids);

  const check = (fits: (message: Handed) => boolean): Promise<Handover> =>
    mutex.run(async () => {
      await recover();
      await looks.noteAnnounced().catch(() => undefined);
      const turn = await turnNow().catch(() => undefined);
      await mail.clearFlag(role);
      const page = await mail.collect(role, incarnation, fits).catch(async (error: unknown) => {
        // The caller is told; ringing it again at once would tell it nothing new.
        await flagTheRest().catch(() => undefined);
        throw error;
      });
      // Messages in hand are worth more than a flag: if it cannot be raised, the herald tries again.
      if (page.remaining > 0) await flagTheRest().catch(() => undefined);
      const handover: Handover = {
        ...page,
        isCounted: turn !== undefined,
        spoke: () =>
          mutex.run(async () => {
            if (open.get(handover) === undefined) await settleNow(handover, acknowledge);
            return !open.has(handover);
          }),
        putBack: () => mutex.run(() => settleNow(handover, putBack)),
      };
      open.set(handover, turn);
      return handover;
    });

  /** Only a state that says "in a turn" proves that its hooks will say when that ends. */
  async function turnNow(): Promise<Turn | undefined> {
    const seen = await store.statuses.readObserved(role);
    if (!isStillBusy(seen) || seen.turns === undefined) return undefined;
    return { ended: seen.turns, conversation: await conversationNow() };
  }

  const conversationNow = async () => (await store.conversations.read(role))?.id;

  /** A turn that did not finish before its conversation was cleared (C11) may not have shown its mail. */
  async function turnOver(): Promise<void> {
    if (open.size === 0) return;
    const ended = (await store.statuses.readObserved(role))?.turns;
    if (ended === undefined) return;
    const conversation = await conversationNow();
    for (const [handover, turn] of open) {
      if (turn === undefined) continue;
      if (turn.conversation !== conversation) await settleNow(handover, putBack);
      else if (ended > turn.ended) await settleNow(handover, acknowledge);
    }
  }

  const dropped = (): Promise<void> =>
    mutex.run(async () => {
      for (const handover of open.keys()) await settleNow(handover, putBack);
    });

  /** Collected, and of no handover: an acknowledgement or a put back failed half-way. */
  async function recover(): Promise<void> {
    if (open.size === 0) await mail.putBack(role, incarnation, 'cancelled');
  }

  /** The reply says that there is more: that is the ring for it (R9). */
  async function flagTheRest(): Promise<void> {
    await mail.raiseFlag(role);
    const flag = await mail.readFlag(role);
    if (flag !== undefined) looks.countAsRung(flag);
  }

  return { check, recover, turnOver, dropped };
}
