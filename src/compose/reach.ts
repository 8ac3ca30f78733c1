import type { Formation } from '../army/formation.ts';
import { textsFor } from '../i18n/explain.ts';
import { systemClock } from '../kit/clock.ts';
import type { Panes } from '../mux/mux.ts';
import { openReach, typingFor, type Reach } from '../relay/reach.ts';
import type { Typing } from '../relay/typing.ts';
import type { Store } from '../store/store.ts';
import { openAgents } from './agents.ts';
import { lockTyping } from '../machine/typing-lock.ts';

/** The reach of a process that is no relay; without `openTyping` it only raises flags. */
export const composeReach = (
  store: Store,
  formation: Formation,
  openTyping?: () => Promise<Typing>,
): Reach =>
  openReach({
    store,
    clock: systemClock,
    formation,
    nudgeText: textsFor(formation.language).nudge,
    openTyping,
  });

/** Types into the panes of an army, one process at a time. */
export async function composeTyping(
  store: Store,
  formation: Formation,
  panes: Panes,
): Promise<Typing> {
  const agentOf = await openAgents(formation);
  const lock = lockTyping(store.where, formation.pauses);
  return typingFor({ store, formation, panes, agentOf, clock: systemClock, alone: lock });
}
