const two = (n: number): string => String(n).padStart(2, '0');

/** A moment as people write it where they are, to the minute. */
export function localMinute(ms: number): string {
  const at = new Date(ms);
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
