import { join } from 'node:path';
import { findCountedRole } from '../army/copies.ts';
import type { Formation } from '../army/formation.ts';
import { formationDocumentSchema, wholeFormation } from '../army/formation-document.ts';
import { overlordFormation } from '../army/overlord.ts';
import { reasonOf } from '../army/issue-reason.ts';
import { roleSchema, type Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { namesIn } from '../kit/survey.ts';
import { allDirs, type Place, type Places } from './places.ts';
import { readYaml } from './read-yaml.ts';

export interface FoundFormation {
  formation: Formation;
  path: string;
  /** Where it comes from. */
  place: Place;
  /** The role whose count can be set. */
  counted: Role | undefined;
}

/**
 * The project's formation of that name, or the user's, or a shipped one; with this many specialists, where
 * their count can be set.
 */
export async function findFormation(
  name: string,
  places: Places,
  specialists?: number,
): Promise<FoundFormation> {
  // Only a valid name becomes part of a path.
  const dirs = roleSchema.safeParse(name).success ? allDirs(places) : [];
  for (const { place, dir } of dirs) {
    const path = join(dir, 'formations', `${name}.yaml`);
    // Built in already: the usual summons needs no YAML parser.
    if (place === 'shipped' && name === overlordFormation.name) {
      return { formation: overlordFormation, path, place, counted: undefined };
    }
    const found = await readFormation(path, name, specialists);
    if (found !== undefined) return { ...found, place };
  }
  throw new OvldError('formation_unknown', { name, known: listFormations(places) });
}

/** The names of all formations: the project's, the user's and the shipped ones. */
function listFormations(places: Places): string[] {
  const files = allDirs(places).flatMap(({ dir }) => namesIn(join(dir, 'formations')));
  const names = files.flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? []);
  return [...new Set(names.filter((name) => roleSchema.safeParse(name).success))].toSorted();
}

/** The formation of a file; undefined where there is none. */
export async function readFormation(
  path: string,
  name: string,
  specialists?: number,
): Promise<Omit<FoundFormation, 'place'> | undefined> {
  const document = await readYaml(path, formationDocumentSchema, 'formation_invalid');
  if (document === undefined) return undefined;
  const called = document.name ?? name;
  if (called !== name) {
    const reason = { code: 'other_name', name: called } as const;
    throw new OvldError('formation_invalid', { path, reason });
  }
  const whole = wholeFormation(name, document, specialists);
  if (whole.success) {
    return { formation: whole.data, path, counted: findCountedRole(document.roles) };
  }
  // A document that is valid as written may not be with more specialists.
  throw new OvldError('formation_invalid', { path, reason: reasonOf(whole.error.issues[0]) });
}
