import type { JournalRecord } from '../store/store.ts';
import { journeysOf, keyOf, type Journey } from './journal.ts';

/** What the two ends saw, told apart from what the journal says: what was sent, and read (`keyOf`). */
export interface Ledger {
  sent: Set<string>;
  read: Set<string>;
}

export interface Spread {
  p50: number;
  max: number;
}

export interface Figures {
  stored: number;
  handedOver: number;
  acknowledged: number;
  /** Sent or stored, but not both read by its role and acknowledged. */
  lost: readonly string[];
  redelivered: number;
  putBack: Readonly<Record<string, number>>;
  nudges: number;
  storedToRung: Spread | undefined;
  storedToFetched: Spread | undefined;
  journeys: readonly Journey[];
}

/** Two witnesses: a message counts as arrived only when the journal and its reader agree. */
export function figuresOf(records: readonly JournalRecord[], ledger: Ledger): Figures {
  const journeys = journeysOf(records);
  const acknowledged = journeys.filter((one) => one.acknowledged).map(keyOf);
  const arrived = new Set(acknowledged.filter((key) => ledger.read.has(key)));
  const owed = new Set([...ledger.sent, ...journeys.map(keyOf)]);
  return {
    stored: journeys.length,
    handedOver: journeys.filter(({ handedOver }) => handedOver > 0).length,
    acknowledged: acknowledged.length,
    lost: [...owed].filter((key) => !arrived.has(key)),
    redelivered: journeys.filter(({ redelivered }) => redelivered > 0).length,
    putBack: tally(records.flatMap((one) => (one.event === 'put_back' ? [one.why] : []))),
    nudges: records.filter(({ event }) => event === 'rung').length,
    storedToRung: spread(journeys.flatMap(({ rungMs }) => rungMs ?? [])),
    storedToFetched: spread(journeys.flatMap(({ fetchedMs }) => fetchedMs ?? [])),
    journeys,
  };
}

export function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function spread(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const p50 = sorted[Math.ceil(sorted.length / 2) - 1];
  const max = sorted.at(-1);
  return p50 === undefined || max === undefined ? undefined : { p50, max };
}

/** The figures as `--json` prints them. */
export const figuresDocument = (figures: Figures) => ({
  messages: {
    stored: figures.stored,
    handed_over: figures.handedOver,
    acknowledged: figures.acknowledged,
    lost: figures.lost.length,
    redelivered: figures.redelivered,
  },
  put_back: figures.putBack,
  nudges_rung: figures.nudges,
  stored_to_rung_ms: figures.storedToRung ?? null,
  stored_to_fetched_ms: figures.storedToFetched ?? null,
  lost_ids: figures.lost,
  journeys: figures.journeys.map(({ rungMs, fetchedMs, handedOver, ...rest }) => ({
    ...rest,
    handed_over: handedOver,
    rung_ms: rungMs ?? null,
    fetched_ms: fetchedMs ?? null,
  })),
});
