import { rolesOf, type Formation } from '../army/formation.ts';
import { overlordFormation } from '../army/overlord.ts';
import { ARMY, concerns, isPair, pairOf, type Held } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { liftHold } from '../relay/hold.ts';
import type { ArmyRecord, Store } from '../store/store.ts';
import type { ArmyParts } from './parts.ts';

/** The store of an army, its formation and roles; throws `store_gone` where the relay directory is gone. */
export async function openRoles(
  parts: Pick<ArmyParts, 'openStore'>,
  record: ArmyRecord,
): Promise<{ store: Store; formation: Formation; roles: readonly Role[] }> {
  const store = await parts.openStore(record.relayDir);
  if (!(await store.isPresent())) throw new OvldError('store_gone', { path: store.where });
  const formation = (await store.readFormation()) ?? overlordFormation;
  return { store, formation, roles: rolesOf(formation) };
}

/** A role that is there; `all` is no role's name here. */
export function assertRole(roles: readonly Role[], role: string): void {
  if (!roles.includes(role)) throw new OvldError('unknown_role', { role, roles });
}

/** From now on no relay rings for these roles. `fresh`: false where the role was held before. */
export async function holdRoles(store: Store, roles: readonly Role[]) {
  const held: { role: Role; fresh: boolean }[] = [];
  for (const role of roles) {
    const fresh = await store.holds.set(role, 'person');
    if (fresh) await store.journal.write([{ event: 'held', to: role, by: 'person' }]);
    held.push({ role, fresh });
  }
  return held;
}

/** Lifts every hold that concerns these roles, or every one but a pause of the army; the guard counts anew. */
export async function releaseRoles(
  store: Store,
  roles: readonly Role[],
  named: readonly Role[] | undefined,
): Promise<Held[]> {
  const released: Held[] = [];
  // Before the holds: a message in between would find all that were counted, and be held at once.
  for (const one of named ?? roles) {
    for (const other of roles) if (other !== one) await store.traffic.forget(pairOf(one, other));
  }
  for (const { held } of await store.holds.list()) {
    const concerned = named?.find((role) => concerns(held, role));
    if (held === ARMY || (named !== undefined && concerned === undefined)) continue;
    const to = concerned ?? (isPair(held) ? held[0] : held);
    if (await liftHold(store, held, to)) released.push(held);
  }
  return released;
}

/** As data for programs: a role's name, or two. */
export const heldData = (held: Held): Role | Role[] => (isPair(held) ? [...held] : held);
