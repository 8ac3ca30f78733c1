import type { Handover } from '../relay/inbox.ts';
import type { Id } from './json-rpc.ts';
import type { WireEvents } from './wire.ts';

interface Entry {
  handover?: Handover;
  replied: boolean;
  cancelled: boolean;
}

/**
 * Decides when messages are the agent's: not when the reply was written (it may sit unread in a pipe, N5),
 * but when the client speaks again after it, or its turn ends (`relay/inbox.ts`). A client that cancels,
 * before the reply or after it, has dropped the reply, and the SDK says nothing (N6): the messages go back (R12).
 * One that `cancelsLate` cancels what it has the reply of too, at the end of its step (X21): after the reply that
 * says nothing of what waits for the end of its turn.
 *
 *   check_inbox ▶ collected ▶ replied ▶ next request: acknowledged, or at the end of the turn
 *                     └──────────┴──────▶ cancelled:    put back, marked
 */
export function createHandovers(complain: (error: unknown) => void, cancelsLate = false) {
  const entries = new Map<Id, Entry>();

  const forget = (id: Id, entry: Entry): void => {
    if (entries.get(id) === entry) entries.delete(id);
  };

  function settle(id: Id, entry: Entry, spoke: boolean): void {
    const { handover, replied, cancelled } = entry;
    if (handover === undefined) return;
    if (cancelled) {
      forget(id, entry);
      handover.putBack().catch(complain);
    } else if (replied && spoke) {
      handover
        .spoke()
        .then((settled) => (settled ? forget(id, entry) : undefined))
        .catch(complain);
    }
  }

  function cancel(id: Id): void {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entry.cancelled = true;
    settle(id, entry, false);
  }

  const events: WireEvents = {
    request() {
      for (const [id, entry] of entries) settle(id, entry, true);
    },
    replied(id) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      entry.replied = true;
      if (entry.handover === undefined) entries.delete(id);
    },
    cancelled(id) {
      const entry = entries.get(id);
      const isTaken = cancelsLate && entry?.replied === true && entry.handover?.isCounted === true;
      if (!isTaken) cancel(id);
    },
  };

  return {
    events,
    /** Runs the tool of one request and keeps what it hands over until that is settled. */
    async during(id: Id, check: () => Promise<Handover>): Promise<Handover> {
      // An id used twice at once: the client can match only one of the replies.
      cancel(id);
      const entry: Entry = { replied: false, cancelled: false };
      entries.set(id, entry);
      try {
        entry.handover = await check();
      } catch (error) {
        forget(id, entry);
        throw error;
      }
      settle(id, entry, false);
      return entry.handover;
    },
  };
}

export type Handovers = ReturnType<typeof createHandovers>;
