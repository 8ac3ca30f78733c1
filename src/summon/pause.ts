import { ARMY } from '../army/pair.ts';
import type { Role } from '../army/role.ts';
import { liftHold } from '../relay/hold.ts';
import type { Interruption } from '../relay/interrupt.ts';
import type { Letter } from '../relay/send.ts';
import type { Hold, Store } from '../store/store.ts';

/** What became of the turn of each role. */
type Interruptions = readonly { role: Role; turn: Interruption }[];

/** `isFresh`: false where the army was paused before. */
export interface Paused {
  isFresh: boolean;
  turns: Interruptions;
}

export const findPause = async (store: Store): Promise<Hold | undefined> =>
  (await store.holds.list()).find(({ held }) => held === ARMY);

/**
 * Stops an army: first no role is rung for any more, then the turns that run are interrupted. In this
 * order, because a ring in between would begin a turn that no interruption ends.
 */
export async function pauseArmy(
  store: Store,
  roles: readonly Role[],
  interrupt: (role: Role) => Promise<Interruption>,
): Promise<Paused> {
  const isFresh = await store.holds.set(ARMY, 'person');
  if (isFresh) await store.journal.write([{ event: 'held', to: ARMY, by: 'person' }]);
  const failed: Interruption = { failed: 'ring_failed' };
  // Behind the question whether a folder is trusted there is no turn.
  const postponed = await store.starts.listPostponed();
  const end = async (role: Role): Promise<Interruption> =>
    postponed.has(role) ? 'idle' : interrupt(role).catch(() => failed);
  const turns = await Promise.all(roles.map(async (role) => ({ role, turn: await end(role) })));
  const interrupted = turns.flatMap(({ role, turn }) => (turn === 'interrupted' ? [role] : []));
  if (interrupted.length > 0) {
    await store.holds.noteInterrupted(ARMY, interrupted);
    await store.journal.write(interrupted.map((to) => ({ event: 'interrupted', to })));
    for (const role of interrupted) await noteIdle(store, role);
  }
  return { isFresh, turns };
}

/** An interrupted turn runs no hook that would say so (C8). */
async function noteIdle({ statuses }: Store, role: Role): Promise<void> {
  const seen = await statuses.readObserved(role);
  if (seen?.state !== 'busy') return;
  const { ageMs: _age, at: _at, ...known } = seen;
  await statuses.observe(role, { ...known, state: 'idle' });
}

/**
 * Goes on: each role that was interrupted is written a word of the person's, which is stored before the
 * pause is lifted, so that one ring tells of it and of all that waits. The roles that were written to;
 * undefined where the army was not paused.
 */
export async function unpauseArmy(
  store: Store,
  send: (to: Role, letter: Letter) => Promise<unknown>,
  word: Letter,
): Promise<readonly Role[] | undefined> {
  const pause = await findPause(store);
  if (pause === undefined) return undefined;
  const { interrupted = [] } = pause;
  for (const role of interrupted) await send(role, word);
  await liftHold(store, ARMY, ARMY);
  return interrupted;
}
