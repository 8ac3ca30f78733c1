import { agentKindOf, rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { rfc3339 } from '../kit/clock.ts';
import { pause } from '../kit/timeout.ts';
import type { ArmyLayout, Inside, StartPlan } from '../mux/mux.ts';
import type { ArmyRecord, Conversation, OutfitFile, Store } from '../store/store.ts';
import { checkAgents } from './agent-version.ts';
import { assertProjectFree } from './assert-project-free.ts';
import { chooseSession, type ChosenSession, type SessionWish } from './choose-session.ts';
import { clearAway, dismissAlone } from './dismiss.ts';
import { findStage } from './find-stage.ts';
import { isResumable } from './is-resumable.ts';
import { addDashboardTab, findCramped, layoutOf, smallestTerminal } from './layout.ts';
import { outfitRole, withoutTyping } from './outfit-role.ts';
import type { ArmyParts } from './parts.ts';
import { decideStartOrder, startScript, type StartOrder } from './postponed-start.ts';

/** A summons with every choice made. */
export interface SummonOrder extends SessionWish {
  /** Read before anything is changed: a missing one is an error while there is nothing to undo. */
  rituals: ReadonlyMap<Role, string>;
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
export interface Muster extends ChosenSession {
  formation: Formation & { folder: string };
  store: Store;
  layout: ArmyLayout;
  files: readonly OutfitFile[];
  /** Rituals that are typed: the others go with the agent's start, or are not wanted. */
  typed: ReadonlyMap<Role, string>;
  /** Conversations of this folder's former army that are resumed. */
  resumed: ReadonlyMap<Role, Conversation>;
  /** Conversations that begin, where the id is chosen beforehand. */
  begun: ReadonlyMap<Role, Conversation>;
  /** Agents whose version could not be read. */
  unread: readonly string[];
  starts: StartOrder;
  /** Roles whose panes are too small to be typed into while no terminal is attached. */
  cramped: ReadonlySet<Role>;
  plan: StartPlan;
}

/** Checks everything that could go wrong before anything is changed. */
export async function muster(parts: ArmyParts, order: SummonOrder): Promise<Muster> {
  const asked = checkAgents(parts, order.formation, rolesOf(order.formation));
  // Other errors come first; an army that is up would only be joined.
  asked.catch(() => undefined);
  const chosen = await chooseSession(parts, order);
  const { record, mux, running } = chosen;
  // Where the address is known beforehand, relays need not guess it from what they inherit.
  const address = await mux.address();
  const formation = {
    ...order.formation,
    ...(address !== undefined && { mux_address: address }),
    ...(!running && (await findStage(parts, order.formation, record.relayDir))),
  };
  if (!running) await assertProjectFree(parts, formation, record);
  const store = await parts.openStore(record.relayDir, formation);
  const resumed =
    order.resume && !running ? await findResumable(parts, order, record, store) : new Map();
  // From a pane of the same multiplexer the army gets its client's whole terminal, not the pane.
  const size = order.inside === formation.mux ? undefined : order.terminal;
  const attached = size !== undefined;
  const cramped = findCramped(size ?? mux.headless, formation.tabs);
  const starts = await decideStartOrder(parts, order.formation);
  const choices = { resumed, cramped, askedBy: starts.askedBy };
  const outfitted = await outfitArmy(parts, { ...order, formation }, record, store, choices);
  const unread = running ? [] : await asked;
  if (attached) checkSize(size, outfitted.layout);
  return {
    ...chosen,
    ...outfitted,
    formation,
    store,
    resumed,
    unread,
    starts,
    cramped: attached ? new Set() : cramped,
    plan: mux.plan(outfitted.layout, { attached, size }),
  };
}

export interface Begun {
  /** Mail of a dead army of that name, put away into the history. */
  saved: { messages: number; path: string | undefined };
  resumed: number;
  conversations: number;
  /** Roles that were to resume a conversation and have none. */
  fresh: readonly Role[];
}

/**
 * Makes the relay directory ready, writes the outfit, and starts the session. The mail of a former army goes
 * to the history first; with `resume`, its unread mail is taken back from there.
 */
export async function begin(parts: ArmyParts, army: Muster, resume: boolean): Promise<Begun> {
  const { record, formation, mux, store, files, plan } = army;
  const history = parts.historyDir(record.session);
  const stood = await store.isPresent();
  if (army.former !== undefined) await clearAway(parts, army.former);
  // By the store it was: another would not know what of it to keep.
  const before = stood ? await parts.openStore(record.relayDir) : undefined;
  const saved = (await before?.cleanUp(history)) ?? { messages: 0, path: undefined };
  await store.init(formation);
  // The formation names the mail's owner, so it is there before the mail: cut off here, mail is found again.
  await store.writeOutfit(formation, files);
  await noteRituals(parts, army);
  for (const [role, asker] of army.starts.askedBy) await store.starts.postpone(role, asker);
  // Noted before their agents do: a summons that is cut off here can be resumed again.
  for (const [role, one] of [...army.begun, ...army.resumed]) {
    await store.conversations.note(role, one);
  }
  const resumed = resume ? await store.resumeMail(history, formation.folder) : 0;
  if (stood) await parts.tidyHistory?.(formation.folder).catch(() => undefined);
  // Before the start: an army that is cut off from here on can be found and cleared away.
  await parts.armies.add(record);
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

/** Before any agent starts: no nudge comes before a ritual that is still to be typed. */
async function noteRituals(
  { clock }: ArmyParts,
  { store, formation, typed }: Muster,
): Promise<void> {
  if (formation.ritual_delivery === 'none') return;
  const at = rfc3339(clock.now());
  for (const role of rolesOf(formation)) {
    await store.statuses.noteRitual(role, { state: typed.has(role) ? 'due' : 'given', at });
  }
}

const LOOK_MS = 50;
const STARTING_MS = 5_000;

/**
 * Waits for an attached start and records which life of the session is ours. A Zellij that is asked for its
 * sessions while one of them is starting loses that one, so this waits for the army's processes first, for 5 s
 * at most. `signal` says that the terminal has come back: the session has ended then, unless a busy Zellij threw
 * its client out. As long as the army has processes the life is looked for, for 5 s at most.
 */
export async function awaitLife(
  parts: Pick<ArmyParts, 'armies' | 'clock' | 'processes'>,
  army: Pick<Muster, 'mux' | 'record'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, processes } = parts;
  const until = clock.monotonic() + STARTING_MS;
  const isEmpty = async () => (await processes.ofArmy(army.record.relayDir)).length === 0;
  while (clock.monotonic() < until && !signal.aborted && (await isEmpty()))
    await pause(clock, LOOK_MS);
  let backSince: number | undefined;
  for (;;) {
    // One answer that did not come must not cost the army its rituals.
    if (await noteLife(parts, army).catch(() => false)) return true;
    if (signal.aborted) {
      backSince ??= clock.monotonic();
      if (clock.monotonic() - backSince > STARTING_MS || (await isEmpty())) return false;
    }
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
  await armies.add({ ...record, life, ...(muxAddress !== undefined && { muxAddress }) });
  return true;
}

/** The conversations of this folder's former army that can be resumed. */
async function findResumable(
  parts: ArmyParts,
  { formation }: SummonOrder,
  { session }: ArmyRecord,
  store: Store,
): Promise<Map<Role, Conversation>> {
  const past = await store.readPastConversations(parts.historyDir(session), formation.folder);
  const resumed = new Map<Role, Conversation>();
  for (const role of rolesOf(formation)) {
    const conversation = past.get(role);
    if (conversation?.agent !== agentKindOf(formation, role)) continue;
    const { agent: _agent, ...known } = conversation;
    if (await isResumable(parts, formation, role, known)) resumed.set(role, known);
  }
  return resumed;
}

async function outfitArmy(
  parts: ArmyParts,
  { formation, rituals, ovld, dashboard }: SummonOrder,
  { session }: ArmyRecord,
  store: Store,
  { resumed, cramped, askedBy }: Pick<Muster, 'resumed' | 'cramped'> & Pick<StartOrder, 'askedBy'>,
): Promise<Pick<Muster, 'layout' | 'files' | 'typed' | 'begun'>> {
  const files: OutfitFile[] = [];
  const typed = new Map<Role, string>();
  const begun = new Map<Role, Conversation>();
  const outfitting = { formation, session, store, ovld, rituals };
  const seated = new Map<Role, { argv: readonly string[]; cwd: string }>();
  for (const role of rolesOf(formation)) {
    const army = cramped.has(role) ? withoutTyping(outfitting) : outfitting;
    const outfit = await outfitRole(parts, army, role, resumed.get(role)?.id);
    const asker = askedBy.get(role) ?? role;
    const { argv, cwd } = outfit;
    files.push(...outfit.files);
    if (asker === role) seated.set(role, { argv, cwd });
    else {
      const script = store.outfitPath(role, 'start');
      const text = parts.words(formation.language).postponed(role, asker);
      files.push({ role, kind: 'start', text: startScript(store.starts.signPath(role), text) });
      seated.set(role, { argv: ['sh', script, ...argv], cwd });
    }
    if (outfit.typed !== undefined) typed.set(role, outfit.typed);
    if (outfit.begun !== undefined) begun.set(role, outfit.begun);
  }
  const empty = { argv: [], cwd: formation.folder };
  const roles = layoutOf(session, formation, {}, (role) => seated.get(role) ?? empty);
  const argv = [...ovld, 'dashboard', '--session', session];
  const layout = dashboard ? addDashboardTab(roles, { argv, cwd: formation.folder }) : roles;
  return { layout, files, typed, begun };
}

function checkSize({ columns, rows }: { columns: number; rows: number }, layout: ArmyLayout): void {
  const need = smallestTerminal(layout, columns);
  if (columns >= need.columns && rows >= need.rows) return;
  const { columns: needColumns, rows: needRows } = need;
  throw new OvldError('terminal_too_small', { columns, rows, needColumns, needRows });
}
