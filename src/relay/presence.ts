import type { Role } from '../army/role.ts';
import type { Seat, Store } from '../store/store.ts';

/** The seat on duty for a role: its greatest living incarnation (R6). */
export async function onDuty(store: Store, role: Role): Promise<Seat | undefined> {
  const living = (await store.seats.list(role)).filter(({ alive }) => alive);
  return living.at(-1);
}

/** The relay that looks after roles without one: of the living, the smallest role name (R8). */
export async function deputyOf(store: Store, roles: readonly Role[]): Promise<Seat | undefined> {
  for (const role of roles.toSorted()) {
    const seat = await onDuty(store, role);
    if (seat !== undefined) return seat;
  }
  return undefined;
}
