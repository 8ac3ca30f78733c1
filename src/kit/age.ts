const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Up to here hours say more than days. */
const HOURS_UNTIL_MS = 2 * DAY_MS;

export type AgeUnit = 'now' | 'minutes' | 'hours' | 'days';

export type AgeWords = Record<'now', string> &
  Record<Exclude<AgeUnit, 'now'>, (count: number) => string>;

/** An age as coarse as it is shown: below a minute it is now. A time to come counts as now too. */
export function coarseAge(ms: number): { unit: AgeUnit; count: number } {
  if (!(ms >= MINUTE_MS)) return { unit: 'now', count: 0 };
  if (ms < HOUR_MS) return { unit: 'minutes', count: Math.floor(ms / MINUTE_MS) };
  if (ms < HOURS_UNTIL_MS) return { unit: 'hours', count: Math.floor(ms / HOUR_MS) };
  return { unit: 'days', count: Math.floor(ms / DAY_MS) };
}

export function formatAge(ms: number, words: AgeWords): string {
  const { unit, count } = coarseAge(ms);
  return unit === 'now' ? words.now : words[unit](count);
}

/** How long until that age looks different. */
export function ageChangesInMs(ms: number): number {
  if (!(ms >= 0)) return MINUTE_MS;
  const stepMs = ms < HOUR_MS ? MINUTE_MS : ms < HOURS_UNTIL_MS ? HOUR_MS : DAY_MS;
  return stepMs - (ms % stepMs);
}
