import type { Role } from '../army/role.ts';
import { rfc3339 } from '../kit/clock.ts';
import type { Flag } from '../store/store.ts';
import { rang, type Climb } from './ladder.ts';
import { isHook, type Ringing } from './ring.ts';

/** A flag that one of the agent's hooks announced counts as rung, and the journal says so. */
export async function countAnnouncement(
  { store, clock }: Pick<Ringing, 'store' | 'clock'>,
  role: Role,
  flag: Flag,
  climb: Climb,
): Promise<Climb> {
  if (climb.sent > 0) return climb;
  const announced = await store.wakes.readAnnouncement(role, flag);
  if (!isHook(announced)) return climb;
  const { nonce } = flag;
  const { by } = announced;
  await store.journal.write([{ event: 'rung', to: role, by, nonce, as: 'hook' }]);
  await store.statuses.noteRing(role, flag, { at: rfc3339(announced.at), by, outcome: 'rung' });
  return rang(climb, 'active', clock.monotonic());
}
