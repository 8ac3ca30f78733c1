/**
 * When a usage limit ends, by what an agent prints of it; undefined where it does not say. Understands
 *
 *   2026-11-19T18:05:00Z
 *   resets 5:10pm (Europe/Paris)          the next time that it is so late there
 *   resets Jul 26, 5:59am (Asia/Tokyo)    the next day of that name
 *   try again in 2 hours 5 minutes, 90s   from `now`, when it was printed
 *
 * Without a zone the time is of `zone`, the machine's own.
 */
export function readResetTime(said: string, now: number, zone?: string): number | undefined {
  const text = said.slice(0, MOST_CHARACTERS);
  return readInstant(text) ?? readClock(text, now, zone) ?? readWait(text, now);
}

const MOST_CHARACTERS = 2_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function readInstant(text: string): number | undefined {
  const [found] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/.exec(text) ?? [];
  const at = found === undefined ? Number.NaN : Date.parse(found);
  return Number.isNaN(at) ? undefined : at;
}

const CLOCK =
  /(?:resets?|again|until)\s+(?:at\s+|on\s+)?(?:(?<month>[A-Z][a-z]{2})[a-z]*\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? \d{4})?,? (?:at )?)?(?<hour>\d{1,2})(?::(?<minute>\d\d))?\s*(?<half>[ap]m)?(?:\s*\((?<zone>[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){0,2})\))?/i;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

function readClock(text: string, now: number, ownZone: string | undefined): number | undefined {
  const found = CLOCK.exec(text)?.groups;
  if (found === undefined) return undefined;
  const { half, minute, month, day, zone = ownZone } = found;
  // `in 3 hours`, `resets 5`: no time of day.
  if (half === undefined && minute === undefined) return undefined;
  const given = Number(found['hour']);
  const hour = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (hour > 23 || Number(minute ?? 0) > 59) return undefined;
  for (let days = 0; days <= 366; days += 1) {
    const there = dateIn(zone, now + days * DAY_MS);
    if (there === undefined) return undefined;
    const isDay =
      month === undefined ||
      (MONTHS[there.month - 1] === month.toLowerCase() && there.day === Number(day));
    const at = instantOf({ ...there, hour, minute: Number(minute ?? 0) }, zone);
    if (isDay && at > now) return at;
  }
  return undefined;
}

interface LocalDate {
  year: number;
  month: number;
  day: number;
}

function dateIn(zone: string | undefined, at: number) {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      ...(zone !== undefined && { timeZone: zone }),
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }).formatToParts(at);
    const number = (type: string): number =>
      Number(parts.find((part) => part.type === type)?.value ?? Number.NaN);
    return {
      year: number('year'),
      month: number('month'),
      day: number('day'),
      hour: number('hour'),
      minute: number('minute'),
    };
  } catch {
    // No zone of this name.
    return undefined;
  }
}

/** Where that day has no such time, or two of them, one an hour beside it. */
function instantOf(
  { year, month, day, hour, minute }: LocalDate & { hour: number; minute: number },
  zone: string | undefined,
): number {
  const wished = Date.UTC(year, month - 1, day, hour, minute);
  const offset = (at: number): number => {
    const there = dateIn(zone, at);
    if (there === undefined) return 0;
    const shown = Date.UTC(there.year, there.month - 1, there.day, there.hour, there.minute);
    return shown - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  };
  const guess = wished - offset(wished);
  return wished - offset(guess);
}

const UNITS = { d: DAY_MS, h: 60 * MINUTE_MS, m: MINUTE_MS, s: 1_000 } as const;
const WAIT =
  /(\d{1,6}(?:\.\d+)?)\s*(d|h|m|s)(?:ays?|ours?|rs?|inutes?|ins?|econds?|ecs?)?(?![a-z])/gi;

function readWait(text: string, now: number): number | undefined {
  const [, ...rest] = text.split(/\b(?:again|resets?|retry|reset)\b[^.]{0,20}?\b(?:in|after)\b/i);
  const [wait = ''] = rest.join(' ').split(/[.;\n](?:\s|$)/);
  let ms = 0;
  for (const [, amount = '', unit = ''] of wait.matchAll(WAIT)) {
    ms += Number(amount) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
  }
  return ms > 0 ? now + ms : undefined;
}
