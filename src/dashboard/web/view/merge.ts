import { FEED_LETTERS } from '../../../lookout/ledger.ts';
import type { LetterSight, Picture, RoleSight, Stage } from '../../../lookout/picture.ts';
import type { Change } from '../wire.ts';

/** A message that has just come to this stage. */
export interface Move {
  from: string;
  to: string;
  stage: Stage;
}

export interface Merged {
  picture: Picture;
  moves: readonly Move[];
}

/** The picture with a change in it. Nothing of the old one is altered. */
export function merge(picture: Picture, change: Change): Merged {
  const { letters, roles, board, ...whole } = change;
  const moves: Move[] = [];
  const next: Picture = {
    ...picture,
    ...whole,
    ...(board !== undefined && { board: board ?? undefined }),
    ...(letters !== undefined && { letters: mergeLetters(picture.letters, letters, moves) }),
    ...(roles !== undefined && { roles: mergeRoles(picture.roles, roles) }),
  };
  return { picture: next, moves };
}

/** A whole picture as the page keeps it. */
export const arranged = (picture: Picture): Picture => ({
  ...picture,
  letters: lastLetters(picture.letters),
});

export const keyOf = ({ to, id }: Pick<LetterSight, 'to' | 'id'>): string => `${to} ${id}`;

/** Oldest first; those of one moment always the same way round. */
export function byTime(one: LetterSight, other: LetterSight): number {
  const apart = Date.parse(one.storedAt) - Date.parse(other.storedAt);
  return apart || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/** No more than the lookout has: what neither has any more is told to nobody as news. */
const lastLetters = (letters: Iterable<LetterSight>): readonly LetterSight[] =>
  [...letters].sort(byTime).slice(-FEED_LETTERS);

/** A letter from before all that are known is no news: it is told late, or has left the page. */
function mergeLetters(
  old: readonly LetterSight[],
  news: readonly LetterSight[],
  moves: Move[],
): readonly LetterSight[] {
  const [oldest] = old;
  const byKey = new Map(old.map((letter) => [keyOf(letter), letter]));
  for (const letter of news) {
    const { from, to, stage } = letter;
    const known = byKey.get(keyOf(letter));
    const late = known === undefined && oldest !== undefined && byTime(letter, oldest) < 0;
    if (known?.stage !== stage && !late) moves.push({ from, to, stage });
    byKey.set(keyOf(letter), letter);
  }
  return lastLetters(byKey.values());
}

/** In the formation's order, which never changes. */
function mergeRoles(old: readonly RoleSight[], news: readonly RoleSight[]): readonly RoleSight[] {
  const byRole = new Map(news.map((role) => [role.role, role]));
  const known = new Set(old.map(({ role }) => role));
  return [
    ...old.map((role) => byRole.get(role.role) ?? role),
    ...news.filter(({ role }) => !known.has(role)),
  ];
}
