import { rolesOf } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { rfc3339 } from '../kit/clock.ts';
import { pause } from '../kit/timeout.ts';
import type { ArmyLayout, Inside, Mux, StartPlan } from '../mux/mux.ts';
import type { ArmyRecord, Conversation, OutfitFile, Store } from '../store/store.ts';
import { checkAgents } from './agent-version.ts';
import { clearAway, dismissAlone, type Standings } from './dismiss.ts';
import { insistGone } from './insist-gone.ts';
import { crampedIn, layoutOf, smallestTerminal, withWatching } from './layout.ts';
import { outfitRole, untyped } from './outfit-role.ts';
import type { ArmyParts } from './parts.ts';
import { isResumable } from './resumable.ts';
import type { ResolvedFormation } from './resolve.ts';
import { sessionNames } from './session-name.ts';
import { insistOnOwnProject } from './shared-project.ts';
import { standingOf } from './standing.ts';

/** What somebody asked for, with every choice made. */
export interface SummonOrder {
  formation: ResolvedFormation;
  /** Read before anything is touched: a missing one is known while there is nothing to undo. */
  rituals: ReadonlyMap<Role, string>;
  /** Given by name; else the first free one that begins with the default. */
  session: string | undefined;
  defaultSession: string;
  /** argv that runs ovld itself. */
  ovld: readonly string[];
  /** The person's terminal, if the army is to take it. */
  terminal: { columns: number; rows: number } | undefined;
  inside: Inside;
  resume: boolean;
  /** A person wants to watch the army in a tab of its session. */
  dashboard?: boolean;
}

/** Everything decided, nothing done: printed by --dry-run, carried out by `begin`. */
export interface Muster {
  record: ArmyRecord;
  formation: ResolvedFormation;
  mux: Mux;
  store: Store;
  /** The army of this name we raised before, whose end nobody told us of. */
  former: Standings | undefined;
  /** An army of ours runs under this name already. */
  running: boolean;
  layout: ArmyLayout;
  files: readonly OutfitFile[];
  /** Rituals that are typed: the others go with the agent's start, or are not wanted. */
  typed: ReadonlyMap<Role, string>;
  /** Conversations that go on, of the army of this folder before. */
  resumed: ReadonlyMap<Role, Conversation>;
  /** Agents whose version could not be read. */
  unread: readonly string[];
  /** Whose panes are too small to be typed into as long as nobody looks at them. */
  cramped: ReadonlySet<Role>;
  plan: StartPlan;
}

/** Looks at everything that could go wrong before anything is touched. */
export async function muster(parts: ArmyParts, order: SummonOrder): Promise<Muster> {
  const asked = checkAgents(parts, order.formation, rolesOf(order.formation));
  // Whatever else is wrong is told first; an army that is up would only be joined.
  asked.catch(() => undefined);
  const { record, mux, former, running } = await chooseSession(parts, order);
  if (!running) await insistOnOwnProject(parts, order.formation, record);
  // Where it is known beforehand, relays need not guess it from what they inherit.
  const address = await mux.address();
  const formation = {
    ...order.formation,
    ...(address !== undefined && { mux_address: address }),
  };
  const store = await parts.openStore(record.relayDir, order.formation);
  const resumed = order.resume && !running ? await goingOn(parts, order, record, store) : new Map();
  // From a pane of the same multiplexer the army gets its client's whole terminal, not the pane.
  const size = order.inside === formation.mux ? undefined : order.terminal;
  const attached = size !== undefined;
  const cramped = crampedIn(size ?? mux.headless, formation.tabs);
  const seats = await seatEverybody(parts, order, record, store, resumed, cramped);
  const { layout, files, typed } = seats;
  const unread = running ? [] : await asked;
  if (attached) checkSize(size, layout);
  const plan = mux.plan(layout, { attached, size });
  return {
    record,
    formation,
    mux,
    store,
    former,
    running,
    layout,
    files,
    typed,
    resumed,
    unread,
    cramped: attached ? new Set() : cramped,
    plan,
  };
}

export interface Begun {
  /** Mail of a dead army of that name, put away into the history. */
  saved: { messages: number; path: string | undefined };
  resumed: number;
  conversations: number;
  /** Who was to go on, and has nothing to go on with. */
  fresh: readonly Role[];
}

/**
 * Makes the relay ready, writes what agents need, and starts the session. What an army before this
 * one left behind goes to the history first; what it had not read is taken back from there.
 */
export async function begin(parts: ArmyParts, army: Muster, resume: boolean): Promise<Begun> {
  const { record, formation, mux, store, files, plan } = army;
  const history = parts.historyDir(record.session);
  // Something else of that name is not ours to take away.
  const stood = await store.present();
  if (army.former !== undefined) await clearAway(parts, army.former);
  // By the store it was: another would not know what of it to keep.
  const before = stood ? await parts.openStore(record.relayDir) : undefined;
  const saved = (await before?.cleanup(history)) ?? { messages: 0, path: undefined };
  await store.init(formation);
  // Whose mail this is must be known before there is any: cut off here, it is found again by that.
  await store.outfit(formation, files);
  await noteDue(parts, army);
  // Known before their agents say so: whatever is cut off here can be resumed again.
  for (const [role, one] of army.resumed) await store.conversations.note(role, one);
  const resumed = resume ? await store.resume(history, formation.folder) : 0;
  if (stood) await parts.tidyHistory?.(formation.folder).catch(() => undefined);
  // Before the start: whatever is cut off from here on is an army that can be found and cleared away.
  await parts.armies.enter(record);
  try {
    await mux.start(plan);
    if (plan.terminal === undefined) await noteLife(parts, army);
  } catch (error) {
    await dismissAlone(parts, army).catch(() => undefined);
    throw error;
  }
  const fresh = resume ? rolesOf(formation).filter((role) => !army.resumed.has(role)) : [];
  return { saved, resumed, conversations: army.resumed.size, fresh };
}

/** Before anybody sits there: no nudge comes before a ritual that is still to be typed. */
async function noteDue({ clock }: ArmyParts, { store, formation, typed }: Muster): Promise<void> {
  if (formation.ritual_delivery === 'none') return;
  const at = rfc3339(clock.now());
  for (const role of rolesOf(formation)) {
    await store.statuses.noteRitual(role, { state: typed.has(role) ? 'due' : 'given', at });
  }
}

const LOOK_MS = 50;
const STARTING_MS = 5_000;

/**
 * Waits for an attached start, until `signal` says that the terminal has come back; then remembers
 * which life of the session is ours. A Zellij that is asked for its sessions while one of them is
 * starting loses that one, so it is the agents that are looked for first, or time is given.
 */
export async function awaitLife(
  parts: Pick<ArmyParts, 'armies' | 'clock' | 'processes'>,
  army: Pick<Muster, 'mux' | 'record'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, processes } = parts;
  const until = clock.monotonic() + STARTING_MS;
  const nobody = async () => (await processes.ofArmy(army.record.relayDir)).length === 0;
  while (clock.monotonic() < until && !signal.aborted && (await nobody()))
    await pause(clock, LOOK_MS);
  for (;;) {
    // One answer that did not come must not cost the army its rituals.
    if (await noteLife(parts, army).catch(() => false)) return true;
    if (signal.aborted) return false;
    await pause(clock, LOOK_MS);
  }
}

async function noteLife(
  { armies }: Pick<ArmyParts, 'armies'>,
  { mux, record }: Pick<Muster, 'mux' | 'record'>,
): Promise<boolean> {
  const life = await mux.life();
  if (life === undefined) return false;
  const muxAddress = await mux.address();
  await armies.enter({ ...record, life, ...(muxAddress !== undefined && { muxAddress }) });
  return true;
}

type Chosen = Pick<Muster, 'record' | 'mux' | 'former' | 'running'>;

/**
 * The name the army will have. A name that another folder's army has, or a session ovld did not
 * start, is not ours to take: asked for by name that is an error, else the next name is tried.
 */
async function chooseSession(parts: ArmyParts, order: SummonOrder): Promise<Chosen> {
  const { formation } = order;
  const known = await parts.armies.list();
  const names =
    order.session === undefined
      ? sessionNames(order.defaultSession, formation.folder)
      : [order.session];
  // This folder's army keeps the name it once got, whoever has left meanwhile.
  const own = known.filter(
    ({ folder, session }) => folder === formation.folder && names.includes(session),
  );
  const ordered = [...own.map(({ session }) => session), ...names];
  let taken = new OvldError('session_taken', { session: names[0] ?? order.defaultSession });
  for (const session of new Set(ordered)) {
    const army = known.find((one) => one.session === session);
    if (army !== undefined && army.folder !== formation.folder) {
      taken = new OvldError('session_taken', { session, folder: army.folder });
      continue;
    }
    const record = army ?? newRecord(parts, order, session);
    const mux = await parts.openMux({ ...record, ...formation, mux: record.mux });
    const asked = mux.state();
    // A version that is too old is the better reason for whatever else it cannot do.
    asked.catch(() => undefined);
    await mux.capabilities();
    const state = await asked;
    if (army === undefined) {
      if (state !== 'none') continue;
      // Relays without an army were started by hand: they are a person's.
      if ((await parts.processes.seated(record.relayDir)).length > 0) continue;
      return { record, mux, former: undefined, running: false };
    }
    const former = { mux, record, formation };
    const standing = await standingOf(parts, mux, army, formation);
    if (standing === 'foreign') continue;
    if (standing === 'live') return { ...former, former, running: true };
    if (standing === 'gone') await insistGone(parts, army);
    const fresh = newRecord(parts, order, session);
    if (fresh.mux === record.mux) return { record: fresh, mux, former, running: false };
    const other = await parts.openMux({ ...fresh, ...formation });
    if ((await other.state()) !== 'none') continue;
    return { record: fresh, mux: other, former, running: false };
  }
  throw taken;
}

const newRecord = (parts: ArmyParts, { formation }: SummonOrder, session: string): ArmyRecord => ({
  session,
  folder: formation.folder,
  formation: formation.name,
  mux: formation.mux,
  ...(formation.mux_address !== undefined && { muxAddress: formation.mux_address }),
  relayDir: parts.relayDir(session),
  startedAt: rfc3339(parts.clock.now()),
});

/** Of the army of this folder before, those that can be gone on with. */
async function goingOn(
  parts: ArmyParts,
  { formation }: SummonOrder,
  { session }: ArmyRecord,
  store: Store,
): Promise<Map<Role, Conversation>> {
  const past = await store.pastConversations(parts.historyDir(session), formation.folder);
  const resumed = new Map<Role, Conversation>();
  for (const role of rolesOf(formation)) {
    const conversation = past.get(role);
    if (conversation !== undefined && (await isResumable(parts, formation, role, conversation))) {
      resumed.set(role, conversation);
    }
  }
  return resumed;
}

async function seatEverybody(
  parts: ArmyParts,
  { formation, rituals, ovld, dashboard }: SummonOrder,
  { session }: ArmyRecord,
  store: Store,
  resumed: Muster['resumed'],
  cramped: ReadonlySet<Role>,
): Promise<Pick<Muster, 'layout' | 'files' | 'typed'>> {
  const files: OutfitFile[] = [];
  const typed = new Map<Role, string>();
  const outfitting = { formation, session, store, ovld, rituals };
  const seated = new Map<Role, { argv: readonly string[]; cwd: string }>();
  for (const role of rolesOf(formation)) {
    const army = cramped.has(role) ? untyped(outfitting) : outfitting;
    const outfit = await outfitRole(parts, army, role, resumed.get(role)?.id);
    seated.set(role, { argv: outfit.argv, cwd: outfit.cwd });
    files.push(...outfit.files);
    if (outfit.typed !== undefined) typed.set(role, outfit.typed);
  }
  const nobody = { argv: [], cwd: formation.folder };
  const roles = layoutOf(session, formation, {}, (role) => seated.get(role) ?? nobody);
  const argv = [...ovld, 'dashboard', '--session', session];
  const layout = dashboard ? withWatching(roles, { argv, cwd: formation.folder }) : roles;
  return { layout, files, typed };
}

function checkSize({ columns, rows }: { columns: number; rows: number }, layout: ArmyLayout): void {
  const need = smallestTerminal(layout, columns);
  if (columns >= need.columns && rows >= need.rows) return;
  const { columns: needColumns, rows: needRows } = need;
  throw new OvldError('terminal_too_small', { columns, rows, needColumns, needRows });
}
