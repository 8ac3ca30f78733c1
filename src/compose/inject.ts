import { openAgent } from '../agent/open.ts';
import type { Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { systemClock } from '../kit/clock.ts';
import type { Mux } from '../mux/mux.ts';
import { typeRitual } from '../relay/type-ritual.ts';
import { giveRituals, type Injection, type RitualOutcome } from '../summon/inject.ts';
import type { ArmyParts } from '../summon/parts.ts';
import { readStarts } from '../summon/read-starts.ts';
import { composeTyping } from './reach.ts';

type Given = 'clock' | 'patienceMs' | 'type' | 'readStarts' | 'questionMs';

interface Ceremony extends Omit<Injection, Given> {
  processes: Pick<ArmyParts['processes'], 'ofRole'>;
  relayDir: string;
  mux: Mux;
  formation: Formation;
}

/** Gives the rituals, typed through the same gate as a nudge. */
export async function injectRituals(ceremony: Ceremony): Promise<ReadonlyMap<Role, RitualOutcome>> {
  const { store, mux, formation, signal, processes, relayDir } = ceremony;
  const { before, enter } = formation.pauses;
  const typing = await composeTyping(store, formation, mux);
  const ritualTyping = {
    typing: {
      ...typing,
      pauses: { before, enter },
      // A ritual of ours that was pasted and not submitted is no draft of a person's.
      isOurs: (role: Role, shown: string) =>
        typing.agentOf(role).shows(shown, ceremony.rituals.get(role) ?? ''),
    },
    statuses: store.statuses,
    signal,
  };
  const isAsked = (await store.starts.listPostponed()).size > 0;
  const isRunning = async (role: Role): Promise<boolean> =>
    (await processes.ofRole(relayDir, role)).length > 0;
  return giveRituals({
    ...ceremony,
    clock: systemClock,
    patienceMs: formation.ready_timeout * 1000,
    // Six agents that start keep a machine busy: without a reason their screens are not looked at often.
    questionMs: isAsked ? 500 : 3_000,
    readStarts: (roles) =>
      readStarts({ openAgent, isRunning }, { formation, mux, store }, roles, signal),
    type: (role, text) => typeRitual(ritualTyping, role, text),
  });
}
