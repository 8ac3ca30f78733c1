import type { Doorbell, RingOutcome } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import { within } from '../kit/timeout.ts';
import type { Flag, JournalEvent, RingNote, Store } from '../store/store.ts';

/** How long one doorbell, or its confirmation, may take before it counts as failed (R4). */
const RING_TIMEOUT_MS = 3_000;
const TYPING_MS = 2_500;

/** Whoever wants long pauses around his typing must also wait for it: it may pause twice. */
export const ringTimeoutFor = ({ enter }: { enter: number }): number =>
  Math.max(RING_TIMEOUT_MS, 2 * enter + TYPING_MS);

export interface Ringing {
  store: Store;
  clock: Clock;
  /** In the army's language; names the sender and the mark, never what a message says. */
  nudgeText: (nudge: { from: Role | undefined; mark: string }) => string;
  timeoutMs?: number;
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
export async function ring(ringing: Ringing, order: RingOrder): Promise<Rung> {
  const { store, clock, nudgeText, timeoutMs = RING_TIMEOUT_MS } = ringing;
  const { to, flag, attempt, as, doorbells } = order;
  const mark = `${flag.nonce.split('-').at(-1) ?? ''}.${attempt + 1}`;
  // Who sent it is a courtesy: the ring must not depend on it.
  const from = await store.mail.peek(to).catch(() => undefined);
  const text = nudgeText({ from, mark });
  const first = doorbells.length === 0 ? 0 : attempt % doorbells.length;
  let failed: WakeFailure = 'no_mux';
  let by = 'none';
  for (const doorbell of [...doorbells.slice(first), ...doorbells.slice(0, first)]) {
    const patience = new AbortController();
    const sending = doorbell
      .ring({ to, mark, text, signal: patience.signal })
      .catch((): RingOutcome => ({ sent: false, code: 'ring_failed' }));
    const late: RingOutcome = { sent: false, code: 'ring_timeout' };
    const outcome = await within(clock, timeoutMs, sending, late);
    patience.abort();
    const evidence = { to, by: doorbell.name, nonce: flag.nonce };
    if (outcome.sent) {
      await store.journal.write([{ event: 'rung', ...evidence, as }]);
      await note(ringing, order, { by: doorbell.name, outcome: 'rung' });
      const { confirm = async () => true } = outcome;
      return {
        to,
        by: doorbell.name,
        confirm: () => within(clock, timeoutMs, confirm(), false),
      };
    }
    failed = outcome.code;
    by = doorbell.name;
    await store.journal.write([{ event: 'ring_failed', ...evidence, code: failed }]);
  }
  if (doorbells.length === 0) {
    const evidence = { to, by, nonce: flag.nonce, code: failed };
    await store.journal.write([{ event: 'ring_failed', ...evidence }]);
  }
  await note(ringing, order, { by, outcome: failed });
  return { failed };
}

/** For whoever looks from outside: what keeps the mail waiting. The ring does not depend on it. */
async function note(
  { store, clock }: Ringing,
  { to, flag }: RingOrder,
  what: Omit<RingNote, 'at'>,
): Promise<void> {
  const at = rfc3339(clock.now());
  await store.statuses.noteRing(to, flag, { at, ...what }).catch(() => undefined);
}
