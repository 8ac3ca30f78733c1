import type { Stage } from '../../lookout/picture.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** Of the day, in the person's own zone. */
export function clockTime(at: string): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

const STAGES: readonly Stage[] = ['stored', 'rung', 'fetched', 'acknowledged'];

/** How far a message has come, as so many of four. */
export function ladder(stage: Stage): string {
  const reached = STAGES.indexOf(stage) + 1;
  return '●'.repeat(reached) + '○'.repeat(STAGES.length - reached);
}
