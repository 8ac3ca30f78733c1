import { join } from 'node:path';
import type { Formation } from '../army/formation.ts';
import { overlordFormation } from '../army/overlord.ts';
import type { Env } from '../config/env.ts';
import { nodeDisk } from '../kit/disk.ts';
import type { Log } from '../kit/log.ts';
import { armyScene } from '../lookout/army-scene.ts';
import type { Lookout } from '../lookout/lookout.ts';
import { openLookout } from '../lookout/open-lookout.ts';
import type { WatchedWork } from '../lookout/parts.ts';
import { watchPapers } from '../papers/yaml/watch.ts';
import type { ArmyRecord, Store } from '../store/store.ts';
import { openRoles } from '../summon/holds.ts';
import { composeArmy } from './army.ts';
import { openPerson } from './person.ts';
import { postThrough } from './post.ts';
import { PROJECT_DIR } from './store.ts';

/** The live picture of one army, wired to this machine and this user; throws `store_gone`. */
export async function openArmyLookout(
  env: Env,
  record: ArmyRecord,
  log: Log = () => undefined,
): Promise<Lookout> {
  const parts = await composeArmy(env);
  const { store } = await openRoles(parts, record);
  const formation = (await store.formation()) ?? overlordFormation;
  const mux = await parts.openMux({ ...record, ...formation, mux: record.mux });
  return openLookout({
    store,
    clock: parts.clock,
    formation,
    record,
    person: await openPerson(parts, record),
    work: await workOf(store, formation, record.folder),
    scene: armyScene(parts, { store, formation, mux, record }),
    log,
  });
}

/** Loaded only where there is any: it reads YAML. */
async function workOf(
  store: Store,
  formation: Formation,
  folder: string,
): Promise<WatchedWork | undefined> {
  const { toolsets } = formation;
  if (!toolsets.includes('board') && !toolsets.includes('knowledge')) return undefined;
  const { composeWork } = await import('./work.ts');
  return {
    ...composeWork({ formation, folder, post: postThrough(store) }),
    watch: (changed) => watchPapers(nodeDisk, join(folder, PROJECT_DIR), changed),
  };
}
