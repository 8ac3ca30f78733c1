import type { Doorbell, RingOutcome } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import { within } from '../kit/timeout.ts';
import type { Flag, JournalEvent, Store } from '../store/store.ts';

/** How long one doorbell may take before it counts as failed (R4). */
export const RING_TIMEOUT_MS = 3_000;

export interface Ringing {
  store: Store;
  clock: Clock;
  /** In the army's language; names the sender and the mark, never what a message says. */
  nudgeText: (nudge: { from: Role | undefined; mark: string }) => string;
}

export interface RingOrder {
  to: Role;
  flag: Flag;
  /** 0 for the first ring of this flag, then counting up. */
  attempt: number;
  as: Extract<JournalEvent, { event: 'rung' }>['as'];
  doorbells: readonly Doorbell[];
}

export type Rung =
  { to: Role; by: string; confirm: () => Promise<boolean> } | { failed: WakeFailure };

/** One rung: doorbells in turn until one takes it, each later attempt beginning one further along. */
export async function ring({ store, clock, nudgeText }: Ringing, order: RingOrder): Promise<Rung> {
  const { to, flag, attempt, as, doorbells } = order;
  const mark = `${flag.nonce.split('-').at(-1) ?? ''}.${attempt + 1}`;
  // Who sent it is a courtesy: the ring must not depend on it.
  const from = await store.mail.peek(to).catch(() => undefined);
  const text = nudgeText({ from, mark });
  const first = doorbells.length === 0 ? 0 : attempt % doorbells.length;
  let failed: WakeFailure = 'no_mux';
  for (const doorbell of [...doorbells.slice(first), ...doorbells.slice(0, first)]) {
    const patience = new AbortController();
    const sending = doorbell
      .ring({ to, mark, text, signal: patience.signal })
      .catch((): RingOutcome => ({ sent: false, code: 'ring_failed' }));
    const late: RingOutcome = { sent: false, code: 'ring_timeout' };
    const outcome = await within(clock, RING_TIMEOUT_MS, sending, late);
    patience.abort();
    const evidence = { to, by: doorbell.name, nonce: flag.nonce };
    if (outcome.sent) {
      await store.journal.write([{ event: 'rung', ...evidence, as }]);
      const { confirm = async () => true } = outcome;
      return {
        to,
        by: doorbell.name,
        confirm: () => within(clock, RING_TIMEOUT_MS, confirm(), false),
      };
    }
    failed = outcome.code;
    await store.journal.write([{ event: 'ring_failed', ...evidence, code: failed }]);
  }
  if (doorbells.length === 0) {
    const evidence = { to, by: 'none', nonce: flag.nonce, code: failed };
    await store.journal.write([{ event: 'ring_failed', ...evidence }]);
  }
  return { failed };
}
