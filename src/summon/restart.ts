import { rolesOf } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { rfc3339 } from '../kit/clock.ts';
import type { Pane, Reseat } from '../mux/mux.ts';
import { report } from '../relay/report.ts';
import { findPane, layoutOrder } from '../relay/resolve-pane.ts';
import { checkAgents } from './agent-version.ts';
import { takesRitual } from './layout.ts';
import type { OpenArmy } from './open-army.ts';
import { outfitRole, untyped, type Outfit } from './outfit-role.ts';
import type { ArmyParts } from './parts.ts';
import { isResumable } from './resumable.ts';

export interface RestartOrder {
  role: Role;
  /** argv that runs ovld itself. */
  ovld: readonly string[];
  rituals: ReadonlyMap<Role, string>;
  /** Goes on with the conversation the role was in, where there is one. */
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
  /** `lost`: it was to go on, and there is nothing to go on with. */
  conversation: 'fresh' | 'resumed' | 'lost';
  typed: string | undefined;
  /** Programs whose version could not be read. */
  unread: readonly string[];
}

export const restart = (
  parts: ArmyParts,
  army: OpenArmy,
  order: RestartOrder,
): Promise<Restarted> => parts.alone(() => restartAlone(parts, army, order));

/** Everything decided, nothing done: printed by --dry-run, carried out by `restart`. */
interface Plan {
  outfit: Outfit;
  seat: Reseat;
  busy: boolean;
  conversation: Restarted['conversation'];
  unread: readonly string[];
}

/** Looks at everything that could go wrong before anybody is ended. */
export async function planRestart(
  parts: ArmyParts,
  army: OpenArmy,
  { role, ovld, rituals, resume }: RestartOrder,
): Promise<Plan> {
  const { store, record } = army;
  const { session } = record;
  if (army.standing !== 'live') throw new OvldError('army_not_live', { session });
  const formation = { ...army.formation, folder: record.folder };
  const roles = rolesOf(formation);
  if (!roles.includes(role)) throw new OvldError('unknown_role', { role, roles });

  const unread = await checkAgents(parts, formation, [role]);
  const known = resume ? await store.conversations.of(role) : undefined;
  const goesOn = await isResumable(parts, formation, role, known);
  const outfitting = { formation, session, store, ovld, rituals };
  const { cramped, ...place } = await seatOf(army, role);
  const fitting = cramped ? untyped(outfitting) : outfitting;
  const outfit = await outfitRole(parts, fitting, role, goesOn ? known?.id : undefined);
  const [seen] = await report({ store, clock: parts.clock, formation }, role);
  const { argv, cwd } = outfit;
  return {
    outfit,
    seat: { ...place, argv, cwd },
    busy: seen?.observed.agent === 'busy',
    conversation: goesOn ? 'resumed' : resume ? 'lost' : 'fresh',
    unread,
  };
}

/**
 * A fresh agent in a role's seat. Whoever sits there is ended first, by pid and start time: two agents
 * of one role would share its inbox. Mail that was handed over and not acknowledged is put back by
 * the new relay, or was by the old one as it left.
 */
async function restartAlone(
  parts: ArmyParts,
  army: OpenArmy,
  order: RestartOrder,
): Promise<Restarted> {
  const { store, mux, record } = army;
  const { processes } = parts;
  const { session, relayDir } = record;
  const { role } = order;
  const { outfit, seat, busy, conversation, unread } = await planRestart(parts, army, order);

  const ended = await processes.ofRole(relayDir, role);
  const left = await processes.end(ended);
  if (left.length > 0) throw new OvldError('not_ended', { session, pids: left });

  await store.refit(outfit.files);
  // What was seen of the one before is not true of the next.
  if ((await store.statuses.observed(role)) !== undefined) {
    await store.statuses.observe(role, { state: 'idle' });
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
      // It may run where nobody sees it.
      await processes.end(await processes.ofRole(relayDir, role));
      throw error;
    });
  const resumed = conversation === 'resumed';
  await store.journal.write([{ event: 'restarted', to: role, resumed }]);
  const cutOff = busy && ended.length > 0;
  return { role, ended, busy: cutOff, pane, conversation, typed: outfit.typed, unread };
}

/** Where the role is seen, or where it should be: beside another of its tab. */
async function seatOf(
  { mux, store, formation }: OpenArmy,
  role: Role,
): Promise<Omit<Reseat, 'argv' | 'cwd'> & { cramped: boolean }> {
  const panes = await mux.panes();
  const order = layoutOrder(formation);
  const find = (who: Role): Promise<Pane | undefined> =>
    findPane({ panes: { panes: async () => panes }, seats: store.seats, roles: order }, who);
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
