import * as z from 'zod/mini';
import { valueTexts } from '../../i18n/values.ts';
import type { Option } from './define-command.ts';

const DURATION = /^(\d{1,6})(s|m|h|d)$/;
const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const instant = z.iso.datetime({ offset: true });

/** A moment in milliseconds since 1970: so long ago, at that time of day, or that very one. */
export function readSince(given: string, now: number): number | undefined {
  const [, count, unit = ''] = DURATION.exec(given) ?? [];
  if (count !== undefined) return now - Number(count) * (UNIT_MS[unit] ?? 0);
  const [, hours, minutes, seconds = '0'] = TIME_OF_DAY.exec(given) ?? [];
  if (hours !== undefined) {
    const day = new Date(now);
    day.setHours(Number(hours), Number(minutes), Number(seconds), 0);
    // What has not come yet today was yesterday.
    if (day.getTime() > now) day.setDate(day.getDate() - 1);
    return day.getTime();
  }
  return instant.safeParse(given).success ? Date.parse(given) : undefined;
}

/** A moment in the past, in milliseconds since 1970. */
export const time: Option<number, false> = {
  value: '<time>',
  read: (given) => readSince(given.trim(), Date.now()),
  complaint: (language) => valueTexts[language].notSince,
};
