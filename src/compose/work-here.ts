import type { Formation } from '../army/formation.ts';
import type { Env } from '../config/env.ts';
import { findFormation } from '../config/formations.ts';
import type { Places } from '../config/places.ts';
import { loadSettings } from '../config/settings.ts';
import { OvldError } from '../errors.ts';
import type { ArmyRecord } from '../store/store.ts';
import { openRoles } from '../summon/holds.ts';
import type { Work } from '../work/work.ts';
import { composeArmy } from './army.ts';
import { postThrough, postWithoutArmy } from './post.ts';
import { composeWork } from './work.ts';

export interface WorkHere {
  work: Work;
  formation: Formation;
  folder: string;
  /** The army that stands here, if one does. */
  session: string | undefined;
}

interface Wanted {
  session: string | undefined;
  formation: string | undefined;
  places: Places;
}

const USUAL = 'bastion';

/**
 * The work of the army that is named or stands in this folder; without one, the project's own by the
 * formation that is named, so that a person can look and prepare before anybody is summoned.
 */
export async function workHere(env: Env, wanted: Wanted): Promise<WorkHere> {
  const { folder } = wanted.places;
  const parts = await composeArmy(env);
  const army = await armyHere(await parts.armies.list(), wanted);
  if (army !== undefined) {
    const { store } = await openRoles(parts, army);
    const formation = await store.formation();
    const { session } = army;
    if (formation === undefined || !hasBoard(formation)) throw boardOff(session);
    const place = { formation, folder: army.folder, post: postThrough(store) };
    return { work: composeWork(place), formation, folder: army.folder, session };
  }
  const formation = await formationHere(env, wanted);
  if (!hasBoard(formation)) throw boardOff(formation.name);
  const place = { formation, folder, post: postWithoutArmy(formation, folder) };
  return { work: composeWork(place), formation, folder, session: undefined };
}

/** As a summons here would have it; where nobody chose a formation, nor a board for the usual one, the bastion. */
async function formationHere(env: Env, { formation: named, places }: Wanted): Promise<Formation> {
  const settings = await loadSettings({ formation: named }, env, places);
  const { formation: chosen, specialists, store, toolsets, language } = settings;
  const isBastion = chosen.from === 'default' && toolsets.value === undefined;
  const name = isBastion ? USUAL : chosen.value;
  const { formation } = await findFormation(name, places, specialists.value);
  return {
    ...formation,
    language: language.value,
    store: store.value ?? formation.store,
    toolsets: toolsets.value ?? formation.toolsets,
  };
}

const hasBoard = ({ toolsets }: Pick<Formation, 'toolsets'>): boolean =>
  toolsets.includes('board') || toolsets.includes('knowledge');

const boardOff = (session: string): OvldError => new OvldError('board_off', { session });

/** Another folder's army is never meant, unless it is named. */
async function armyHere(
  armies: readonly ArmyRecord[],
  { session, formation, places }: Wanted,
): Promise<ArmyRecord | undefined> {
  const sessions = armies.map((army) => army.session);
  if (session !== undefined) {
    const named = armies.find((army) => army.session === session);
    if (named === undefined) throw new OvldError('army_unknown', { session, sessions });
    return named;
  }
  const here = armies.filter(
    (army) =>
      army.folder === places.folder && (formation === undefined || army.formation === formation),
  );
  if (here.length > 1) {
    throw new OvldError('army_ambiguous', { sessions: here.map((army) => army.session) });
  }
  return here[0];
}
