import type { Role } from '../army/role.ts';
import type { JournalRecord } from '../store/store.ts';
import type { Witness } from './witness.ts';

/** A message's name: a queue counts its ids anew for every target. */
export const keyOf = ({ to, id }: { to: Role; id: string }): string => `${to}/${id}`;

/** What became of one message. */
type Journey = ReturnType<typeof beginJourney>;

const beginJourney = ({ id, from, to, priority }: JournalRecord & { event: 'stored' }) => ({
  id,
  from,
  to,
  priority,
  /** From stored to the first ring for it; undefined when it shared the ring of earlier mail. */
  rungMs: undefined as number | undefined,
  fetchedMs: undefined as number | undefined,
  handedOver: 0,
  redelivered: 0,
  acknowledged: false,
});

export interface Spread {
  p50: number;
  max: number;
}

export type Figures = ReturnType<typeof figuresOf>;

/** Two witnesses: a message counts as arrived only when the journal and its reader agree. */
export function figuresOf(records: readonly JournalRecord[], witness: Witness) {
  const journeys = journeysOf(records);
  const acknowledged = journeys.filter((one) => one.acknowledged).map(keyOf);
  const arrived = new Set(acknowledged.filter((key) => witness.read.has(key)));
  const owed = new Set([...witness.sent, ...journeys.map(keyOf)]);
  const putBack: Record<string, number> = {};
  for (const record of records) {
    if (record.event === 'put_back') putBack[record.why] = (putBack[record.why] ?? 0) + 1;
  }
  return {
    stored: journeys.length,
    handedOver: journeys.filter(({ handedOver }) => handedOver > 0).length,
    acknowledged: acknowledged.length,
    /** Sent or stored, but not both read by its role and acknowledged. */
    lost: [...owed].filter((key) => !arrived.has(key)),
    redelivered: journeys.filter(({ redelivered }) => redelivered > 0).length,
    putBack,
    nudges: records.filter(({ event }) => event === 'rung').length,
    storedToRung: spread(journeys.flatMap(({ rungMs }) => rungMs ?? [])),
    storedToFetched: spread(journeys.flatMap(({ fetchedMs }) => fetchedMs ?? [])),
    journeys,
  };
}

/**
 * The journal is one sequence: its order, not the clock, says which ring was for which message. Only the
 * storing may stand after the fetching: a message can be read before its sender has written that down.
 */
function journeysOf(records: readonly JournalRecord[]): Journey[] {
  const journeys = new Map<string, Journey>();
  const storedMs = new Map<Journey, number>();
  for (const record of records) {
    if (record.event !== 'stored') continue;
    const journey = beginJourney(record);
    journeys.set(keyOf(record), journey);
    storedMs.set(journey, Date.parse(record.at));
  }
  const waiting = new Set<Journey>();
  for (const record of records) {
    const since = (journey: Journey): number =>
      Math.max(0, Date.parse(record.at) - (storedMs.get(journey) ?? 0));
    if (record.event === 'rung') {
      for (const journey of waiting) {
        if (journey.to === record.to) journey.rungMs ??= since(journey);
      }
    }
    const { to, id } = { id: '', to: '', ...record };
    const journey = journeys.get(keyOf({ to, id }));
    if (journey === undefined) continue;
    if (record.event === 'stored' && journey.handedOver === 0) waiting.add(journey);
    else if (record.event === 'fetched') {
      waiting.delete(journey);
      journey.fetchedMs ??= since(journey);
      journey.handedOver += 1;
      journey.redelivered = Math.max(journey.redelivered, record.redelivered ?? 0);
    } else if (record.event === 'acknowledged') journey.acknowledged = true;
  }
  return [...journeys.values()];
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
