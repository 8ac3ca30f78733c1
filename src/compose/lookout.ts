import { join } from 'node:path';
import { hasBoard, type Formation } from '../army/formation.ts';
import type { Env } from '../config/env.ts';
import { unpause as en } from '../i18n/en/unpause.ts';
import { unpause as ja } from '../i18n/ja/unpause.ts';
import { nodeDisk } from '../kit/disk.ts';
import type { Log } from '../kit/log.ts';
import { openOnce } from '../kit/open-once.ts';
import { armyScene } from '../lookout/army-scene.ts';
import type { Lookout } from '../lookout/lookout.ts';
import { openLookout } from '../lookout/open-lookout.ts';
import type { WatchedWork } from '../lookout/parts.ts';
import { interruptTurn } from '../relay/interrupt.ts';
import { watchDocuments } from '../documents/yaml/watch.ts';
import type { ArmyRecord, Store } from '../store/store.ts';
import { openRoles } from '../summon/holds.ts';
import { composeArmy } from './army.ts';
import { openPerson } from './person.ts';
import { postThrough } from './post.ts';
import { composeTyping } from './reach.ts';
import { PROJECT_DIR } from '../config/places.ts';

const words = { en, ja };

/** The live picture of one army, wired to this machine and this user; disposing of it closes its store. Throws `store_gone`. */
export async function openArmyLookout(
  env: Env,
  record: ArmyRecord,
  log: Log = () => undefined,
): Promise<Lookout> {
  const parts = await composeArmy(env);
  const { store, formation } = await openRoles(parts, record);
  const mux = await parts.openMux({ ...record, ...formation, mux: record.mux });
  const openTyping = openOnce(() => composeTyping(store, formation, mux));
  const lookout = await openLookout({
    store,
    clock: parts.clock,
    formation,
    record,
    person: await openPerson(parts, record),
    work: await workOf(store, formation, formation.scratch ?? record.folder),
    scene: armyScene(parts, { store, formation, mux, record }),
    pausing: {
      interrupt: async (role) => interruptTurn(await openTyping(), role),
      word: { ...words[formation.language].word, priority: 'normal' },
    },
    log,
  });
  return {
    ...lookout,
    async [Symbol.asyncDispose]() {
      await lookout[Symbol.asyncDispose]();
      await store.close();
    },
  };
}

/** Loaded only where there is any: it reads YAML. */
async function workOf(
  store: Store,
  formation: Formation,
  folder: string,
): Promise<WatchedWork | undefined> {
  if (!hasBoard(formation)) return undefined;
  const { composeWork } = await import('./work.ts');
  return {
    ...composeWork({ formation, folder, post: postThrough(store, formation) }),
    watch: (changed) => watchDocuments(nodeDisk, join(folder, PROJECT_DIR), changed),
  };
}
