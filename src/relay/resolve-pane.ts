import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Pane, Panes } from '../mux/mux.ts';
import type { Seats, SeatSeen } from '../store/store.ts';

export interface Whereabouts {
  panes: Pick<Panes, 'panes'>;
  seats: Pick<Seats, 'list'>;
  /** Every role of the army, in layout order. */
  roles: readonly Role[];
}

export type Unseen = 'no_pane' | 'pane_dead' | 'pane_hidden';

/** The roles in the order their panes were laid out. */
export const layoutOrder = ({ roles, tabs }: Pick<Formation, 'roles' | 'tabs'>): readonly Role[] =>
  tabs.length === 0
    ? roles.map(({ role }) => role)
    : tabs.flatMap(({ panes }) => panes.map(({ role }) => role));

/**
 * Where a role is seen, asked anew before every typing, because people close, move, rename and add
 * panes. In this order, and rather nowhere than in the pane of another role:
 *
 *  1. what its relay registered, if the multiplexer still lists it. What a living relay or agent
 *     says is believed; a dead one's word only as long as no other role claims the pane.
 *  2. the one pane that carries the role's mark; else the one pane with its title.
 *  3. its place in the layout, while there are as many panes as roles.
 */
export async function resolvePane(where: Whereabouts, role: Role): Promise<Pane | Unseen> {
  const found = await findPane(where, role);
  return found === undefined ? 'no_pane' : usable(found);
}

/** The same, whether anything can be typed into it or not. */
export async function findPane(where: Whereabouts, role: Role): Promise<Pane | undefined> {
  const listed = await where.panes.panes();
  const seat = seatToBelieve(await where.seats.list(role));
  const registered = listed.find(({ id }) => id === seat?.pane);
  if (registered !== undefined && seat !== undefined && lives(seat)) return registered;
  const others = new Set<Role | undefined>(where.roles.filter((other) => other !== role));
  const { living, dead } = await claimsOf(where, role);
  const free = (pane: Pane | undefined): pane is Pane =>
    pane !== undefined && !living.has(pane.id) && !others.has(pane.role);
  const unclaimed = (pane: Pane | undefined): pane is Pane =>
    free(pane) && !dead.has(pane.id) && !others.has(pane.title);
  if (unclaimed(registered)) return registered;
  const marked = only(listed.filter((pane) => pane.role === role));
  if (free(marked)) return marked;
  const titled = only(listed.filter(({ title }) => title === role));
  if (free(titled)) return titled;
  const placed =
    listed.length === where.roles.length ? listed[where.roles.indexOf(role)] : undefined;
  return unclaimed(placed) ? placed : undefined;
}

const lives = ({ alive, agentAlive }: SeatSeen): boolean => alive || agentAlive;

const seatToBelieve = (seats: readonly SeatSeen[]): SeatSeen | undefined =>
  seats.findLast(lives) ?? seats.at(-1);

/** The panes that the other roles have registered, by whether the role lives. */
async function claimsOf({ seats, roles }: Whereabouts, role: Role) {
  const [living, dead] = [new Set<string>(), new Set<string>()];
  for (const other of roles) {
    const seat = other === role ? undefined : seatToBelieve(await seats.list(other));
    if (seat?.pane !== undefined) (lives(seat) ? living : dead).add(seat.pane);
  }
  return { living, dead };
}

const only = (panes: readonly Pane[]): Pane | undefined =>
  panes.length === 1 ? panes[0] : undefined;

function usable(pane: Pane): Pane | Unseen {
  if (!pane.alive) return 'pane_dead';
  return pane.hidden === true ? 'pane_hidden' : pane;
}
