import type { Doorbell, RingOutcome } from '../agent/agent.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import { pause, withTimeout } from '../kit/timeout.ts';
import type { Announcement, Flag, RingNote, RungAs, Store } from '../store/store.ts';

/** In place of a flag, for a role that has no mail: it is owed its tools. */
export const NO_MAIL = 'no-mail';

/** How long one doorbell, or its confirmation, may take before it counts as failed (R4). */
const RING_TIMEOUT_MS = 3_000;
const TYPING_MS = 2_500;

/** With long pauses around typing the ring must also take longer: it may pause twice. */
export const ringTimeoutMs = ({ enter }: { enter: number }): number =>
  Math.max(RING_TIMEOUT_MS, 2 * enter + TYPING_MS);

/** So long a nudge may wait in the agent itself before it is taken up. */
export const QUEUED_MS = 60_000;

export interface Ringing {
  store: Store;
  clock: Clock;
  /** In the army's language; names the sender and the mark, never what a message says. */
  nudgeText: (nudge: { from: Role | undefined; mark: string; to: Role }) => string;
  timeoutMs?: number;
}

export interface RingOrder {
  to: Role;
  flag: Flag;
  /** 0 for the first ring of this flag, then counting up. */
  attempt: number;
  /** No ring of this flag has gone out yet: the first to tell of it claims it. */
  unannounced: boolean;
  as: RungAs;
  doorbells: readonly Doorbell[];
  /** Why there is no doorbell, where there is none. */
  instead?: WakeFailure;
}

export type Rung =
  | {
      to: Role;
      flag: Flag;
      by: string;
      mark: string;
      confirm: (signal: AbortSignal) => Promise<boolean>;
    }
  | { failed: WakeFailure }
  /** The agent knows already. */
  | 'announced';

/** Announced by one of the agent's own hooks: which one is after the colon. */
export const isHook = (announced: Announcement | undefined): announced is Announcement =>
  announced?.by.startsWith('hook:') === true;

export const failureOf = (rung: Rung): WakeFailure | undefined =>
  typeof rung === 'object' && 'failed' in rung ? rung.failed : undefined;

/**
 * One rung: doorbells in turn until one takes it, each later attempt beginning one further along. The
 * first that goes out is claimed, however many were refused before: where an agent's own hook has told
 * of this flag already, that was the ring (R7).
 */
export async function ring(ringing: Ringing, order: RingOrder): Promise<Rung> {
  const { store } = ringing;
  const { to, flag, unannounced, doorbells } = order;
  const [first] = doorbells;
  if (first?.restores === true) {
    // What a hook told an agent without tools was no announcement: its new relay rings at once.
    if (isHook(await store.wakes.readAnnouncement(to, flag))) await store.wakes.dropClaim(to, flag);
    return ringInTurn(ringing, order);
  }
  if (!unannounced || first === undefined) return ringInTurn(ringing, order);
  const by = first.name;
  const ours = await store.wakes.claim(to, flag, by);
  // Another relay's claim is no obstacle: it waited its time before this one came to ring.
  if (!ours && isHook(await store.wakes.readAnnouncement(to, flag))) return 'announced';
  const rung = await ringInTurn(ringing, order);
  if (ours && failureOf(rung) !== undefined) await store.wakes.dropClaim(to, flag);
  return rung;
}

async function ringInTurn(ringing: Ringing, order: RingOrder): Promise<Rung> {
  const { store, clock, nudgeText, timeoutMs = RING_TIMEOUT_MS } = ringing;
  const { to, flag, attempt, as, doorbells, instead = 'no_mux' } = order;
  const mark = `${flag.nonce.split('-').at(-1) ?? ''}.${attempt + 1}`;
  // The sender's name is a courtesy: the ring must not depend on it.
  const from = await store.mail.findOldestSender(to).catch(() => undefined);
  const text = nudgeText({ from, mark, to });
  const first = doorbells.length === 0 ? 0 : attempt % doorbells.length;
  let failed: WakeFailure = instead;
  let by = 'none';
  for (const doorbell of [...doorbells.slice(first), ...doorbells.slice(0, first)]) {
    by = doorbell.name;
    const patience = new AbortController();
    const sentAt = clock.now();
    const sending = doorbell
      .ring({
        to,
        mark,
        text,
        signal: patience.signal,
        ...(flag.nonce === NO_MAIL && { toolsAlone: true }),
      })
      .catch((): RingOutcome => ({ sent: false, code: 'ring_failed' }));
    const late: RingOutcome = { sent: false, code: 'ring_timeout' };
    const outcome = await withTimeout(clock, timeoutMs, sending, late);
    patience.abort();
    const evidence = { to, by, nonce: flag.nonce };
    if (outcome.sent) {
      await store.journal.write([{ event: 'rung', ...evidence, as }]);
      await note(ringing, order, { by, outcome: 'rung' });
      const { confirm } = outcome;
      const patienceMs = doorbell.queues === true ? QUEUED_MS : timeoutMs;
      const sent: Sent = { order, by, mark, sentAt, patienceMs, confirm };
      return { to, flag, by, mark, confirm: (signal) => confirmed(ringing, sent, signal) };
    }
    failed = outcome.code;
    await store.journal.write([{ event: 'ring_failed', ...evidence, code: failed }]);
  }
  if (doorbells.length === 0) {
    const evidence = { to, by, nonce: flag.nonce, code: failed };
    await store.journal.write([{ event: 'ring_failed', ...evidence }]);
  }
  await note(ringing, order, { by, outcome: failed });
  return { failed };
}

interface Sent {
  order: RingOrder;
  /** How long a sign that it was taken up is waited for. */
  patienceMs: number;
  by: string;
  mark: string;
  sentAt: number;
  confirm: Extract<RingOutcome, { sent: true }>['confirm'];
}

const LOOK_MS = 50;
const SLOWEST_LOOK_MS = 1_000;

/**
 * Was it taken up? A hook saw it submitted, or the flag is down; that is also the round trip. An agent
 * without hooks leaves only what the doorbell itself could see.
 */
async function confirmed(ringing: Ringing, sent: Sent, signal: AbortSignal): Promise<boolean> {
  const { clock } = ringing;
  const { confirm, patienceMs } = sent;
  const seen = confirm === undefined ? undefined : withTimeout(clock, patienceMs, confirm(), false);
  const until = clock.monotonic() + patienceMs;
  const soon = clock.monotonic() + RING_TIMEOUT_MS;
  for (;;) {
    if (await noteIfTakenUp(ringing, sent)) return true;
    if (signal.aborted) return false;
    if (clock.monotonic() >= until) return (await seen) ?? false;
    await pause(clock, clock.monotonic() < soon ? LOOK_MS : SLOWEST_LOOK_MS, signal);
  }
}

async function noteIfTakenUp(
  ringing: Ringing,
  { order, by, mark, sentAt }: Sent,
): Promise<boolean> {
  const { store, clock } = ringing;
  const { to, flag } = order;
  const heard = await store.wakes.readLastHeard(to);
  const hit = heard?.mark === mark ? heard.at : undefined;
  if (hit === undefined && (await store.mail.readFlag(to))?.nonce === flag.nonce) return false;
  const last = await store.statuses.readLastRing(to);
  const isLast = last?.nonce === flag.nonce;
  // The flag is down, and a later ring may be why: that one is confirmed then, not this.
  if (hit === undefined && isLast && last.by !== by) return true;
  const roundTripMs = Math.max(0, (hit ?? clock.now()) - sentAt);
  await store.journal.write([
    { event: 'confirmed', to, by, nonce: flag.nonce, ms: Math.round(roundTripMs) },
  ]);
  // A newer ring is what a reader wants to know of.
  if (!isLast) return true;
  await note(ringing, order, { by, outcome: 'rung', roundTripMs: Math.round(roundTripMs) });
  return true;
}

/** For readers outside, such as status: what keeps the mail waiting. The ring does not depend on it. */
async function note(
  { store, clock }: Ringing,
  { to, flag }: RingOrder,
  what: Omit<RingNote, 'at'>,
): Promise<void> {
  const at = rfc3339(clock.now());
  await store.statuses.noteRing(to, flag, { at, ...what }).catch(() => undefined);
}
