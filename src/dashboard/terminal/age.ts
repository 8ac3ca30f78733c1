const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type AgeUnit = 'now' | 'minutes' | 'hours' | 'days';

/** An age as coarse as it is shown: below a minute it is now. A time to come counts as now too. */
export function coarseAge(ms: number): { unit: AgeUnit; count: number } {
  if (!(ms >= MINUTE)) return { unit: 'now', count: 0 };
  if (ms < HOUR) return { unit: 'minutes', count: Math.floor(ms / MINUTE) };
  if (ms < DAY) return { unit: 'hours', count: Math.floor(ms / HOUR) };
  return { unit: 'days', count: Math.floor(ms / DAY) };
}

/** How long until that age looks different. */
export function changesIn(ms: number): number {
  if (!(ms >= 0)) return MINUTE;
  const step = ms < HOUR ? MINUTE : ms < DAY ? HOUR : DAY;
  return step - (ms % step);
}
