import type { Question } from '../agent/agent.ts';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { Mux } from '../mux/mux.ts';
import { layoutOrder, resolvePane } from '../relay/resolve-pane.ts';
import type { Store } from '../store/store.ts';
import { inspectPane } from './inspect-pane.ts';
import type { ArmyParts } from './parts.ts';

/**
 * What the screens of these roles ask a person. A screen that cannot be seen asks nothing. On the signal no
 * further screen is looked at: each takes a busy machine a while.
 */
export async function readQuestions(
  parts: Pick<ArmyParts, 'openAgent'>,
  army: { formation: Formation; mux: Mux; store: Store },
  roles: Iterable<Role>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<Role, Question>> {
  const { formation, mux, store } = army;
  const panes = await mux.panes().catch(() => []);
  const where = {
    panes: { panes: async () => panes },
    seats: store.seats,
    roles: layoutOrder(formation),
  };
  const postponed = await store.starts.listPostponed();
  const questions = new Map<Role, Question>();
  for (const role of roles) {
    if (signal?.aborted) break;
    const found = await resolvePane(where, role);
    if (typeof found === 'string') {
      // `ovld restart` asks again, as long as the session is there.
      if (panes.length > 0 && postponed.has(role)) questions.set(role, 'refused');
      continue;
    }
    const seen = await inspectPane(parts, army, role, found.id).catch(() => undefined);
    if (seen?.asks !== undefined) questions.set(role, seen.asks);
  }
  return questions;
}
