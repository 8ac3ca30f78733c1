import type { Draft, Message } from '../../src/message/message.ts';
import type { Store } from '../../src/store/store.ts';

let count = 0;

/** A valid letter, no two with the same body. */
export function letter(fields: Partial<Draft> = {}): Draft {
  count += 1;
  return {
    from: 'overlord',
    to: 'strategist',
    subject: 'subject',
    body: `body ${count}`,
    priority: 'normal',
    ...fields,
  };
}

/** As it stands in an inbox of the files store; ids sort in the order of the calls. */
export function message(fields: Partial<Message> = {}): Message {
  const draft = letter(fields);
  const id = `0mwhvqhza-1-${count.toString(36).padStart(4, '0')}-x`;
  return { id, ...draft, timestamp: '2026-11-15T12:00:00.000Z', ...fields };
}

/** Delivers them one after the other. */
export async function deliverAll(store: Store, letters: readonly Draft[]): Promise<Message[]> {
  const sent = [];
  for (const one of letters) sent.push(await store.mail.deliver(one));
  return sent;
}

export const everything = (): boolean => true;
