import { rolesOf, type Formation } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Handed } from '../message/message.ts';
import type { Reach } from './reach.ts';
import { broadcast, send, type BroadcastOutcome, type Letter, type Sent } from './send.ts';

/** The person, towards one army: writes to its roles and has an inbox, but no seat. */
export interface Person {
  readonly roles: readonly Role[];
  send(to: Role, letter: Letter): Promise<Sent>;
  sendAll(letter: Letter): Promise<BroadcastOutcome[]>;
  /** What is unread, of a role or of the person; nothing is taken. */
  inbox(role: Role): Promise<readonly Handed[]>;
  /** The person has read these; those of them that were unread. */
  take(ids: readonly string[]): Promise<string[]>;
  /** One message, whole, wherever it is by now. */
  letter(to: Role, id: string): Promise<Handed | undefined>;
}

/** As a relay without a seat: a send raises the flag, and types where no relay is active. */
export function createPerson(reach: Reach, formation: Formation): Person {
  const { store } = reach;
  const roles = rolesOf(formation);
  const sending = { reach, formation, from: HUMAN };
  const assertRole = (role: Role): void => {
    const known = [...roles, HUMAN];
    if (!known.includes(role)) throw new OvldError('unknown_role', { role, roles: known });
  };
  return {
    roles,
    send: (to, letter) => send(sending, to, letter),
    sendAll: (letter) => broadcast(sending, letter),
    async inbox(role) {
      assertRole(role);
      return store.mail.listUnread(role).catch(async (error: unknown) => {
        // An army of an older version has no inbox for the person.
        const missing = error instanceof OvldError && error.code === 'store_gone';
        if (role === HUMAN && missing && (await store.isPresent())) return [];
        throw error;
      });
    },
    take: (ids) => store.mail.fileAsRead(HUMAN, ids),
    async letter(to, id) {
      assertRole(to);
      return store.mail.findMessage(to, id);
    },
  };
}
