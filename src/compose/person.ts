import { rolesOf, type Formation } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import { overlordFormation } from '../army/overlord.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import { textsFor } from '../i18n/explain.ts';
import { within } from '../kit/timeout.ts';
import type { Handed } from '../relay/message.ts';
import { awaitsOnlyRitual } from '../relay/left-alone.ts';
import type { Nudging } from '../relay/nudge.ts';
import { hasLostRelay } from '../relay/presence.ts';
import { layoutOrder, resolvePane } from '../relay/resolve-pane.ts';
import { ringTimeoutFor } from '../relay/ring.ts';
import { broadcast, send, type BroadcastOutcome, type Letter, type Sent } from '../relay/send.ts';
import { reconnectDoorbell, typedDoorbell } from '../relay/typed-doorbell.ts';
import type { ArmyRecord, Store } from '../store/store.ts';
import type { ArmyParts } from '../summon/parts.ts';
import { onFirstUse } from './post.ts';
import { openAgents } from './relay.ts';
import { typingAlone } from './typing-alone.ts';

/** The person, towards one army: writes to its roles and has an inbox, but no seat. */
export interface Person {
  readonly roles: readonly Role[];
  send(to: Role, letter: Letter): Promise<Sent>;
  sendAll(letter: Letter): Promise<BroadcastOutcome[]>;
  /** What is unread, of a role or of the person; nothing is taken. */
  inbox(role: Role): Promise<readonly Handed[]>;
  /** The person has read these; those of them that were unread. */
  take(ids: readonly string[]): Promise<string[]>;
  letter(to: Role, id: string): Promise<Handed | undefined>;
}

type PersonParts = Pick<ArmyParts, 'openStore' | 'openMux' | 'clock'>;

export async function openPerson(parts: PersonParts, record: ArmyRecord): Promise<Person> {
  const store = await parts.openStore(record.relayDir);
  if (!(await store.present())) throw new OvldError('store_gone', { path: store.where });
  const formation = (await store.formation()) ?? overlordFormation;
  const roles = rolesOf(formation);
  const nudging = nudgingFrom(parts, record, store, formation);
  const sending = { store, clock: parts.clock, formation, from: HUMAN, nudging };
  const insist = (role: Role): void => {
    const known = [...roles, HUMAN];
    if (!known.includes(role)) throw new OvldError('unknown_role', { role, roles: known });
  };
  return {
    roles,
    send: (to, letter) => send(sending, to, letter),
    sendAll: (letter) => broadcast(sending, letter),
    async inbox(role) {
      insist(role);
      return store.mail.look(role).catch(async (error: unknown) => {
        // An army of an older version has no inbox for the person.
        const missing = error instanceof OvldError && error.code === 'store_gone';
        if (role === HUMAN && missing && (await store.present())) return [];
        throw error;
      });
    },
    take: (ids) => store.mail.file(HUMAN, ids),
    async letter(to, id) {
      insist(to);
      return store.mail.read(to, id);
    },
  };
}

/** As a relay without doorbells of its own: it raises the flag, and types where nobody is on duty. */
function nudgingFrom(
  parts: PersonParts,
  record: ArmyRecord,
  store: Store,
  formation: Formation,
): Nudging {
  const { clock } = parts;
  const { pauses, language, mux } = formation;
  const timeoutMs = ringTimeoutFor(pauses);
  const typing = onFirstUse(async () => ({
    panes: await parts.openMux({ ...record, ...formation, mux: record.mux }),
    agentOf: await openAgents(formation),
    seats: store.seats,
    clock,
    roles: layoutOrder(formation),
    pauses: { enter: pauses.enter },
    alone: typingAlone(store.where, pauses),
  }));
  return {
    store,
    clock,
    timeoutMs,
    nudgeText: textsFor(language).nudge,
    async doorbellsFor(to) {
      const open = await typing();
      const deaf = open.agentOf(to).reconnect !== undefined && (await hasLostRelay(store, to));
      return [deaf ? reconnectDoorbell(open) : typedDoorbell(open)];
    },
    notYet: (role) => awaitsOnlyRitual({ store, clock, role, formation }),
    async unreachable(to) {
      if (mux === 'none') return 'no_mux';
      const looking = typing().then((open) => resolvePane(open, to));
      const pane = await within(clock, timeoutMs, looking, 'ring_timeout' as const);
      return typeof pane === 'string' ? pane : undefined;
    },
  };
}
