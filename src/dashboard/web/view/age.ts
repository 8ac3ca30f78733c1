import type { WebPageTexts } from '../../../i18n/web-texts.ts';

const MINUTE = 60_000;

/** Coarse, so that it need not be drawn again before a minute is over. */
export function ageOf(at: string, now: number, words: WebPageTexts['age']): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE);
  if (!(minutes >= 1)) return words.now;
  if (minutes < 60) return words.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words.hours(hours) : words.days(Math.floor(hours / 24));
}

/** Between two times, where both are known. */
export const between = (from: string, to: string | undefined): number | undefined =>
  to === undefined ? undefined : Math.max(0, Date.parse(to) - Date.parse(from));
