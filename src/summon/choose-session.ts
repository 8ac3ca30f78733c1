import { OvldError } from '../errors.ts';
import { rfc3339 } from '../kit/clock.ts';
import type { Mux } from '../mux/mux.ts';
import type { ArmyRecord } from '../store/store.ts';
import { assertGone } from './assert-gone.ts';
import type { ArmyParts } from './parts.ts';
import type { ResolvedFormation } from './resolve.ts';
import { sessionNames } from './session-name.ts';
import { readStanding, type ArmySession } from './standing.ts';

export interface SessionWish {
  formation: ResolvedFormation;
  /** Given by name; else the first free one that begins with the default. */
  session: string | undefined;
  defaultSession: string;
}

export interface ChosenSession {
  record: ArmyRecord;
  mux: Mux;
  /** The army of this name that we started before and whose end is not recorded. */
  former: ArmySession | undefined;
  /** An army of ours runs under this name already. */
  running: boolean;
}

/**
 * The name the army will have. A name that another folder's army has, or a session ovld did not
 * start, is not ours to take: asked for by name that is an error, else the next name is tried.
 */
export async function chooseSession(parts: ArmyParts, wish: SessionWish): Promise<ChosenSession> {
  const { formation } = wish;
  const known = await parts.armies.list();
  const names =
    wish.session === undefined
      ? sessionNames(wish.defaultSession, formation.folder)
      : [wish.session];
  // This folder's army keeps the name it once got, even if a better one is free now.
  const own = known.filter(
    ({ folder, session }) => folder === formation.folder && names.includes(session),
  );
  let taken = new OvldError('session_taken', { session: names[0] ?? wish.defaultSession });
  for (const session of new Set([...own.map((one) => one.session), ...names])) {
    const army = known.find((one) => one.session === session);
    if (army !== undefined && army.folder !== formation.folder) {
      taken = new OvldError('session_taken', { session, folder: army.folder });
      continue;
    }
    const chosen = await trySession(parts, wish, session, army);
    if (chosen !== undefined) return chosen;
  }
  throw taken;
}

/** Undefined where the name is not ours to take. */
async function trySession(
  parts: ArmyParts,
  { formation }: SessionWish,
  session: string,
  army: ArmyRecord | undefined,
): Promise<ChosenSession | undefined> {
  const fresh = newRecord(parts, formation, session);
  const record = army ?? fresh;
  const mux = await parts.openMux({ ...record, ...formation, mux: record.mux });
  const asked = mux.state();
  // A version that is too old is the better reason for whatever else it cannot do.
  asked.catch(() => undefined);
  await mux.capabilities();
  const state = await asked;
  if (army === undefined) {
    if (state !== 'none') return undefined;
    // Relays without an army were started by hand: they are a person's.
    if ((await parts.processes.seated(record.relayDir)).length > 0) return undefined;
    return { record, mux, former: undefined, running: false };
  }
  const former = { mux, record: army, formation };
  const standing = await readStanding(parts, former);
  if (standing === 'foreign') return undefined;
  if (standing === 'live') return { record, mux, former, running: true };
  if (standing === 'gone') await assertGone(parts, army);
  if (fresh.mux === record.mux) return { record: fresh, mux, former, running: false };
  const other = await parts.openMux({ ...fresh, ...formation });
  if ((await other.state()) !== 'none') return undefined;
  return { record: fresh, mux: other, former, running: false };
}

const newRecord = (
  parts: ArmyParts,
  formation: ResolvedFormation,
  session: string,
): ArmyRecord => ({
  session,
  folder: formation.folder,
  formation: formation.name,
  mux: formation.mux,
  ...(formation.mux_address !== undefined && { muxAddress: formation.mux_address }),
  relayDir: parts.relayDir(session),
  startedAt: rfc3339(parts.clock.now()),
});
