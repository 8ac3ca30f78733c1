import type { Role } from '../army/role.ts';
import type { JournalEvent } from './store.ts';

/** What a person has read: handed over and acknowledged at once. */
export const filedEvents = (to: Role, ids: readonly string[]): JournalEvent[] =>
  ids.flatMap((id): JournalEvent[] => [
    { event: 'fetched', id, to, incarnation: 'person' },
    { event: 'acknowledged', id, to },
  ]);
