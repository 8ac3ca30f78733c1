import type { Role } from '../army/role.ts';
import { rfc3339, type Clock } from '../kit/clock.ts';
import type { Flag, Store } from '../store/store.ts';
import { rang, type Climb } from './ladder.ts';
import { isHook } from './ring.ts';

interface Teller {
  store: Store;
  clock: Clock;
}

/** One of the agent's hooks has told of this flag: that was its ring, and goes into the journal as one. */
export async function countTold(
  { store, clock }: Teller,
  role: Role,
  flag: Flag,
  climb: Climb,
): Promise<Climb> {
  if (climb.sent > 0) return climb;
  const told = await store.wakes.told(role, flag);
  if (!isHook(told)) return climb;
  const { nonce } = flag;
  const { by } = told;
  await store.journal.write([{ event: 'rung', to: role, by, nonce, as: 'hook' }]);
  await store.statuses.noteRing(role, flag, { at: rfc3339(told.at), by, outcome: 'rung' });
  return rang(climb, 'duty', clock.monotonic());
}
