import { FEED_LETTERS } from '../../../lookout/ledger.ts';
import type { LetterSight, Picture, RoleSight, Stage } from '../../../lookout/picture.ts';
import type { Change } from '../wire.ts';

/** A message that has just come to this stage. */
export interface Move {
  from: string;
  to: string;
  stage: Stage;
}

/** The picture with a change in it. Nothing of the old one is altered. */
export function mergeChange(picture: Picture, change: Change) {
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
export const arrangePicture = (picture: Picture): Picture => ({
  ...picture,
  letters: lastLetters(picture.letters),
});

export const keyOf = ({ to, id }: Pick<LetterSight, 'to' | 'id'>): string => `${to} ${id}`;

/** Oldest first; those of one moment always the same way round. */
export function compareTime(one: LetterSight, other: LetterSight): number {
  const apart = Date.parse(one.storedAt) - Date.parse(other.storedAt);
  return apart || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/** No more than the lookout has: a letter that both have dropped is no news. */
const lastLetters = (letters: Iterable<LetterSight>): readonly LetterSight[] =>
  [...letters].sort(compareTime).slice(-FEED_LETTERS);

/** A letter older than all known ones is no news: it comes late, or has left the page. */
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
    const late = known === undefined && oldest !== undefined && compareTime(letter, oldest) < 0;
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
