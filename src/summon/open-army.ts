import type { Formation } from '../army/formation.ts';
import { overlordFormation } from '../army/overlord.ts';
import type { Mux } from '../mux/mux.ts';
import type { ArmyRecord, Store } from '../store/store.ts';
import { findArmy, type Wanted } from './find-army.ts';
import type { ArmyParts } from './parts.ts';
import { standingOf, type Standing } from './standing.ts';

export interface OpenArmy {
  record: ArmyRecord;
  formation: Formation;
  mux: Mux;
  store: Store;
  standing: Standing;
}

/** A registered army with everything that is left of it. */
export async function openArmy(parts: ArmyParts, wanted: Wanted): Promise<OpenArmy> {
  return openRecord(parts, await findArmy(parts.armies, wanted));
}

export async function openRecord(parts: ArmyParts, record: ArmyRecord): Promise<OpenArmy> {
  // Asked for its sessions while one is starting, Zellij loses that one.
  await parts.calm();
  const store = await parts.openStore(record.relayDir);
  // Without its formation an army can only be cleared away, and for that any will do.
  const formation = (await store.formation().catch(() => undefined)) ?? overlordFormation;
  const mux = await parts.openMux({ ...record, ...formation, mux: record.mux });
  return {
    record,
    formation,
    mux,
    store,
    standing: await standingOf(parts, mux, record, formation),
  };
}
