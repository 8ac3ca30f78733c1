import { ageWords } from './age.ts';

export const inbox = {
  about: 'look at unread messages without taking them: yours, or those of a role',
  args: { whose: 'whose inbox: a role, or human (you)' },
  options: {
    full: 'the whole text of each message',
    take: 'mark as read: those shown, or those named',
  },
  examples: {
    own: 'what was written to you',
    taken: 'read everything, and mark it as read',
    role: 'what storm has not read yet; it stays unread',
  },
  empty: (whose: string) =>
    whose === 'human' ? 'Nothing unread.' : `${whose} has no unread messages.`,

  /** For people, of the person's own inbox. */
  howToRead: 'ovld inbox --full shows the texts; --take marks them as read.',
  howToTake: 'ovld inbox --take marks them as read.',
  taken: (count: number) =>
    count === 1 ? 'Marked 1 message as read.' : `Marked ${count} messages as read.`,
  notUnread: (ids: readonly string[]) => ({
    message: `not unread: ${ids.join(', ')}`,
    hint: 'ovld inbox shows what is unread, with its id',
  }),
  columns: { id: 'ID', age: 'AGE', from: 'FROM', subject: 'SUBJECT' },
  notYours: 'only your own messages can be taken: ovld inbox human --take',
  urgent: 'urgent',
  age: ageWords,
};
