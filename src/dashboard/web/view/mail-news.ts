import { HUMAN } from '../../../army/human.ts';
import type { Picture } from '../../../lookout/picture.ts';
import { keyOf } from './merge.ts';

/**
 * The sender of new mail to the person, once for each time the unread mail grows. The count and the letter
 * come in two changes, in any order: it is returned when both are there. The first picture is no news.
 */
export function openMailNews(): (picture: Picture) => string | undefined {
  let counted: number | undefined;
  let last: string | undefined;
  return ({ person: { unread }, letters }) => {
    const newest = letters.findLast(({ to }) => to === HUMAN);
    const key = newest && keyOf(newest);
    const first = counted === undefined;
    counted = Math.min(counted ?? unread, unread);
    if (first) last = key;
    const read = newest === undefined || newest.fetchedAt !== undefined;
    if (read || unread === counted || key === last) return undefined;
    [counted, last] = [unread, key];
    return newest.from;
  };
}
