import { rolesOf } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { rfc3339 } from '../kit/clock.ts';
import { initialStatus } from '../message/status.ts';
import type { Pane, Reseat } from '../mux/mux.ts';
import { readReports } from '../relay/report.ts';
import { findPane, layoutOrder } from '../relay/resolve-pane.ts';
import { checkAgents } from './agent-version.ts';
import { assertRole } from './holds.ts';
import { takesRitual } from './layout.ts';
import { assertLive, type OpenArmy } from './open-army.ts';
import { outfitRole, withoutTyping, type Outfit } from './outfit-role.ts';
import type { ArmyParts } from './parts.ts';
import { isResumable } from './is-resumable.ts';

export interface RestartOrder {
  role: Role;
  /** argv that runs ovld itself. */
  ovld: readonly string[];
  rituals: ReadonlyMap<Role, string>;
  /** Resumes the role's conversation, where there is one. */
  resume: boolean;
}

/** What was done; its ritual is still to be typed, if it has one. */
export interface Restarted {
  role: Role;
  /** Agent and relay that still ran, and were ended. */
  ended: readonly number[];
  /** It was in the middle of a turn. */
  busy: boolean;
  pane: string;
  /** `lost`: it was to be resumed, and there is nothing to resume. */
  conversation: 'fresh' | 'resumed' | 'lost';
  typed: string | undefined;
  /** Programs whose version could not be read. */
  unread: readonly string[];
}

/** Everything decided, nothing done: printed by --dry-run, carried out by `restart`. */
interface Plan {
  outfit: Outfit;
  seat: Reseat;
  busy: boolean;
  conversation: Restarted['conversation'];
  unread: readonly string[];
}

/** Checks everything that could go wrong before any process is ended. */
export async function planRestart(
  parts: ArmyParts,
  army: OpenArmy,
  { role, ovld, rituals, resume }: RestartOrder,
): Promise<Plan> {
  const { store, record } = army;
  const { session } = record;
  assertLive(army);
  const formation = { ...army.formation, folder: record.folder };
  assertRole(rolesOf(formation), role);

  const unread = await checkAgents(parts, formation, [role]);
  const known = resume ? await store.conversations.read(role) : undefined;
  const resumes = await isResumable(parts, formation, role, known);
  const outfitting = { formation, session, store, ovld, rituals };
  const { cramped, ...place } = await findSeat(army, role);
  const fitting = cramped ? withoutTyping(outfitting) : outfitting;
  const outfit = await outfitRole(parts, fitting, role, resumes ? known?.id : undefined);
  const [seen] = await readReports({ store, clock: parts.clock, formation }, role);
  const { cwd } = outfit;
  const asker = (await store.starts.listPostponed()).get(role) ?? role;
  // Before the person has answered in the other pane, this agent would ask the same.
  const argv =
    asker === role ? outfit.argv : ['sh', store.outfitPath(role, 'start'), ...outfit.argv];
  return {
    outfit,
    seat: { ...place, argv, cwd },
    busy: seen?.observed.agent === 'busy',
    conversation: resumes ? 'resumed' : resume ? 'lost' : 'fresh',
    unread,
  };
}

/**
 * Starts a fresh agent in a role's seat; undefined where `isStopped`, asked before anything is done, says so.
 * The agent and relay there are ended first, by pid and start time: two agents of one role would share its
 * inbox. Unacknowledged mail is put back by the old relay as it leaves, or by the new one.
 */
export const restart = (
  parts: ArmyParts,
  army: OpenArmy,
  order: RestartOrder,
  isStopped: () => boolean = () => false,
): Promise<Restarted | undefined> =>
  parts.alone(async () => {
    const { store, mux, record } = army;
    const { processes } = parts;
    const { session, relayDir } = record;
    const { role } = order;
    const { outfit, seat, busy, conversation, unread } = await planRestart(parts, army, order);
    if (isStopped()) return undefined;

    const ended = await processes.ofRole(relayDir, role);
    const left = await processes.end(ended);
    if (left.length > 0) throw new OvldError('not_ended', { session, pids: left });

    await store.replaceOutfitFiles(outfit.files);
    if (outfit.begun !== undefined) await store.conversations.note(role, outfit.begun);
    else if (conversation !== 'resumed') await store.conversations.forget(role);
    // Neither what was seen of the old agent nor what it reported is the new agent's.
    if ((await store.statuses.readObserved(role)) !== undefined) {
      await store.statuses.observe(role, { state: 'idle' });
    }
    if (conversation !== 'resumed') {
      await store.statuses.declare(initialStatus(role, rfc3339(parts.clock.now())));
    }
    if (order.rituals.has(role)) {
      const state = outfit.typed === undefined ? 'given' : 'due';
      await store.statuses.noteRitual(role, { state, at: rfc3339(parts.clock.now()) });
    }
    // A multiplexer may be set to close a pane with its program.
    const still = (await mux.panes()).some(({ id }) => id === seat.pane);
    const pane = await mux
      .reseat({ ...seat, pane: still ? seat.pane : undefined })
      .catch(async (error: unknown) => {
        // The agent may run in no visible pane.
        await processes.end(await processes.ofRole(relayDir, role));
        throw error;
      });
    const resumed = conversation === 'resumed';
    await store.journal.write([{ event: 'restarted', to: role, resumed }]);
    const cutOff = busy && ended.length > 0;
    return { role, ended, busy: cutOff, pane, conversation, typed: outfit.typed, unread };
  });

/** The role's pane, or where its pane should be: beside another one of its tab. */
async function findSeat(
  { mux, store, formation }: OpenArmy,
  role: Role,
): Promise<Omit<Reseat, 'argv' | 'cwd'> & { cramped: boolean }> {
  const panes = await mux.panes();
  const order = layoutOrder(formation);
  const find = (one: Role): Promise<Pane | undefined> =>
    findPane({ panes: { panes: async () => panes }, seats: store.seats, roles: order }, one);
  const tab = formation.tabs.find((one) => one.panes.some((pane) => pane.role === role)) ?? {
    name: role,
    split: 'columns' as const,
    panes: [],
  };
  const found = await find(role);
  const seats = await store.seats.list(role);
  // By its place alone a pane may be a person's own: there a new one is made.
  const isIts = ({ id, role: mark, title }: Pane): boolean =>
    mark === role || title === role || seats.some((seat) => seat.pane === id);
  const own = found !== undefined && isIts(found) ? found : undefined;
  // What a person looks at in its place would go with the pane (Z8).
  if (own?.hidden === true) throw new OvldError('pane_hidden', { role });
  const at = tab.panes.findIndex((pane) => pane.role === role);
  const neighbours = await Promise.all(tab.panes.map((pane) => find(pane.role)));
  const earlier = neighbours.slice(0, Math.max(at, 0)).findLast((pane) => pane !== undefined);
  const later = neighbours.slice(at + 1).find((pane) => pane !== undefined);
  // A new one in a grid will be about as large as the others.
  const { box } = own ?? earlier ?? later ?? {};
  return {
    role,
    pane: own?.id,
    beside: (earlier ?? later)?.id,
    before: earlier === undefined && later !== undefined,
    cramped: tab.split === 'tiled' && box !== undefined && !takesRitual(box),
    tab: { name: tab.name, split: tab.split },
  };
}
