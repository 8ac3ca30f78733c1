import type { Message } from '../../src/relay/message.ts';

let count = 0;

/** A valid message; ids sort in the order of the calls. */
export function letter(fields: Partial<Message> = {}): Message {
  count += 1;
  return {
    id: `0mwhvqhza-1-${count.toString(36).padStart(4, '0')}-x`,
    from: 'overlord',
    to: 'strategist',
    subject: 'subject',
    body: `body ${count}`,
    priority: 'normal',
    timestamp: '2026-11-15T12:00:00.000Z',
    ...fields,
  };
}

export const everything = (): boolean => true;
