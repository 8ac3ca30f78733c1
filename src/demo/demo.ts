import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { rolesOf } from '../army/formation.ts';
import { readJournal } from '../relay/read-journal.ts';
import type { JournalRecord, Store } from '../store/store.ts';
import { figuresOf, type Figures, type Ledger } from './figures.ts';
import { journeysOf, keyOf } from './journal.ts';
import type { Camp } from './camp.ts';
import { openPerson } from './person.ts';
import type { Play } from './plays.ts';
import { noteIn, watchRecords, type Seen } from './records.ts';
import type { Stage } from './stage.ts';
import type { ResolvedFormation } from '../summon/resolve.ts';

export interface Performance {
  camp: Camp;
  stage: Stage;
  store: Store;
  formation: Pick<ResolvedFormation, 'roles'>;
  play: Play;
  /** The story, as it happens. */
  tell: (seen: Seen) => void;
  /** Before the request, and after the last word: time to look around. */
  calmMs: number;
  /** Ends it early. */
  signal: AbortSignal;
  patienceMs: number;
}

export interface Outcome {
  figures: Figures;
  /** False when the story stood still: then messages are missing, and the figures say which. */
  finished: boolean;
}

/** The stage closed before the story was over: the person has left, or nobody ever got to see it. */
export class Left extends Error {
  readonly broken: boolean;
  constructor(broken: boolean) {
    super(broken ? 'the stage broke down' : 'the person has left');
    this.broken = broken;
  }
}

const LOOK_MS = 100;

/** Opens the stage, asks for something, and watches what becomes of every message. */
export async function perform(performance: Performance): Promise<Outcome> {
  const { camp, stage, store, formation, play, tell, calmMs, signal } = performance;
  for (const [role, script] of play.scripts) {
    fs.writeFileSync(camp.script(role), JSON.stringify(script), { mode: 0o600 });
  }
  /** Once the curtain is down nobody waits on. */
  const curtain = new AbortController();
  const ending = AbortSignal.any([signal, curtain.signal]);
  const ledger: Ledger = { sent: new Set(), read: new Set() };
  const roles = rolesOf(formation).length;
  let ready = 0;
  let last = false;
  const watch = watchRecords(camp.records, (seen) => {
    noteIn(ledger, seen);
    tell(seen);
    if (seen.event === 'ready') ready += 1;
    last ||= play.isLast(seen);
  });
  const person = openPerson(store, camp.records);
  const journal = (): Promise<JournalRecord[]> => recordsOf(store);
  const settled = async (): Promise<boolean> => {
    const journeys = journeysOf(await journal());
    return journeys.every((one) => one.acknowledged && ledger.read.has(keyOf(one)));
  };

  async function story(): Promise<boolean> {
    await stage.open();
    const until = Date.now() + performance.patienceMs;
    const passes = async (what: () => boolean | Promise<boolean>): Promise<boolean> => {
      while (!(await what())) {
        if (Date.now() > until) return false;
        await sleep(LOOK_MS, undefined, { signal: ending });
        await person.look().catch(() => undefined);
      }
      return true;
    };
    if (!(await passes(() => ready >= roles))) return false;
    await sleep(calmMs / 2, undefined, { signal: ending });
    await person.ask(play.request);
    return (await passes(() => last)) && (await passes(settled));
  }

  try {
    const left = stage.closed.then((how) => {
      throw new Left(how === 'broken');
    });
    const finished = await interruptible(signal, Promise.race([story(), left]));
    const bow = sleep(finished ? 2 * calmMs : 0, undefined, { signal: ending });
    await interruptible(signal, Promise.race([bow, left]));
    watch.look();
    return { figures: figuresOf(await journal(), ledger), finished };
  } finally {
    curtain.abort();
    watch.close();
  }
}

export async function recordsOf({ journal }: Pick<Store, 'journal'>): Promise<JournalRecord[]> {
  const all: JournalRecord[] = [];
  await readJournal(journal, async (records) => void all.push(...records));
  return all;
}

/** Rejects with the signal's reason as soon as it aborts; the work's own end no longer matters. */
const interruptible = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject);
  });
