/**
 * Tells a loop from a conversation. Two agents that answer each other without end cost money and
 * time, and no person sees it: beyond so many messages between the same two, in both directions
 * together, their exchange is held until a person says something. Pure: times in, a verdict out.
 */
export const GUARD_MESSAGES = 20;
export const GUARD_WINDOW_MS = 5 * 60_000;

/** Of the messages sent at `times`, this one among them; those before a person's word do not count. */
export function isLoop(times: readonly number[], now: number, spoken: number | undefined): boolean {
  const since = Math.max(now - GUARD_WINDOW_MS, spoken ?? Number.NEGATIVE_INFINITY);
  // One from the future was left by a clock that went back.
  const counted = times.filter((time) => time > since && time <= now);
  return counted.length > GUARD_MESSAGES;
}
