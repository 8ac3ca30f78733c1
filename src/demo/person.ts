import fs from 'node:fs';
import { HUMAN } from '../army/human.ts';
import { rfc3339, systemClock } from '../kit/clock.ts';
import type { Store } from '../store/store.ts';
import type { Play } from './plays.ts';
import { recordFile } from './records.ts';

/** The person of the demo: asks for something, waits for the answer, and writes down both like any agent. */
export interface Person {
  ask(request: Play['request']): Promise<void>;
  /** Takes what has come; nobody rings for a person, so somebody has to look. */
  look(): Promise<void>;
}

export function openPerson({ mail, journal }: Store, records: string): Person {
  const note = (entry: object): void => {
    const at = rfc3339(systemClock.now());
    const text = JSON.stringify({ at, event: 'tool', ...entry });
    fs.appendFileSync(recordFile(records, HUMAN), `\n${text}`, { mode: 0o600 });
  };
  return {
    async ask({ to, subject, body }) {
      const letter = { from: HUMAN, to, subject, body, priority: 'normal' } as const;
      const { id, priority } = await mail.deliver(letter);
      await journal.write([{ event: 'stored', id, from: HUMAN, to, priority }]);
      note({ name: 'send_message', to, subject, sent: [{ to, id }] });
      await mail.raise(to);
    },
    async look() {
      const waiting = await mail.look(HUMAN);
      if (waiting.length === 0) return;
      const filed = await mail.file(
        HUMAN,
        waiting.map(({ id }) => id),
      );
      const read = waiting.filter(({ id }) => filed.includes(id));
      note({
        name: 'check_inbox',
        read: read.map(({ id, from, subject }) => ({ id, from, subject })),
      });
    },
  };
}
