import type { Role } from '../army/role.ts';
import type { Handed, Message } from '../message/message.ts';
import type { JournalEvent } from './store.ts';

export const storedEvent = ({ id, from, to, priority }: Message): JournalEvent => ({
  event: 'stored',
  id,
  from,
  to,
  priority,
});

export const fetchedEvents = (
  to: Role,
  incarnation: string,
  messages: readonly Pick<Handed, 'id' | 'redelivered'>[],
): JournalEvent[] =>
  messages.map(({ id, redelivered }) => ({
    event: 'fetched',
    id,
    to,
    incarnation,
    ...(redelivered !== undefined && { redelivered }),
  }));

export const resumedEvent = (to: Role, id: string, redelivered: number): JournalEvent => ({
  event: 'resumed',
  id,
  to,
  ...(redelivered > 0 && { redelivered }),
});

/** What a person has read: handed over and acknowledged at once. */
export const filedEvents = (to: Role, ids: readonly string[]): JournalEvent[] =>
  ids.flatMap((id): JournalEvent[] => [
    { event: 'fetched', id, to, incarnation: 'person' },
    { event: 'acknowledged', id, to },
  ]);
