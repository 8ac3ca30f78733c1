import type { Formation } from '../army/formation.ts';
import { overlordFormation } from '../army/overlord.ts';
import { OvldError } from '../errors.ts';
import { pause } from '../kit/timeout.ts';
import type { ArmyRecord, Store } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';
import { readStanding, type ArmySession, type Standing } from './standing.ts';

export interface OpenArmy extends ArmySession {
  formation: Formation;
  store: Store;
  standing: Standing;
}

const LOOKS = 4;
const LOOK_AGAIN_MS = 250;

/** A registered army with everything that is left of it. */
export async function openRecord(parts: ArmyParts, record: ArmyRecord): Promise<OpenArmy> {
  // Asked for its sessions while one is starting, Zellij loses that one.
  await parts.calm();
  const army = await openSession(parts, record);
  let standing = await readStanding(parts, army);
  // A busy Zellij misses its own session now and then (Z19): its server tells that it is there.
  for (let look = 1; standing === 'gone' && look < LOOKS && (await isServed(army)); look += 1) {
    await pause(parts.clock, LOOK_AGAIN_MS);
    standing = await readStanding(parts, army);
  }
  return { ...army, standing };
}

/** Whether the server that was noted for this army still runs. */
const isServed = async ({ mux, record: { life } }: ArmySession): Promise<boolean> =>
  life !== undefined && (await mux.life().catch(() => undefined)) === life;

export function assertLive({ standing, record: { session } }: OpenArmy): void {
  if (standing !== 'live') throw new OvldError('army_not_live', { session });
}

/** Also of an army whose session is not seen something may still run: what asks no pane goes on for it. */
export async function assertNotOver(parts: ArmyParts, record: ArmyRecord): Promise<void> {
  if ((await parts.processes.ofArmy(record.relayDir)).length > 0) return;
  assertLive(await openRecord(parts, record));
}

/** Asks the multiplexer nothing. */
export async function openSession(
  parts: Pick<ArmyParts, 'openStore' | 'openMux'>,
  record: ArmyRecord,
): Promise<Omit<OpenArmy, 'standing'>> {
  const store = await parts.openStore(record.relayDir);
  // Without its formation an army can only be cleared away, and for that any will do.
  const formation = (await store.readFormation().catch(() => undefined)) ?? overlordFormation;
  const mux = await parts.openMux({ ...record, ...formation, mux: record.mux });
  return { record, formation, mux, store };
}
