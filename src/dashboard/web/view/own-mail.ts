import { HUMAN } from '../../../army/human.ts';
import type { LetterSight } from '../../../lookout/picture.ts';
import { byTime, keyOf } from './merge.ts';

/** Those the person has not read. */
export const unreadOf = (letters: readonly LetterSight[]): readonly LetterSight[] =>
  letters.filter(({ to, fetchedAt }) => to === HUMAN && fetchedAt === undefined);

/** All that is for the person, oldest first: what the picture has, and what only their inbox has. */
export function ownMail(
  letters: readonly LetterSight[],
  inbox: readonly LetterSight[],
): readonly LetterSight[] {
  const own = letters.filter(({ to }) => to === HUMAN);
  const known = new Set(own.map(keyOf));
  return [...own, ...inbox.filter((one) => !known.has(keyOf(one)))].sort(byTime);
}
