import type { Role } from '../army/role.ts';
import type { Mutex } from '../kit/mutex.ts';
import type { Page, Store } from '../store/store.ts';
import type { Herald } from './herald.ts';
import type { Handed } from './message.ts';

/** Messages handed over and not yet acknowledged. Settled once, one way or the other (R12). */
export interface Handover extends Page {
  acknowledge(): Promise<void>;
  putBack(): Promise<void>;
}

export interface Inbox {
  /** Takes back what is held for nobody. The caller holds the mutex. */
  recover(): Promise<void>;
  check(fits: (message: Handed) => boolean): Promise<Handover>;
}

interface InboxOptions {
  store: Store;
  role: Role;
  incarnation: string;
  mutex: Mutex;
  herald: Pick<Herald, 'countAsRung'>;
}

/**
 * check_inbox: clear the flag, *then* collect. The other order loses the wake of a message that
 * arrives in between. Both steps, and the flag for what stays behind, are one step to the herald (R4).
 */
export function createInbox({ store, role, incarnation, mutex, herald }: InboxOptions): Inbox {
  const { mail } = store;
  const open = new Set<Handover>();

  const settle = (handover: Handover, work: (ids: string[]) => Promise<unknown>): Promise<void> =>
    mutex.run(async () => {
      if (!open.delete(handover)) return;
      const ids = handover.messages.map(({ id }) => id);
      if (ids.length > 0) await work(ids);
    });

  const check = (fits: (message: Handed) => boolean): Promise<Handover> =>
    mutex.run(async () => {
      await recover();
      await mail.clear(role);
      const page = await mail.collect(role, incarnation, fits).catch(async (error: unknown) => {
        // The caller is told; ringing it again at once would tell it nothing new.
        await flagTheRest().catch(() => undefined);
        throw error;
      });
      // Messages in hand are worth more than a flag: if it cannot be raised, the herald tries again.
      if (page.remaining > 0) await flagTheRest().catch(() => undefined);
      const handover: Handover = {
        ...page,
        acknowledge: () => settle(handover, (ids) => mail.acknowledge(role, incarnation, ids)),
        putBack: () => settle(handover, (ids) => mail.putBack(role, incarnation, 'cancelled', ids)),
      };
      open.add(handover);
      return handover;
    });

  /** Held, but owed to nobody: an acknowledgement or a put back failed half-way. */
  async function recover(): Promise<void> {
    if (open.size === 0) await mail.putBack(role, incarnation, 'cancelled');
  }

  /** The reply says that there is more: that is the ring for it (R9). */
  async function flagTheRest(): Promise<void> {
    await mail.raise(role);
    const flag = await mail.flag(role);
    if (flag !== undefined) herald.countAsRung(flag);
  }

  return { check, recover };
}
