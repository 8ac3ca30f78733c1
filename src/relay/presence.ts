import type { Role } from '../army/role.ts';
import type { SeatSeen, Store } from '../store/store.ts';

/** Of a role's seats, oldest first, the active one: its greatest living incarnation (R6). */
export const pickActive = (seats: readonly SeatSeen[]): SeatSeen | undefined =>
  seats.findLast(({ alive }) => alive);

export const findActiveRelay = async (store: Store, role: Role): Promise<SeatSeen | undefined> =>
  pickActive(await store.seats.list(role));

/** The relay that looks after roles without one: of the living, the smallest role name (R8). */
export async function findDeputy(
  store: Store,
  roles: readonly Role[],
): Promise<SeatSeen | undefined> {
  for (const role of roles.toSorted()) {
    const seat = await findActiveRelay(store, role);
    if (seat !== undefined) return seat;
  }
  return undefined;
}

/** Whether a keeper is getting the role's dead relay back: without a living agent there is none to get. */
export const isKept = async ({ seats }: Store, role: Role): Promise<boolean> =>
  (await seats.list(role)).some(({ keeperAlive, agentAlive }) => keeperAlive && agentAlive);

/** Whether its relay died and its agent lives on, without its tools (C12). */
export async function hasLostRelay({ seats }: Store, role: Role): Promise<boolean> {
  const last = (await seats.list(role)).at(-1);
  return last !== undefined && !last.alive && last.agentAlive;
}
