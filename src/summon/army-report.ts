import type { Question } from '../agent/agent.ts';
import { HUMAN } from '../army/human.ts';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import type { AgentState } from '../message/status.ts';
import type { Mux, Pane } from '../mux/mux.ts';
import { readReports, type RoleReport } from '../relay/report.ts';
import { layoutOrder, resolvePane } from '../relay/resolve-pane.ts';
import { isOverdue } from '../relay/ring-delay.ts';
import type { ArmyRecord, RitualNote, SeatSeen, Store } from '../store/store.ts';
import { inspectPane } from './inspect-pane.ts';
import type { ArmyParts } from './parts.ts';
import { decideStanding, type Standing } from './standing.ts';

/** An army for `ovld status`: whether it stands, and what each role waits for. */
export interface ArmyReport {
  session: string;
  folder: string;
  formation: string;
  mux: ArmyRecord['mux'];
  started_at: string;
  standing: Standing;
  /** The name a person has given its session since. */
  renamed?: string;
  /** Since when the army is paused; absent where it is not. */
  paused_since?: string;
  /** Agents and relays that outlived their session. */
  orphans: readonly number[];
  roles: readonly SeatReport[];
  person: { unread: number };
}

export interface SeatReport extends RoleReport {
  /** The pane's own name in the multiplexer, or why there is none. */
  pane: string | { missing: WakeFailure };
  ritual: RitualNote | undefined;
  /** It should have been given by now, and no question of its agent's keeps it. */
  ritual_overdue?: true;
  /** What keeps unread mail from being announced just now. */
  waits_behind?: WakeFailure;
  /** What its agent wants to know from a person. */
  asks?: Question;
}

/** It has a pane and not its ritual, and no question of its agent's keeps that: `ovld inject` gives it. */
export const lacksRitual = ({ pane, ritual, ritual_overdue: isLate }: SeatReport): boolean =>
  typeof pane === 'string' && (isLate === true || ritual?.state === 'skipped');

export async function reportArmy(parts: ArmyParts, record: ArmyRecord): Promise<ArmyReport> {
  // Asked for its sessions while one is starting, Zellij loses that one.
  await parts.calm();
  const store = await parts.openStore(record.relayDir);
  const formation = await store.readFormation().catch(() => undefined);
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
  const read = withSeatsReadOnce(store);
  // The multiplexer takes longest: everything else is read while it answers.
  const [seen, reports, unread] = await Promise.all([
    mux.sight(record.life),
    reportRoles({ store: read, clock: parts.clock, formation }),
    // An army of an older version has no inbox for the person.
    store.mail.countUnread(HUMAN).then(
      ({ count }) => count,
      () => 0,
    ),
  ]);
  const standing = await decideStanding(parts, seen, { record, formation });
  const panes = standing === 'live' ? seen.panes : [];
  const orphans = standing === 'live' ? [] : await parts.processes.ofArmy(record.relayDir);
  const scene = { folder, relayDir: record.relayDir, store: read, formation, mux };
  const roles = [];
  for (const one of reports) {
    roles.push(await reportSeat(parts, { ...scene, panes }, one));
  }
  const renamed = seen.renamed === undefined ? {} : { renamed: seen.renamed };
  const pause = reports[0]?.observed.held?.find(({ all }) => all);
  const paused = pause === undefined ? {} : { paused_since: pause.since };
  return { ...about, standing, ...renamed, ...paused, orphans, roles, person: { unread } };
}

const reportRoles = async (reporting: Parameters<typeof readReports>[0]): Promise<RoleReport[]> =>
  (await reporting.store.isPresent()) ? readReports(reporting, 'all') : [];

/** Reads the seats of each role once, so that the parts of a report agree. */
function withSeatsReadOnce(store: Store): Store {
  const known = new Map<Role, Promise<SeatSeen[]>>();
  const list = (role: Role): Promise<SeatSeen[]> => {
    const seats = known.get(role) ?? store.seats.list(role);
    known.set(role, seats);
    return seats;
  };
  return { ...store, seats: { ...store.seats, list } };
}

interface Scene {
  folder: string;
  relayDir: string;
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
  const ritual = await store.statuses.readRitual(one.role);
  const needsScreen =
    one.observed.unread > 0 ||
    ['waiting', 'unknown', 'gone'].includes(one.observed.agent) ||
    (ritual !== undefined && ritual.state !== 'given');
  // Behind a question of its start an agent has no relay yet; without a pane it is there no more.
  const seen = (agent: AgentState): RoleReport =>
    one.observed.relay === 'alive' ? one : { ...one, observed: { ...one.observed, agent } };
  if (typeof found === 'string' || !needsScreen) {
    return { ...(one.observed.agent === 'waiting' ? seen('gone') : one), pane, ritual };
  }
  // What never had a relay is what was started there; later a person may have started something else.
  const isRunning = async (): Promise<boolean> =>
    (await store.seats.list(one.role)).length === 0 ||
    (await parts.processes.ofRole(scene.relayDir, one.role)).length > 0;
  const seating = formation.roles.find(({ role }) => role === one.role);
  // Only mail waits behind what a composer holds.
  const text =
    seating && one.observed.unread > 0
      ? await parts.readRitual(seating, formation.language, scene.folder)
      : undefined;
  const { behind, expected: asks } = await inspectPane(parts, scene, one.role, found.id, text);
  const isUp = asks === undefined && one.observed.agent === 'gone' && (await isRunning());
  const { clock } = parts;
  const isLate = asks === undefined && ritual && isOverdue({ clock, formation }, ritual);
  return {
    ...(isUp ? seen('deaf') : asks === undefined ? one : seen('waiting')),
    pane,
    ritual,
    ...(isLate && { ritual_overdue: true as const }),
    ...(behind !== undefined && one.observed.unread > 0 && { waits_behind: behind }),
    ...(asks !== undefined && { asks }),
  };
}
