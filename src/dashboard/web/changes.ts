import type { LetterSight, Part, Picture, RoleSight } from '../../lookout/picture.ts';
import type { Change } from './wire.ts';

/** Finds what has changed in a picture since the last call; undefined where nothing has. */
export function openChanges(first: Picture) {
  const letters = createFilter<LetterSight>(({ id, to }) => `${to} ${id}`);
  const roles = createFilter<RoleSight>(({ role }) => role);
  letters(first.letters);
  roles(first.roles);

  return (parts: ReadonlySet<Part>, picture: Picture): Change | undefined => {
    const { army, person, figures, alerts, board } = picture;
    const has = (part: Part): boolean => parts.has(part);
    const newLetters = has('letters') ? letters(picture.letters) : [];
    const newRoles = has('roles') ? roles(picture.roles) : [];
    const change: Change = {
      ...(has('army') && { army }),
      ...(has('person') && { person }),
      ...(has('figures') && { figures }),
      ...(has('alerts') && { alerts }),
      ...(has('board') && { board: board ?? null }),
      ...(newLetters.length > 0 && { letters: newLetters }),
      ...(newRoles.length > 0 && { roles: newRoles }),
    };
    return Object.keys(change).length === 0 ? undefined : change;
  };
}

/** Those of a list that are not as they were in the list before. */
function createFilter<T>(keyOf: (item: T) => string): (now: readonly T[]) => T[] {
  let known = new Map<string, { item: T; json: string }>();
  return (now) => {
    const next = new Map<string, { item: T; json: string }>();
    const news: T[] = [];
    for (const item of now) {
      const key = keyOf(item);
      const before = known.get(key);
      if (before?.item === item) {
        next.set(key, before);
        continue;
      }
      const json = JSON.stringify(item);
      if (before?.json !== json) news.push(item);
      next.set(key, { item, json });
    }
    known = next;
    return news;
  };
}
