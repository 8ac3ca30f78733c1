import { rolesOf, type Formation } from '../army/formation.ts';
import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import { OvldError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Store } from '../store/store.ts';
import type { RaiseAlert } from './alert.ts';
import { guardExchange } from './hold.ts';
import { checkContent, type Draft } from './message.ts';
import { nudge, type Nudging, type Wake } from './nudge.ts';

export interface Sending {
  store: Store;
  clock: Clock;
  formation: Formation;
  /** Who sends: the process's identity, never an argument. */
  from: Role;
  nudging: Nudging;
  /** Tells the person that somebody wrote to them. */
  alert?: RaiseAlert;
}

export type Letter = Pick<Draft, 'subject' | 'body' | 'priority' | 'type'>;

export interface Sent {
  id: string;
  delivered: true;
  wake: Wake;
  /** The exchange of the two is held; a person lifts that. */
  held?: true;
}

/** Durable first, wake second: once delivered, nothing fails the send any more (R1). */
export async function send(sending: Sending, to: Role, letter: Letter): Promise<Sent> {
  const { store, formation, from } = sending;
  const roles = from === HUMAN ? rolesOf(formation) : [...rolesOf(formation), HUMAN];
  if (!roles.includes(to)) throw new OvldError('unknown_role', { role: to, roles });
  checkContent(letter);
  const withPerson = to === HUMAN || from === HUMAN;
  // What the board sends moves work on: only what agents write to each other can be a loop.
  const counted = letter.type === undefined && !withPerson;
  const held = counted && (await guardExchange(sending, from, to));
  const { id, priority, timestamp } = await store.mail.deliver({ from, to, ...letter });
  await store.journal.write([{ event: 'stored', id, from, to, priority }]);
  if (to === HUMAN) {
    // A queue that was emptied counts from the beginning again: an id alone may have been told before.
    const event = `${id}.${Date.parse(timestamp)}`;
    await sending.alert?.({ kind: 'wrote', role: from, event, id });
    return { id, delivered: true, wake: 'person' };
  }
  // Whoever is held for talking in circles goes on with that.
  if (from === HUMAN) await store.statuses.speak(to).catch(() => undefined);
  const wake = await nudge(sending.nudging, to, held);
  return { id, delivered: true, wake, ...(held && { held }) };
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
