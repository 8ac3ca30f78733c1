import { HUMAN } from '../../../army/human.ts';
import type { Picture } from '../../../lookout/picture.ts';
import { keyOf } from './merge.ts';

/**
 * Who has written to the person, once for each time their unread mail grows. The count and the letter come
 * in two changes, either of them first: it is told when both are there. What the first picture has is old.
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
