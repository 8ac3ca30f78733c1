/**
 * When to ring for a flag, and when to ring again. Pure: a flag's nonce, a monotonic now and what is
 * known of the agent go in; ring or wait comes out.
 *
 *   seen for the first time ── on duty ──▶ ring now ──▶ 5 s ▶ 10 s ▶ … ▶ 2 min, until it is cleared
 *                           └─ a stand-in ▶ wait first: the one on duty, or the sender, is ringing
 *   busy: nothing is rung; hooks speak. The clock runs on, so the ring comes when the turn is over.
 */
export const FIRST_PAUSE_MS = 5_000;
export const LONGEST_PAUSE_MS = 120_000;
export const UNREACHABLE_MS = 10 * 60_000;
/** An older relay of the same role rings only when the newer one had time for several rungs. */
export const STANDBY_MS = 45_000;

/** How the caller stands to the flag. */
export type Stance = 'duty' | 'standby' | 'deputy';

export interface Climb {
  nonce: string;
  firstSeen: number;
  rungs: number;
  nextAt: number;
  gaveUp: boolean;
}

const startDelay: Record<Stance, number> = {
  duty: 0,
  standby: STANDBY_MS,
  deputy: FIRST_PAUSE_MS,
};

export function sight(climb: Climb | undefined, nonce: string, stance: Stance, now: number): Climb {
  if (climb?.nonce === nonce) return climb;
  return { nonce, firstSeen: now, rungs: 0, nextAt: now + startDelay[stance], gaveUp: false };
}

export const due = ({ nextAt }: Climb, now: number): boolean => now >= nextAt;

export function rang(climb: Climb, stance: Stance, now: number): Climb {
  const rungs = climb.rungs + 1;
  const pause = Math.max(pauseAfter(rungs), stance === 'standby' ? STANDBY_MS : 0);
  return { ...climb, rungs, nextAt: now + pause };
}

/** The pause after the n-th ring: it doubles, up to a limit. */
export const pauseAfter = (rungs: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (rungs - 1));

/** True once for a flag nobody answered in ten minutes. */
export const unreachable = ({ firstSeen, gaveUp }: Climb, now: number): boolean =>
  !gaveUp && now - firstSeen >= UNREACHABLE_MS;
