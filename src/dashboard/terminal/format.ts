import { localClock } from '../../kit/local-time.ts';
import type { Stage } from '../../lookout/picture.ts';

/** Of the day, in the person's own zone. */
export const formatClock = (at: string): string => localClock(Date.parse(at));

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

const STAGES: readonly Stage[] = ['stored', 'rung', 'fetched', 'acknowledged'];

/** The stages a message has reached, of four. */
export function drawStages(stage: Stage): string {
  const reached = STAGES.indexOf(stage) + 1;
  return '●'.repeat(reached) + '○'.repeat(STAGES.length - reached);
}

/** Mail to the person is unread or read; as wide as the stages of other mail. */
export const drawReading = (isRead: boolean): string => (isRead ? '●' : '○').padEnd(STAGES.length);
