const two = (n: number): string => String(n).padStart(2, '0');

/** As `date "+%Y-%m-%dT%H:%M:%S"` writes it: the local time, to the second, without a zone. */
export function localSeconds(ms: number): string {
  const t = new Date(ms);
  const day = [String(t.getFullYear()).padStart(4, '0'), two(t.getMonth() + 1), two(t.getDate())];
  const time = [t.getHours(), t.getMinutes(), t.getSeconds()].map((n) => two(n));
  return `${day.join('-')}T${time.join(':')}`;
}
