import type { Question } from '../agent/agent.ts';
import { HUMAN } from '../army/human.ts';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { Mux, Pane } from '../mux/mux.ts';
import { report, type RoleReport } from '../relay/report.ts';
import { layoutOrder, resolvePane } from '../relay/resolve-pane.ts';
import type { ArmyRecord, RitualNote, SeatSeen, Store } from '../store/store.ts';
import { lookAt } from './look-at.ts';
import type { ArmyParts } from './parts.ts';
import { standingIn, type Standing } from './standing.ts';

/** An army as its person wants to see it: is it there, and what holds each role up. */
export interface ArmyReport {
  session: string;
  folder: string;
  formation: string;
  mux: ArmyRecord['mux'];
  started_at: string;
  standing: Standing;
  /** Agents and relays that outlived their session. */
  orphans: readonly number[];
  roles: readonly SeatReport[];
  person: { unread: number };
}

export interface SeatReport extends RoleReport {
  /** The pane's own name in the multiplexer, or why there is none. */
  pane: string | { missing: WakeFailure };
  ritual: RitualNote | undefined;
  /** What keeps unread mail from being announced just now. */
  waits_behind?: WakeFailure;
  /** What its agent wants to know from a person. */
  asks?: Question;
}

export async function reportArmy(parts: ArmyParts, record: ArmyRecord): Promise<ArmyReport> {
  // Asked for its sessions while one is starting, Zellij loses that one.
  await parts.calm();
  const store = await parts.openStore(record.relayDir);
  const formation = await store.formation().catch(() => undefined);
  const { session, folder, mux: kind, startedAt } = record;
  const about = {
    session,
    folder,
    formation: record.formation,
    mux: kind,
    started_at: startedAt,
  };
  if (formation === undefined) {
    const orphans = await parts.processes.ofArmy(record.relayDir);
    return { ...about, standing: 'gone', orphans, roles: [], person: { unread: 0 } };
  }
  const mux = await parts.openMux({ ...record, ...formation, mux: kind });
  const read = withOneLook(store);
  // The multiplexer takes longest: everything else is read while it answers.
  const [seen, reports, unread] = await Promise.all([
    mux.sight(record.life),
    reportRoles({ store: read, clock: parts.clock, formation }),
    // An army of an older version has no inbox for the person.
    store.mail.unread(HUMAN).then(
      ({ count }) => count,
      () => 0,
    ),
  ]);
  const standing = await standingIn(parts, seen, record, formation);
  const panes = standing === 'live' ? seen.panes : [];
  const orphans = standing === 'live' ? [] : await parts.processes.ofArmy(record.relayDir);
  const roles = [];
  for (const one of reports) {
    roles.push(await reportSeat(parts, { store: read, formation, mux, panes }, one));
  }
  return { ...about, standing, orphans, roles, person: { unread } };
}

const reportRoles = async (reporting: Parameters<typeof report>[0]): Promise<RoleReport[]> =>
  (await reporting.store.present()) ? report(reporting, 'all') : [];

/** One report says one thing: who sits where is read once. */
function withOneLook(store: Store): Store {
  const known = new Map<Role, Promise<SeatSeen[]>>();
  const list = (role: Role): Promise<SeatSeen[]> => {
    const seats = known.get(role) ?? store.seats.list(role);
    known.set(role, seats);
    return seats;
  };
  return { ...store, seats: { ...store.seats, list } };
}

interface Scene {
  store: Store;
  formation: Formation;
  mux: Mux;
  panes: readonly Pane[];
}

async function reportSeat(parts: ArmyParts, scene: Scene, one: RoleReport): Promise<SeatReport> {
  const { store, formation, panes } = scene;
  const where = {
    panes: { panes: async () => [...panes] },
    seats: store.seats,
    roles: layoutOrder(formation),
  };
  const found = await resolvePane(where, one.role);
  const pane = typeof found === 'string' ? { missing: found } : found.id;
  const ritual = await store.statuses.ritual(one.role);
  const worthALook =
    one.observed.unread > 0 ||
    ['waiting', 'unknown', 'gone'].includes(one.observed.agent) ||
    (ritual !== undefined && ritual.state !== 'given');
  if (typeof found === 'string' || !worthALook) return { ...one, pane, ritual };
  const { behind, asks } = await lookAt(parts, scene, one.role, found.id);
  return {
    ...one,
    pane,
    ritual,
    ...(behind !== undefined && one.observed.unread > 0 && { waits_behind: behind }),
    ...(asks !== undefined && { asks }),
  };
}
