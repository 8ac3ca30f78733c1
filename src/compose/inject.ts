import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { rfc3339, systemClock } from '../kit/clock.ts';
import type { Mux } from '../mux/mux.ts';
import { layoutOrder } from '../relay/resolve-pane.ts';
import { typeInto, type Typed } from '../relay/typing.ts';
import type { Store } from '../store/store.ts';
import { giveRituals, type Welcome } from '../summon/inject.ts';
import type { Progress } from '../summon/parts.ts';
import { openAgents } from './relay.ts';
import { typingAlone } from './typing-alone.ts';

interface Ceremony {
  store: Store;
  mux: Mux;
  formation: Formation;
  roles: readonly Role[];
  rituals: ReadonlyMap<Role, string>;
  tell: (progress: Progress) => void;
  signal: AbortSignal;
}

/** Gives the rituals, typed through the same gate as a nudge. */
export async function injectRituals(ceremony: Ceremony): Promise<ReadonlyMap<Role, Welcome>> {
  const { store, mux, formation, signal } = ceremony;
  const agentOf = await openAgents(formation);
  const typing = {
    panes: mux,
    agentOf,
    seats: store.seats,
    clock: systemClock,
    roles: layoutOrder(formation),
    pauses: { before: formation.pauses.before, enter: formation.pauses.enter },
    // A ritual of ours that was pasted and not submitted is no draft of a person's.
    isOurs: (role: Role, shown: string) =>
      agentOf(role).shows(shown, ceremony.rituals.get(role) ?? ''),
    alone: typingAlone(store.where, formation.pauses),
  };
  return giveRituals({
    ...ceremony,
    clock: systemClock,
    patienceMs: formation.ready_timeout * 1000,
    type: async (role, text) => {
      // A multiplexer that stumbles costs one attempt, not everybody's ritual.
      const typed = await typeInto(typing, role, text, signal).catch((): Typed => ({
        sent: false,
        code: 'ring_failed',
      }));
      if (!typed.sent) return typed.code;
      const entered = systemClock.now();
      // Whether it was taken is seen in the composer; a nudge that stood in its way went first.
      const taken = await typed.confirm();
      if (!taken || typed.leftover) return 'not_shown';
      await noteWake(store, role, entered).catch(() => undefined);
      return undefined;
    },
  });
}

/** A ritual that was taken up proves that keystrokes reach its agent: it is the role's first wake. */
async function noteWake({ statuses }: Store, role: Role, entered: number): Promise<void> {
  const seen = await statuses.observed(role);
  const submitted = seen?.state === 'busy' ? systemClock.now() - seen.ageMs : undefined;
  await statuses.noteRing(
    role,
    { nonce: 'ritual', since: '' },
    {
      at: rfc3339(entered),
      by: 'ritual',
      outcome: 'rung',
      ...(submitted !== undefined && { roundTripMs: Math.max(0, Math.round(submitted - entered)) }),
    },
  );
}
