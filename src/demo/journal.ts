import type { Role } from '../army/role.ts';
import type { JournalRecord } from '../store/store.ts';

/** A message's name: ids of the queue count anew for every target. */
export const keyOf = ({ to, id }: { to: Role; id: string }): string => `${to}/${id}`;

/** What became of one message. */
export interface Journey {
  id: string;
  from: Role;
  to: Role;
  priority: Extract<JournalRecord, { event: 'stored' }>['priority'];
  /** From stored to the first ring for it; none when it shared the ring of earlier mail. */
  rungMs: number | undefined;
  fetchedMs: number | undefined;
  handedOver: number;
  redelivered: number;
  acknowledged: boolean;
}

/**
 * The journal is one sequence: its order, not the clock, says which ring was for which message. Only its
 * storing may stand after its fetching: a message can be read before its sender has written that down.
 */
export function journeysOf(records: readonly JournalRecord[]): Journey[] {
  const journeys = new Map<string, Journey>();
  const storedAt = new Map<string, number>();
  const since = (key: string, at: string): number =>
    Math.max(0, Date.parse(at) - (storedAt.get(key) ?? 0));

  for (const record of records) {
    if (record.event !== 'stored') continue;
    const { id, from, to, priority, at } = record;
    storedAt.set(keyOf(record), Date.parse(at));
    journeys.set(keyOf(record), { id, from, to, priority, ...notYet });
  }

  const waiting = new Map<string, Journey>();
  for (const record of records) {
    if (record.event === 'stored') {
      const journey = journeys.get(keyOf(record));
      if (journey !== undefined && journey.handedOver === 0) waiting.set(keyOf(record), journey);
    } else if (record.event === 'rung') {
      for (const [key, journey] of waiting) {
        if (journey.to === record.to) journey.rungMs ??= since(key, record.at);
      }
    } else if (record.event === 'fetched' || record.event === 'acknowledged') {
      const key = keyOf(record);
      const journey = journeys.get(key);
      if (journey === undefined) continue;
      if (record.event === 'fetched') {
        waiting.delete(key);
        journey.fetchedMs ??= since(key, record.at);
        journey.handedOver += 1;
        journey.redelivered = Math.max(journey.redelivered, record.redelivered ?? 0);
      } else journey.acknowledged = true;
    }
  }
  return [...journeys.values()];
}

const notYet = {
  rungMs: undefined,
  fetchedMs: undefined,
  handedOver: 0,
  redelivered: 0,
  acknowledged: false,
};
