import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import type { WakeFailure } from '../errors.ts';
import { systemClock } from '../kit/clock.ts';
import type { Mux } from '../mux/mux.ts';
import { typeInto } from '../relay/typing.ts';
import type { Store } from '../store/store.ts';
import { giveRituals } from '../summon/inject.ts';
import type { Progress } from '../summon/parts.ts';
import { openAgents } from './relay.ts';

interface Ceremony {
  store: Store;
  mux: Mux;
  formation: Formation;
  rituals: ReadonlyMap<Role, string>;
  tell: (progress: Progress) => void;
  signal: AbortSignal;
}

const BEAT_MS = 60_000;

/** Gives the rituals, typed through the same gate as a nudge. */
export async function injectRituals(
  ceremony: Ceremony,
): Promise<ReadonlyMap<Role, WakeFailure | 'given'>> {
  const { store, mux, formation, signal } = ceremony;
  const agentOf = await openAgents(formation);
  const typing = { panes: mux, agentOf, seats: store.seats, clock: systemClock, formation };
  // The clock's timers let a process end; this one has rituals to give.
  const beat = setInterval(() => undefined, BEAT_MS);
  try {
    return await giveRituals({
      ...ceremony,
      clock: systemClock,
      patienceMs: formation.ready_timeout * 1000,
      type: (role, text) => typeInto(typing, role, text, signal),
    });
  } finally {
    clearInterval(beat);
  }
}
