import { rolesOf, type Formation } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { RaiseAlert } from './alert.ts';
import { guardExchange } from './hold.ts';
import { checkContent, type Draft } from '../message/message.ts';
import type { Reach } from './reach.ts';
import { wakeRecipient, type Wake } from './wake-recipient.ts';

export interface Sending {
  reach: Reach;
  formation: Formation;
  /** The process's own role, never an argument of a tool; the board's messages name the role that acts. */
  from: Role;
  /** What the board sends moves work on: it counts for no loop. */
  isFromBoard?: true;
  /** Alerts the person when a role writes to them, or to another without end. */
  alert?: RaiseAlert;
}

export type Letter = Pick<Draft, 'subject' | 'body' | 'priority' | 'type'>;

export interface Sent {
  id: string;
  delivered: true;
  wake: Wake;
  /** The exchange of the two is held, for so many milliseconds still; `Infinity` until a person lifts it. */
  heldMs?: number;
}

/** Durable first, wake second: once delivered, nothing fails the send any more (R1). */
export async function send(sending: Sending, to: Role, letter: Letter): Promise<Sent> {
  const { reach, formation, from } = sending;
  const { store } = reach;
  const roles = from === HUMAN ? rolesOf(formation) : [...rolesOf(formation), HUMAN];
  if (!roles.includes(to)) throw new OvldError('unknown_role', { role: to, roles });
  checkContent(letter);
  const withPerson = to === HUMAN || from === HUMAN;
  // What the board sends moves work on: only what agents write to each other can be a loop.
  const counted = sending.isFromBoard !== true && !withPerson;
  const { guard: measure } = formation;
  const heldMs = counted
    ? await guardExchange({ ...reach, measure, alert: sending.alert }, from, to)
    : undefined;
  const { id, timestamp } = await store.mail.deliver({ from, to, ...letter });
  if (to === HUMAN) {
    // A queue that was emptied counts from the beginning again: an id alone may have been alerted before.
    const event = `${id}.${Date.parse(timestamp)}`;
    await sending.alert?.({ kind: 'wrote', role: from, event, id });
    return { id, delivered: true, wake: 'person' };
  }
  // A person's word ends the guard's holds on the role's exchanges.
  if (from === HUMAN) await store.statuses.noteSpoken(to).catch(() => undefined);
  const wake = await wakeRecipient(reach, to, heldMs);
  return { id, delivered: true, wake, ...(heldMs !== undefined && { heldMs }) };
}

export type BroadcastOutcome = { to: Role } & (Sent | { delivered: false; error: unknown });

/** To everyone else; a recipient that fails does not hide the others. */
export async function broadcast(sending: Sending, letter: Letter): Promise<BroadcastOutcome[]> {
  checkContent(letter);
  const others = rolesOf(sending.formation).filter((role) => role !== sending.from);
  return Promise.all(
    others.map(async (to): Promise<BroadcastOutcome> => {
      try {
        return { to, ...(await send(sending, to, letter)) };
      } catch (error) {
        return { to, delivered: false, error };
      }
    }),
  );
}
