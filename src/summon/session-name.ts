import { sessionSchema } from '../army/role.ts';

const LONGEST = 32;

/**
 * Names to try, in order: the army's own, then with the folder's name, then with a digest of
 * its path, by which a folder goes at once whose name has nothing usable in it (Japanese, say).
 */
export function sessionNames(base: string, folder: string): string[] {
  const short = folder.split(/[/\\]/).at(-1) ?? '';
  const words = short
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const room = LONGEST - base.length - 1;
  const named = `${base}-${(words === '' ? digest(folder) : words).slice(0, room)}`;
  const exact = `${base}-${digest(folder)}`.slice(0, LONGEST);
  return [base, named, exact].filter((name) => sessionSchema.safeParse(name).success);
}

/** FNV-1a: not a secret, only a short name that two folders hardly ever share. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(36);
}
