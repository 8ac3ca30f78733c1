import { join } from 'node:path';
import { countedSeat } from '../army/copies.ts';
import type { Formation } from '../army/formation.ts';
import { formationDocumentSchema, wholeFormation } from '../army/formation-document.ts';
import { overlordFormation } from '../army/overlord.ts';
import { roleSchema, type Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { said } from './fault.ts';
import { allDirs, type Places } from './places.ts';
import { readYaml } from './read-yaml.ts';

export interface FoundFormation {
  formation: Formation;
  path: string;
  /** The role of which there may be more or fewer. */
  counted: Role | undefined;
}

/**
 * The project's formation of that name, or the user's, or a shipped one; with so many specialists, where
 * it has a count of them.
 */
export async function findFormation(
  name: string,
  places: Places,
  specialists?: number,
): Promise<FoundFormation> {
  const tried: string[] = [];
  // Nothing but a name ever becomes part of a path.
  const dirs = roleSchema.safeParse(name).success ? allDirs(places) : [];
  for (const { place, dir } of dirs) {
    const path = join(dir, 'formations', `${name}.yaml`);
    // Built in already: the usual summons needs no YAML parser.
    if (place === 'shipped' && name === overlordFormation.name) {
      return { formation: overlordFormation, path, counted: undefined };
    }
    tried.push(path);
    const found = await formationIn(path, name, specialists);
    if (found !== undefined) return found;
  }
  throw new OvldError('formation_unknown', { name, tried });
}

/** The formation of a file; undefined where there is none. */
export async function formationIn(
  path: string,
  name: string,
  specialists?: number,
): Promise<FoundFormation | undefined> {
  const read = await readYaml(path, formationDocumentSchema);
  if (read === undefined) return undefined;
  if ('fault' in read) throw new OvldError('formation_invalid', { path, ...read.fault });
  const called = read.value.name ?? name;
  if (called !== name) {
    const reason = `it says its name is ${called}; a formation is named like its file`;
    throw new OvldError('formation_invalid', { path, reason });
  }
  const whole = wholeFormation(name, read.value, specialists);
  if (whole.success) {
    return { formation: whole.data, path, counted: countedSeat(read.value.roles) };
  }
  // What fits as it is written may not with more of a kind.
  const reason = whole.error.issues.map(said)[0] ?? 'not valid';
  throw new OvldError('formation_invalid', { path, reason });
}
