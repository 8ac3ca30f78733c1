import type { GuardMeasure } from '../army/formation.ts';
import type { Exchange } from '../army/pair.ts';

/**
 * Tells a loop from a conversation. Two agents that answer each other without end cost money and
 * time, and no person sees it. Beyond the measure, so many messages between the same two in so long,
 * their exchange pauses; each further pause is twice as long, up to the longest. The time of a pause
 * does not count: a loop stays slow, and a conversation that has become slow itself is left alone.
 * Pure: times in, a verdict out.
 */
export function findPause(
  { messages, pauses }: Exchange,
  measure: GuardMeasure,
  now: number,
  /** When a person last spoke to one of the two: what was before does not count. */
  spoken = Number.NEGATIVE_INFINITY,
): Pause | undefined {
  if (measure.messages === 'off') return undefined;
  const given = pauses.filter(({ at }) => at > spoken);
  // One from the future was left by a clock that went back.
  const counts = (at: number): boolean =>
    at > spoken && at <= now && now - at - pausedSince(at) < measure.window * 1000;
  const pausedSince = (at: number): number =>
    given.reduce((sum, one) => sum + overlapMs(one, at, now), 0);
  if (messages.filter(counts).length <= measure.messages) return undefined;
  const before = given.filter(({ at }) => counts(at)).length;
  const seconds = Math.min(measure.longest_pause, measure.pause * 2 ** before);
  return { ms: seconds * 1000, isFirst: before === 0 };
}

export interface Pause {
  ms: number;
  /** No other pause came shortly before. */
  isFirst: boolean;
}

const overlapMs = (pause: Exchange['pauses'][number], from: number, to: number): number =>
  Math.max(0, Math.min(pause.at + pause.ms, to) - Math.max(pause.at, from));
