import type { Reason } from '../../errors.ts';
import { plainReason } from '../foreign-words.ts';

export const desk = {
  /** No army is running here: messages are not announced. */
  waits: 'No army is running here: the messages wait in the inboxes.',
  /** The army that stands here only plays. */
  scratch: 'This is the board of a play: it is removed when the army is dismissed.',
  inputAndFlags: (flags: readonly string[]) =>
    `--input takes everything from one place: leave out ${flags.join(', ')}`,
  unreadableInput: (path: string, reason: Reason) => `${path}: ${plainReason('en', reason)}`,
  noRoleFor: (duty: string) => `the formation has no ${duty}; --as says who acts`,
};
