import type { Role } from '../army/role.ts';
import type { Seat, SeatSeen, Store } from '../store/store.ts';

/** Of a role's seats, oldest first, the one on duty: its greatest living incarnation (R6). */
export const dutyAmong = (seats: readonly SeatSeen[]): Seat | undefined =>
  seats.findLast(({ alive }) => alive);

export const onDuty = async (store: Store, role: Role): Promise<Seat | undefined> =>
  dutyAmong(await store.seats.list(role));

/** The relay that looks after roles without one: of the living, the smallest role name (R8). */
export async function deputyOf(store: Store, roles: readonly Role[]): Promise<Seat | undefined> {
  for (const role of roles.toSorted()) {
    const seat = await onDuty(store, role);
    if (seat !== undefined) return seat;
  }
  return undefined;
}

/** Whether its relay died and its agent lives on, without its tools (C12). */
export async function hasLostRelay({ seats }: Store, role: Role): Promise<boolean> {
  const last = (await seats.list(role)).at(-1);
  return last !== undefined && !last.alive && last.agentAlive;
}
