import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { HUMAN } from '../army/human.ts';
import { rolesOf, type Formation } from '../army/formation.ts';
import type { Role } from '../army/role.ts';
import { findActiveRelay } from '../relay/presence.ts';
import type { Person } from '../relay/person.ts';
import { readJournal } from '../relay/read-journal.ts';
import type { JournalRecord, Store } from '../store/store.ts';
import { figuresOf, keyOf, type Figures } from './figures.ts';
import type { Story } from './stories.ts';
import { askAgents } from './witness.ts';

export interface Run {
  store: Store;
  formation: Pick<Formation, 'roles'>;
  story: Story;
  openPerson: () => Promise<Person>;
  /** Where the agents' own records are. */
  records: string;
  /** Called when all relays are ready, with their pids. */
  ready: (relays: ReadonlyMap<Role, number>) => void;
  /** Settles when the person's terminal comes back before the end; never where none was lent. */
  returned: Promise<'left' | 'broken'>;
  /** Before the request, and after the last letter: time for the person to look around. */
  calmMs: number;
  patienceMs: number;
  signal: AbortSignal;
}

export interface Outcome {
  figures: Figures;
  /** False when the story stood still: then messages are missing, and the figures say which. */
  finished: boolean;
}

/** The person has left before the end, or the multiplexer has shown nothing (`broken`). */
export class Left extends Error {
  readonly broken: boolean;
  constructor(broken: boolean) {
    super(broken ? 'the multiplexer has shown nothing' : 'the person has left');
    this.broken = broken;
  }
}

const LOOK_MS = 100;
const READY_LOOK_MS = 40;

/** Sends the request to an army that is coming up, and watches what becomes of every message. */
export async function runStory(run: Run): Promise<Outcome> {
  const { store, formation, story, signal } = run;
  const ending = new AbortController();
  const untilMs = Date.now() + run.patienceMs;
  const own = { sent: new Set<string>(), read: new Set<string>() };
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: ending.signal });
  const figures = async (): Promise<Figures> =>
    figuresOf(await journalOf(store), askAgents(run.records, own));

  async function passes(what: () => Promise<boolean>, lookMs: number): Promise<boolean> {
    while (!(await what())) {
      if (Date.now() > untilMs) return false;
      await pause(lookMs);
    }
    return true;
  }

  /** No doorbell rings for a person. True when the last letter was among the mail. */
  async function takeMail(person: Person): Promise<boolean> {
    const letters = await person.inbox(HUMAN);
    const taken = letters.length === 0 ? [] : await person.take(letters.map(({ id }) => id));
    for (const id of taken) own.read.add(keyOf({ to: HUMAN, id }));
    return letters.some(({ id, subject }) => subject === story.last && taken.includes(id));
  }

  async function tell(): Promise<boolean> {
    const relays = new Map<Role, number>();
    const areReady = (): Promise<boolean> => findRelays(store, formation, relays);
    if (!(await passes(areReady, READY_LOOK_MS))) return false;
    run.ready(relays);
    await pause(run.calmMs / 2);
    const person = await run.openPerson();
    const { to, ...letter } = story.request;
    const { id } = await person.send(to, { ...letter, priority: 'normal' });
    own.sent.add(keyOf({ to, id }));
    let last = false;
    return passes(async () => {
      last ||= await takeMail(person).catch(() => false);
      return last && (await figures()).lost.length === 0;
    }, LOOK_MS);
  }

  const stopped = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    void run.returned.then((how) => reject(new Left(how === 'broken')));
  });
  try {
    const finished = await Promise.race([tell(), stopped]);
    if (finished) await Promise.race([pause(2 * run.calmMs), stopped]);
    return { figures: await figures(), finished };
  } finally {
    ending.abort();
  }
}

/** Writes the script of each role's agent where its arguments say. */
export function writeScripts({ scripts }: Story, place: (role: Role) => string): void {
  for (const [role, script] of scripts) {
    fs.writeFileSync(place(role), JSON.stringify(script), { mode: 0o600 });
  }
}

/** Notes the pids of the relays that are ready, up to the first that is not; true when all of them are. */
export async function findRelays(
  store: Store,
  formation: Pick<Formation, 'roles'>,
  relays: Map<Role, number>,
): Promise<boolean> {
  for (const role of rolesOf(formation).filter((one) => !relays.has(one))) {
    const seat = await findActiveRelay(store, role);
    if (seat?.readyAt === undefined) return false;
    relays.set(role, seat.relay.pid);
  }
  return true;
}

async function journalOf({ journal }: Pick<Store, 'journal'>): Promise<JournalRecord[]> {
  const all: JournalRecord[] = [];
  await readJournal(journal, async (records) => void all.push(...records));
  return all;
}
