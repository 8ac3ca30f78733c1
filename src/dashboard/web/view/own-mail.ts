import { HUMAN } from '../../../army/human.ts';
import type { LetterSight } from '../../../lookout/picture.ts';
import { compareTime, keyOf } from './merge.ts';

export const filterUnread = (letters: readonly LetterSight[]): readonly LetterSight[] =>
  letters.filter(({ to, fetchedAt }) => to === HUMAN && fetchedAt === undefined);

/** All mail to the person, oldest first: from the picture, and what only the inbox has. */
export function listOwnMail(
  letters: readonly LetterSight[],
  inbox: readonly LetterSight[],
): readonly LetterSight[] {
  const own = letters.filter(({ to }) => to === HUMAN);
  const known = new Set(own.map(keyOf));
  return [...own, ...inbox.filter((one) => !known.has(keyOf(one)))].sort(compareTime);
}
