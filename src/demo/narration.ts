import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import type { DemoTexts } from '../i18n/demo.ts';
import type { Clock } from '../kit/clock.ts';
import type { Paint } from '../kit/paint.ts';
import type { Message } from '../message/message.ts';
import { followJournal } from '../relay/read-journal.ts';
import type { JournalRecord, Store } from '../store/store.ts';
import { keyOf } from './figures.ts';
import { createNarrator } from './narrator.ts';
import type { Story } from './stories.ts';

export interface Narration {
  story: Pick<Story, 'headings' | 'shared' | 'isReadTold' | 'last'>;
  texts: DemoTexts;
  roles: readonly Role[];
  /** When the army was summoned, in milliseconds since 1970. */
  beganMs: number;
  write: (line: string) => void;
  paint: Paint;
  /** A record as `ovld log` shows it. */
  logLine: (record: JournalRecord) => string;
  /** The message itself: the journal has no subject. */
  readLetter: (to: Role, id: string) => Promise<Message | undefined>;
  /** The pid of the active relay of a role. */
  findRelay: (role: Role) => Promise<number | undefined>;
}

export type Narrating = ReturnType<typeof narrate>;

/** The journal as a story: one line for each sending and each reading, a letter sent before it is read. */
export function narrate(narration: Narration) {
  const { story, texts, roles, beganMs, write, paint } = narration;
  const { told } = texts;
  const letters = new Map<string, Message>();
  const headings = new Set<string>();
  const unread = new Map(story.shared);
  const relays = new Map<Role, number>();
  const without = new Set<Role>();
  let nowMs = beganMs;
  const { heading, tell, sent } = createNarrator({
    write,
    roles: [...roles, HUMAN],
    paint,
    elapsedMs: () => nowMs - beganMs,
  });

  /** Each heading once, above the first line that belongs to it. */
  function begin(key: string): void {
    const text = story.headings.get(key);
    if (text === undefined || headings.has(text)) return;
    headings.add(text);
    heading(text);
  }

  /** A reader can be quicker than its sender's record: the first record of a letter tells of its sending. */
  async function letterOf(record: { to: Role; id: string }): Promise<Message | undefined> {
    const known = letters.get(keyOf(record));
    if (known !== undefined) return known;
    const found = await narration.readLetter(record.to, record.id);
    if (found === undefined) return undefined;
    const letter = { ...found, subject: subjectOf(found, texts) };
    letters.set(keyOf(record), letter);
    const { from, to, subject, priority } = letter;
    const words = told.letter(subject, priority === 'urgent');
    const recipients = story.shared.get(subject);
    if (recipients === undefined) {
      begin(`${from} ${to}`);
      sent(from, to, words);
    } else if ([...letters.values()].filter((one) => one.subject === subject).length === 1) {
      sent(from, told.roles(recipients), words);
    }
    return letter;
  }

  function read(role: Role, { subject }: Message, redelivered: number): void {
    const left = unread.get(subject);
    if (left !== undefined) {
      unread.set(subject, left - 1);
      if (left === 1) tell(told.roles(story.shared.get(subject) ?? 0), told.allRead(subject));
    } else if (redelivered > 0) tell(role, told.readAgain(subject, redelivered), 'green');
    else if (role === HUMAN) tell(role, told.personReads(subject), 'green');
    else if (story.isReadTold(role)) {
      begin(role);
      tell(role, told.read(subject));
    }
  }

  /** Tells that another relay has taken the place of the one that died, once it is active. */
  async function replace(role: Role): Promise<void> {
    if (!without.has(role)) return;
    const pid = await narration.findRelay(role);
    if (pid === undefined || pid === relays.get(role)) return;
    without.delete(role);
    relays.set(role, pid);
    tell(role, told.restarted(pid));
  }

  return {
    ready(found: ReadonlyMap<Role, number>, atMs: number): void {
      nowMs = Math.max(nowMs, atMs);
      for (const [role, pid] of found) relays.set(role, pid);
      tell('ovld', told.ready(found.size));
    },
    /** True when the person has read the last letter. */
    async take(record: JournalRecord): Promise<boolean> {
      nowMs = Math.max(nowMs, Date.parse(record.at));
      if ('to' in record) await replace(record.to);
      if (record.event === 'stored') await letterOf(record);
      else if (record.event === 'fetched') {
        const letter = await letterOf(record);
        if (letter === undefined) return false;
        read(record.to, letter, record.redelivered ?? 0);
        return record.to === HUMAN && letter.subject === story.last;
      } else if (record.event === 'put_back' && record.why === 'died' && !without.has(record.to)) {
        tell(record.to, told.killed(relays.get(record.to) ?? 0), 'red');
        without.add(record.to);
        await replace(record.to);
      } else if (record.event === 'unreachable' || record.event === 'quarantined') {
        write(paint('red', narration.logLine(record)));
      }
      return false;
    },
  };
}

const STEP = /(\d+)(?: of |\/)(\d+): /;

/** A step of the mock campaign in the person's language; any other subject as it is. */
function subjectOf({ subject, body, type }: Message, { steps }: DemoTexts): string {
  const [, number, of] = (type === 'task_assigned' && STEP.exec(body)) || [];
  const step = steps[Number(number) - 1];
  return step === undefined ? subject : `${number}/${of} ${step}`;
}

/** Tells the journal until the signal comes; `last` is called when the person has read the last letter. */
export const tellJournal = (
  following: { store: Store; clock: Clock; signal: AbortSignal },
  narrating: Narrating,
  last: () => void = () => undefined,
): Promise<unknown> =>
  followJournal({
    ...following,
    async tell(records) {
      for (const record of records) {
        if (await narrating.take(record)) last();
      }
    },
  });
