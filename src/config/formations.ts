import { join } from 'node:path';
import type { Formation } from '../army/formation.ts';
import { formationDocumentSchema, wholeFormation } from '../army/formation-document.ts';
import { overlordFormation } from '../army/overlord.ts';
import { roleSchema } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { allDirs, type Places } from './places.ts';
import { readYaml } from './read-yaml.ts';

export interface FoundFormation {
  formation: Formation;
  path: string;
}

/** The project's formation of that name, or the user's, or a shipped one. */
export async function findFormation(name: string, places: Places): Promise<FoundFormation> {
  const tried: string[] = [];
  // Nothing but a name ever becomes part of a path.
  const dirs = roleSchema.safeParse(name).success ? allDirs(places) : [];
  for (const { place, dir } of dirs) {
    const path = join(dir, 'formations', `${name}.yaml`);
    // Built in already: the usual summons needs no YAML parser.
    if (place === 'shipped' && name === overlordFormation.name) {
      return { formation: overlordFormation, path };
    }
    const read = await readYaml(path, formationDocumentSchema);
    tried.push(path);
    if (read === undefined) continue;
    if ('fault' in read) throw new OvldError('formation_invalid', { path, ...read.fault });
    const said = read.value.name ?? name;
    if (said !== name) {
      const reason = `it says its name is ${said}; a formation is named like its file`;
      throw new OvldError('formation_invalid', { path, reason });
    }
    return { formation: wholeFormation(name, read.value), path };
  }
  throw new OvldError('formation_unknown', { name, tried });
}
