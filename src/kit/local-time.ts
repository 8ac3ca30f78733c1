const pad = (n: number, digits = 2): string => String(n).padStart(digits, '0');

/** A moment in the machine's own zone: `2026-02-08T10:00:00.000`. */
export function localTime(ms: number): string {
  const t = new Date(ms);
  const day = [pad(t.getFullYear(), 4), pad(t.getMonth() + 1), pad(t.getDate())].join('-');
  const time = [t.getHours(), t.getMinutes(), t.getSeconds()].map((n) => pad(n)).join(':');
  return `${day}T${time}.${pad(t.getMilliseconds(), 3)}`;
}

/** As `date "+%Y-%m-%dT%H:%M:%S"` writes it. */
export const localSeconds = (ms: number): string => localTime(ms).slice(0, 19);
/** `2026-02-08 10:00` */
export const localMinute = (ms: number): string => localTime(ms).slice(0, 16).replace('T', ' ');
export const localDay = (ms: number): string => localTime(ms).slice(0, 10);
/** `10:00:00` */
export const localClock = (ms: number): string => localTime(ms).slice(11, 19);
