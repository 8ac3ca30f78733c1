import { rolesOf } from '../army/formation.ts';
import { overlordFormation } from '../army/overlord.ts';
import { concerns, isPair, pairOf, type Held } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { lift } from '../relay/hold.ts';
import type { ArmyRecord, Store } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

/** The store of an army and its roles; an army whose relay directory is gone has none. */
export async function openRoles(
  parts: Pick<ArmyParts, 'openStore'>,
  record: ArmyRecord,
): Promise<{ store: Store; roles: readonly Role[] }> {
  const store = await parts.openStore(record.relayDir);
  if (!(await store.present())) throw new OvldError('store_gone', { path: store.where });
  return { store, roles: rolesOf((await store.formation()) ?? overlordFormation) };
}

/** A role that is there; `all` is no role's name here. */
export function insistOn(roles: readonly Role[], role: string): void {
  if (!roles.includes(role)) throw new OvldError('unknown_role', { role, roles });
}

export interface HeldRole {
  role: Role;
  /** False where it was held before. */
  fresh: boolean;
}

/** From now on nobody rings for them. */
export async function holdRoles(store: Store, roles: readonly Role[]): Promise<HeldRole[]> {
  const held: HeldRole[] = [];
  for (const role of roles) {
    const fresh = await store.holds.set(role, 'person');
    if (fresh) await store.journal.write([{ event: 'held', to: role, by: 'person' }]);
    held.push({ role, fresh });
  }
  return held;
}

/** Lifts every hold that concerns the role, or every one; the guard counts anew. */
export async function releaseRoles(
  store: Store,
  roles: readonly Role[],
  role: Role | undefined,
): Promise<Held[]> {
  const released: Held[] = [];
  // Before the holds: a message in between would find all that were counted, and be held at once.
  for (const one of role === undefined ? roles : [role]) {
    for (const other of roles) if (other !== one) await store.traffic.forget(pairOf(one, other));
  }
  for (const { held } of await store.holds.list()) {
    if (role !== undefined && !concerns(held, role)) continue;
    if (await lift(store, held, role ?? (isPair(held) ? held[0] : held))) released.push(held);
  }
  return released;
}

/** In the words of a program: a role's name, or two. */
export const heldData = (held: Held): Role | Role[] => (isPair(held) ? [...held] : held);
