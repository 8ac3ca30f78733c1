import type { Role } from '../army/role.ts';
import type { Message } from '../message/message.ts';
import type { JournalRecord } from '../store/store.ts';
import type { AlertSight, Figures, LetterSight, Part } from './picture.ts';
import { createRungs, NONE } from './rungs.ts';

/** Letters shown; figures are of all. */
export const FEED_LETTERS = 500;
const FEED_ALERTS = 100;
/** Letters that are not acknowledged are remembered until they are; beyond this many, only counted. */
export const OPEN_LETTERS = 5_000;
const EARLY_LETTERS = 1_000;

/** A letter whose message is still to be read, for its subject. */
export interface Unnamed {
  readonly to: Role;
  readonly id: string;
}

interface Tracked extends Unnamed {
  sight: LetterSight;
  /** False until its sender is known. */
  shown: boolean;
  /** It has left the feed. */
  past: boolean;
  handed: boolean;
  /** It was counted as handed over, or as handed over again. */
  counted: { fetched: boolean; again: boolean };
  /** When it was stored by this journal's own time; not of one that was brought over from another. */
  storedMs: number | undefined;
}

type Event<E extends JournalRecord['event']> = Extract<JournalRecord, { event: E }>;

export type Ledger = ReturnType<typeof createLedger>;

/**
 * Makes letters and figures of the journal, record by record: keeps the last letters and counts all of
 * them. Its memory is bounded, however long the journal is.
 *
 *  - A ring is for all mail of its role that waits, and for what comes before the role has looked: so a
 *    letter may have been rung for before it is written down as stored.
 *  - Sender and receiver write for themselves: a letter may be fetched before it is written down as stored.
 *  - What was put back waits again, and is owed again.
 */
export function createLedger() {
  const feed: Tracked[] = [];
  const open = new Map<string, Tracked>();
  const waiting = new Map<Role, Set<Tracked>>();
  /** The ring for which a role has not looked yet. */
  const ringing = new Map<Role, { at: string; by: string }>();
  const early = new Map<string, JournalRecord[]>();
  const unnamed: Tracked[] = [];
  const rungs = createRungs();
  let alerts: readonly AlertSight[] = [];
  const counts = { stored: 0, fetched: 0, acknowledged: 0, redelivered: 0, handed: 0 };
  let forgotten = 0;
  let changes = new Set<Part>();

  const keyOf = ({ to, id }: Unnamed): string => `${to}/${id}`;
  const patchSight = (letter: Tracked, patch: Partial<LetterSight>): void => {
    letter.sight = { ...letter.sight, ...patch };
    changes.add('letters');
  };

  function markWaiting(letter: Tracked): void {
    const of = waiting.get(letter.to) ?? new Set();
    waiting.set(letter.to, of.add(letter));
    const rung = ringing.get(letter.to);
    patchSight(letter, {
      stage: rung === undefined ? 'stored' : 'rung',
      rung,
      fetchedAt: undefined,
    });
  }

  function addLetter(record: Event<'stored'> | Event<'resumed'>): void {
    const { id, to, at } = record;
    const fresh = record.event === 'stored';
    const letter: Tracked = {
      id,
      to,
      shown: fresh,
      past: false,
      handed: false,
      counted: { fetched: false, again: false },
      storedMs: fresh ? Date.parse(at) : undefined,
      sight: {
        id,
        from: fresh ? record.from : '',
        to,
        subject: undefined,
        priority: fresh ? record.priority : 'normal',
        stage: 'stored',
        storedAt: at,
        rung: undefined,
        fetchedAt: undefined,
        acknowledgedAt: undefined,
        redelivered: fresh ? 0 : (record.redelivered ?? 0),
      },
    };
    counts.stored += 1;
    open.set(keyOf(letter), letter);
    feed.push(letter);
    unnamed.push(letter);
    const past = feed.length > FEED_LETTERS ? feed.shift() : undefined;
    if (past !== undefined) past.past = true;
    if (unnamed[0]?.past === true) unnamed.shift();
    markWaiting(letter);
    if (open.size > OPEN_LETTERS) forgetOldest();
  }

  function forgetOldest(): void {
    const [oldest] = open;
    if (oldest === undefined) return;
    open.delete(oldest[0]);
    waiting.get(oldest[1].to)?.delete(oldest[1]);
    forgotten += 1;
  }

  function handOver(letter: Tracked, { at }: JournalRecord, redelivered: number): void {
    if (letter.handed) return;
    letter.handed = true;
    counts.handed += 1;
    waiting.get(letter.to)?.delete(letter);
    ringing.delete(letter.to);
    if (!letter.counted.fetched) {
      letter.counted.fetched = true;
      counts.fetched += 1;
      const ms = letter.storedMs === undefined ? undefined : Date.parse(at) - letter.storedMs;
      if (ms !== undefined) rungs.took(letter.sight.rung?.by ?? NONE, Math.max(0, ms));
    }
    if (redelivered > 0 && !letter.counted.again) {
      letter.counted.again = true;
      counts.redelivered += 1;
    }
    patchSight(letter, { stage: 'fetched', fetchedAt: at, redelivered });
  }

  function moveLetter(record: Event<'fetched'> | Event<'acknowledged'> | Event<'put_back'>): void {
    const key = keyOf(record);
    const letter = open.get(key);
    if (letter === undefined) return takeUnknown(key, record);
    if (record.event === 'fetched') {
      handOver(letter, record, record.redelivered ?? letter.sight.redelivered);
    } else if (record.event === 'acknowledged') {
      handOver(letter, record, letter.sight.redelivered);
      counts.acknowledged += 1;
      open.delete(key);
      patchSight(letter, { stage: 'acknowledged', acknowledgedAt: record.at });
    } else if (letter.handed) {
      letter.handed = false;
      counts.handed -= 1;
      markWaiting(letter);
      patchSight(letter, { redelivered: letter.sight.redelivered + 1 });
    }
  }

  /** Of a letter that is not stored yet, or one of those that are only counted. */
  function takeUnknown(key: string, record: Parameters<typeof moveLetter>[0]): void {
    if (forgotten > 0) {
      if (record.event === 'acknowledged') counts.acknowledged += 1;
      if (record.event !== 'fetched' || (record.redelivered ?? 0) > 0) return;
      counts.fetched += 1;
      counts.handed += 1;
      return;
    }
    early.set(key, [...(early.get(key) ?? []), record]);
    if (early.size > EARLY_LETTERS) early.delete(early.keys().next().value ?? '');
  }

  function takeRing({ to, at, by }: Event<'rung'>): void {
    rungs.rang(by);
    const rung = { at, by };
    ringing.set(to, rung);
    for (const letter of waiting.get(to) ?? []) patchSight(letter, { stage: 'rung', rung });
  }

  function take(record: JournalRecord): void {
    switch (record.event) {
      case 'stored':
      case 'resumed': {
        addLetter(record);
        const key = keyOf(record);
        const ahead = early.get(key) ?? [];
        early.delete(key);
        for (const one of ahead) take(one);
        break;
      }
      case 'fetched':
      case 'acknowledged':
      case 'put_back':
        moveLetter(record);
        break;
      case 'rung':
        takeRing(record);
        break;
      case 'ring_failed':
        rungs.failed(record.by);
        break;
      case 'alerted': {
        const { at, to: role, why: kind, id, between } = record;
        alerts = [...alerts, { at, kind, role, id, between }].slice(-FEED_ALERTS);
        changes.add('alerts');
        return;
      }
      // Of roles, not of letters.
      case 'confirmed':
      case 'held':
      case 'released':
      case 'interrupted':
      case 'restarted':
      case 'reconnected':
      case 'unreachable':
      case 'quarantined':
        return;
    }
    changes.add('figures');
  }

  return {
    take,
    /** The parts that changed since the last call. */
    changed(): ReadonlySet<Part> {
      const told = changes;
      changes = new Set();
      return told;
    },
    letters: (): readonly LetterSight[] =>
      feed.flatMap(({ shown, sight }) => (shown ? [sight] : [])),
    figures: (): Figures => {
      const { handed, ...rest } = counts;
      return { ...rest, waiting: Math.max(0, rest.stored - handed), rungs: rungs.figures() };
    },
    alerts: (): readonly AlertSight[] => alerts,
    /** The newest letter whose message was not read yet; each is returned once. */
    nextUnnamed: (): Unnamed | undefined => unnamed.pop(),
    name(named: Unnamed, message: Message | undefined): void {
      const letter = feed.findLast((one) => one === named);
      if (letter === undefined || message === undefined) return;
      const { subject, from, priority, timestamp } = message;
      const known = letter.shown ? {} : { from, priority, storedAt: timestamp };
      letter.shown = true;
      patchSight(letter, { subject, ...known });
    },
  };
}
