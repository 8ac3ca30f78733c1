import { HUMAN } from '../army/human.ts';
import type { Role } from '../army/role.ts';
import type { DemoTexts } from '../i18n/demo-texts.ts';
import { byCause } from './by-cause.ts';
import { createNarrator, type Paint } from './narrator.ts';
import type { Play } from './plays.ts';
import type { Seen } from './records.ts';

export interface Narration {
  play: Pick<Play, 'scenes' | 'readsTold'>;
  texts: DemoTexts;
  roles: readonly Role[];
  write: (line: string) => void;
  paint: Paint;
}

/** The story as the agents' own records tell it, a line an event, every letter sent before it is read. */
export function narrate(narration: Narration, after?: (seen: Seen) => void): (seen: Seen) => void {
  const tell = tellsOne(narration);
  const letters = new Set(Object.values(narration.texts.letters).map(({ subject }) => subject));
  return byCause(letters, (seen) => {
    tell(seen);
    after?.(seen);
  });
}

function tellsOne({ play, texts, roles, write, paint }: Narration): (seen: Seen) => void {
  const { told } = texts;
  const scenes = new Map(play.scenes);
  /** Of a letter to everybody: who has it still to read. */
  const unread = new Map<string, { of: number; left: number }>();
  let ready = 0;
  let began: number | undefined;
  let now = 0;
  const narrator = createNarrator({
    write,
    roles: [...roles, HUMAN],
    paint,
    elapsedMs: () => now - (began ?? now),
  });
  const { tell, sent } = narrator;

  /** Each heading once, above the first line that belongs to it. */
  function scene(key: string | undefined): void {
    const heading = scenes.get(key ?? '');
    if (heading === undefined) return;
    scenes.delete(key ?? '');
    narrator.scene(heading);
  }

  function read(role: Role, { subject, from, redelivered }: Seen['read'][number]): void {
    const shared = unread.get(subject);
    if (shared !== undefined) {
      shared.left -= 1;
      if (shared.left === 0) tell(told.roles(shared.of), told.allRead(subject));
    } else if (redelivered > 0) tell(role, told.readAgain(subject, redelivered), 'green');
    else if (role === HUMAN) tell(role, told.personReads(subject), 'green');
    else if (play.readsTold(from)) tell(role, told.read(subject));
  }

  function used(seen: Seen): void {
    const { role, name, subject = '', task = '', status = '', command } = seen;
    if (seen.error !== undefined) return tell(role, seen.error.split('\n')[0] ?? '', 'red');
    scene(SENDS.has(name ?? '') ? subject : name);
    if (name === 'send_message') {
      sent(role, seen.to ?? '', told.letter(subject, seen.priority === 'urgent'));
    } else if (name === 'broadcast') {
      const { length } = seen.sent;
      unread.set(subject, { of: length, left: length });
      sent(role, told.roles(length), told.letter(subject, false));
    } else if (name === 'issue_command') tell(role, told.issued(command?.id ?? ''));
    else if (name === 'assign_task') {
      sent(role, seen.assigned_to ?? '', told.letter(objectiveOf(seen, texts), false));
    } else if (name === 'update_task') tell(role, told.begun(task));
    else if (name === 'submit_report') tell(role, told.reported(task, status));
    else if (name === 'evaluate_task') {
      tell(role, told.evaluated(task));
      if (command?.status === 'done') tell(role, told.commandDone(command.id), 'green');
    }
    for (const one of seen.read) read(role, one);
  }

  return (seen) => {
    const { role, event, pid = 0 } = seen;
    // What was held back for its cause is told with the time of that.
    now = Math.max(now, Date.parse(seen.at));
    began ??= now;
    if (event === 'ready') {
      ready += 1;
      if (ready === roles.length) tell('ovld', told.ready(ready));
    } else if (event === 'relay-lost') tell(role, told.killed(pid), 'red');
    else if (event === 'reconnected') tell(role, told.restarted(pid));
    else if (event === 'tool') used(seen);
  };
}

const STEP = /^Step (\d+) of (\d+): /;

/** A step of the mock campaign in the person's language; anything else as it is. */
function objectiveOf({ objective = '', task = '' }: Seen, { steps }: DemoTexts): string {
  const [, number, of] = STEP.exec(objective) ?? [];
  const step = steps[Number(number) - 1];
  return step === undefined ? objective || task : `${number}/${of} ${step}`;
}

const SENDS: ReadonlySet<string> = new Set(['send_message', 'broadcast']);
