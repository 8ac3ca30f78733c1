import type { LetterSight, Picture, RoleSight, Stage } from '../../../lookout/picture.ts';
import type { Change } from '../wire.ts';

/** However long a page stays open, it keeps no more than these. */
export const MOST_LETTERS = 400;

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

/** As many as are kept, oldest first. */
export const capped = (picture: Picture): Picture =>
  picture.letters.length <= MOST_LETTERS
    ? picture
    : { ...picture, letters: picture.letters.slice(-MOST_LETTERS) };

const keyOf = ({ to, id }: LetterSight): string => `${to} ${id}`;

function mergeLetters(
  old: readonly LetterSight[],
  news: readonly LetterSight[],
  moves: Move[],
): readonly LetterSight[] {
  const byKey = new Map(old.map((letter) => [keyOf(letter), letter]));
  for (const letter of news) {
    const { from, to, stage } = letter;
    if (byKey.get(keyOf(letter))?.stage !== stage) moves.push({ from, to, stage });
    byKey.set(keyOf(letter), letter);
  }
  return [...byKey.values()].slice(-MOST_LETTERS);
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
