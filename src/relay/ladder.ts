import type { WakeFailure } from '../errors.ts';

/**
 * When to ring for a flag, and when to ring again. Pure: a flag's nonce, a monotonic now and what is
 * known of the agent go in; ring or wait comes out.
 *
 *   seen for the first time ── active ───▶ ring now ──▶ 5 s ▶ 10 s ▶ … ▶ 2 min, until it is cleared
 *                           └─ a stand-in ▶ wait first: the active relay, or the sender, is ringing
 *   refused by what may end any moment, a draft, a dialog or a turn: 15 s at most, and at once when
 *   the agent is heard to be idle again
 *   busy: one ring by what waits in the agent itself, or its hooks speak; never repeated in that turn.
 *   The clock runs on, so what is still owed is rung when the turn is over.
 */
export const FIRST_PAUSE_MS = 5_000;
export const LONGEST_PAUSE_MS = 120_000;
/** Behind a draft, a dialog or a turn: looking again costs little, and nothing was typed. */
export const LONGEST_WAIT_MS = 15_000;
export const UNREACHABLE_MS = 10 * 60_000;
/** An older relay of the same role rings only when the newer one had time for several rungs. */
export const STANDBY_MS = 45_000;

/** How the caller stands to the flag. */
export type Stance = 'active' | 'standby' | 'deputy';

export interface Climb {
  nonce: string;
  firstSeen: number;
  /** Rings that were tried, and those of them that went out. */
  rungs: number;
  sent: number;
  nextAt: number;
  /** The last one was refused by something that passes. */
  waits: boolean;
  gaveUp: boolean;
  /** The last nudge that waits in the agent until it can take it up. */
  queued?: Queued;
}

export interface Queued {
  mark: string;
  /** It may have been dropped: from then on it counts no more. */
  until: number;
}

const startDelay: Record<Stance, number> = {
  active: 0,
  standby: STANDBY_MS,
  deputy: FIRST_PAUSE_MS,
};

export function sight(climb: Climb | undefined, nonce: string, stance: Stance, now: number): Climb {
  if (climb?.nonce === nonce) return climb;
  const nextAt = now + startDelay[stance];
  return { nonce, firstSeen: now, rungs: 0, sent: 0, nextAt, waits: false, gaveUp: false };
}

export const due = ({ nextAt }: Climb, now: number): boolean => now >= nextAt;

/** What a person, or the load of the machine, may end any moment. */
const passing: ReadonlySet<WakeFailure> = new Set([
  'dialog_open',
  'draft_present',
  'agent_busy',
  'copy_mode',
  'pane_hidden',
  'no_client',
  'screen_unknown',
  'not_shown',
  'ring_timeout',
]);

export function rang(climb: Climb, stance: Stance, now: number, failed?: WakeFailure): Climb {
  const rungs = climb.rungs + 1;
  const sent = climb.sent + (failed === undefined ? 1 : 0);
  const waits = failed !== undefined && passing.has(failed);
  const longest = waits ? LONGEST_WAIT_MS : LONGEST_PAUSE_MS;
  // The refused ones were not heard: they do not make the pause after a ring longer.
  const usual = Math.min(longest, pauseAfterMs(failed === undefined ? sent : rungs));
  const pause = Math.max(usual, stance === 'standby' ? STANDBY_MS : 0);
  return { ...climb, rungs, sent, waits, nextAt: now + pause };
}

/** What waited in the agent is taken up this soon after the end of the turn before. */
export const SETTLE_MS = 2_000;

/** Its Stop hook says idle, and only then tells of mail: so long it is left to it, on a busy machine too. */
export const STOP_HOOK_MS = 1_000;

/**
 * The agent is idle again. What a ring was refused by may be gone: ring now, or when its own hook, if
 * it has one, had time to tell. One that went out may be about to be taken up: it is not repeated over that.
 */
export function rested(climb: Climb, now: number, hooked = false): Climb {
  const soon = hooked ? now + STOP_HOOK_MS : now;
  if (climb.waits) return { ...climb, nextAt: soon };
  if (climb.sent === 0) return hooked ? { ...climb, nextAt: Math.max(climb.nextAt, soon) } : climb;
  return { ...climb, nextAt: Math.max(climb.nextAt, now + SETTLE_MS) };
}

/** The pause after the n-th ring: it doubles, up to a limit. */
export const pauseAfterMs = (rungs: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (rungs - 1));

/** True once for a flag that stayed unanswered for ten minutes. */
export const unreachable = ({ firstSeen, gaveUp }: Climb, now: number): boolean =>
  !gaveUp && now - firstSeen >= UNREACHABLE_MS;
