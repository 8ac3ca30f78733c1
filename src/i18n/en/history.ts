import type { PastMessage } from '../../store/store.ts';

const files = (n: number): string => (n === 1 ? '1 file' : `${n} files`);
const armies = (n: number): string => (n === 1 ? '1 army' : `${n} armies`);
const messages = (n: number): string => (n === 1 ? '1 message' : `${n} messages`);

export const history = {
  about: 'the mail of dismissed armies: list them; show, search and prune',
  examples: {
    list: 'every army that was dismissed, newest first',
    show: 'the messages of the last army of that session',
    search: 'messages containing both words',
  },
  show: {
    about: 'list the messages of a dismissed army',
    args: { army: 'a session (its newest army), or session/stamp as ovld history prints it' },
    options: {
      role: 'only what this role sent or was sent',
      full: 'with the text of each message',
    },
    examples: {
      show: 'the messages of the last army of that session',
      full: 'with their text, of one role',
    },
  },
  search: {
    about: 'find messages of dismissed armies containing every word, newest first',
    args: { words: 'what to look for, in subjects and bodies' },
    options: {
      session: 'only armies of that session',
      role: 'only what this role sent or was sent',
      since: 'from then on: 30d, 2h, 14:30, or a time in RFC 3339',
      limit: 'how many to print at most (20)',
    },
    lines: {
      words: 'ovld history search cache timeout',
      since: 'ovld history search cache --since 30d --json',
    },
    examples: {
      search: 'messages containing both words',
      since: 'of the last month, for a script',
    },
  },
  prune: {
    about: 'remove dismissed armies that are older, or more, than is to be kept',
    options: {
      keepDays: 'keep armies dismissed within so many days, or all (else as configured)',
      keepArmies: 'keep so many of the newest armies of each folder, or all (else as configured)',
      dryRun: 'only say what would be removed',
    },
    examples: {
      dryRun: 'what would be removed by your configuration',
      prune: 'remove what was dismissed a month ago and longer',
    },
    notKeep: 'It must be a whole number from 1, or all.',
    wouldRemove: (army: string) => `would remove ${army}`,
    removed: (army: string) => `removed ${army}`,
    pruned: (removed: number, kept: number) =>
      `${armies(removed)} to remove, ${armies(kept)} to keep.`,
  },
  columns: {
    dismissed: 'dismissed',
    army: 'army',
    formation: 'formation',
    messages: 'messages',
    unread: 'unread',
    folder: 'folder',
  },
  nothing: 'No dismissed army has left mail yet; ovld unsummon keeps it here.',
  states: {
    unread: 'unread',
    handed_over: 'not acknowledged',
    acknowledged: 'read',
  } satisfies Record<PastMessage['state'], string>,
  unknown: '?',
  /** Where the mail of an army with the queue store is. */
  inQueue: (path: string) => `its mail stays in the project: ${path}`,
  /** Below the list, where the project has one. */
  queueHere: (path: string) => `Mail of armies with the store queue stays in the project: ${path}`,
  noMessages: 'It left no messages.',
  unreadable: (count: number) => `Skipped ${files(count)} that could not be read.`,
  conversations: (count: number) =>
    `${count === 1 ? '1 conversation' : `${count} conversations`} can be resumed: ovld summon --resume`,
  found: (shown: number, count: number) =>
    shown === count ? `${messages(count)}.` : `${shown} of ${messages(count)}; --limit shows more.`,
  foundNothing: 'No such message in the history.',
};
