import { hasBoard, type Formation } from '../army/formation.ts';
import { readBoardFormation } from '../config/board-formation.ts';
import type { Env } from '../config/env.ts';
import type { Places } from '../config/places.ts';
import { findProjectFolder, foldersInCheckout } from '../config/project-folder.ts';
import { OvldError } from '../errors.ts';
import { findArmy, findArmyHere, type Wanted } from '../summon/find-army.ts';
import { openRoles } from '../summon/holds.ts';
import type { Work } from '../work/work.ts';
import { composeArmy } from './army.ts';
import { postThrough, postWithoutArmy } from './post.ts';
import { composeWork } from './work.ts';

export interface WorkHere {
  work: Work;
  formation: Formation;
  folder: string;
  /** The army of this project, if there is one. */
  session: string | undefined;
}

interface WantedWork extends Pick<Wanted, 'session' | 'lineFor'> {
  formation: string | undefined;
  places: Places;
}

/**
 * The work of the army that is named or stands in this project; without one, the project's own by the
 * formation that is named, so that a person can look and prepare before a summons.
 */
export async function workHere(env: Env, wanted: WantedWork): Promise<WorkHere> {
  const parts = await composeArmy(env);
  const armies = await parts.armies.list();
  const home = findProjectFolder(
    wanted.places.folder,
    armies.map((army) => army.folder),
  );
  const army = findArmyHere(armies, { ...wanted, folders: [home] });
  const folders = foldersInCheckout(wanted.places.folder);
  // Its board is above this folder, but not in its checkout: it is another's, and busy with it.
  const isAnothers = wanted.session === undefined && !folders.includes(home);
  if (army !== undefined && isAnothers) findArmy(armies, { ...wanted, folders });
  if (army === undefined) {
    const places = { ...wanted.places, folder: home };
    const formation = await readBoardFormation(wanted.formation, env, places);
    const work = composeWork({ formation, folder: home, post: postWithoutArmy(formation, home) });
    return { work, formation, folder: home, session: undefined };
  }
  const { session, folder } = army;
  const { store, formation } = await openRoles(parts, army);
  if (!hasBoard(formation)) throw new OvldError('board_off', { session });
  const post = postThrough(store, formation);
  const work = composeWork({ formation, folder: formation.scratch ?? folder, post });
  return { work, formation, folder, session };
}
