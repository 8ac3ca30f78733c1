import type { AlertKind } from '../../army/human.ts';
import { doorbells } from './doorbells.ts';

export const log = {
  about: 'print what happened to every message, from the journal',
  options: {
    follow: 'go on, and print what happens from now on',
    role: 'only what is from or to this role',
    since: 'only from then on: 10m, 2h, 14:30, or a date and time (RFC 3339)',
    messages: 'print the messages themselves: who wrote to whom, when, and what',
    ids: 'name messages by their ids; without it by their subjects',
  },
  examples: {
    recent: 'what happened in the last ten minutes',
    follow: 'and go on, about storm only',
    messages: 'what was written in the last day',
  },
  events: {
    stored: 'stored',
    rung: 'rung',
    ring_failed: 'not rung',
    fetched: 'fetched',
    acknowledged: 'acknowledged',
    put_back: 'put back',
    resumed: 'resumed',
    quarantined: 'quarantined',
    unreachable: 'unreachable',
    confirmed: 'confirmed',
    held: 'held',
    released: 'released',
    interrupted: 'interrupted',
    restarted: 'restarted',
    reconnected: 'reconnected',
    alerted: 'alerted',
  },
  /** Of mail to the person, which is unread or read. */
  yours: { stored: 'unread', fetched: 'read', acknowledged: 'filed' },
  urgent: 'urgent',
  /** In place of a message that can no longer be read. */
  textGone: '(its text is no longer there)',
  as: {
    own: 'its own relay',
    sender: "the sender's relay",
    deputy: 'the deputy',
    keeper: 'its keeper',
    hook: 'its hook',
  },
  doorbells: doorbells,
  why: {
    cancelled: 'the call was cancelled',
    died: 'its relay ended unexpectedly',
    left: 'its relay ended',
  },
  by: { person: 'by a person', guard: 'by the guard' },
  until: (time: string) => `until ${time}`,
  alerts: {
    waits: 'waits for permission',
    died: 'its agent has ended',
    unreachable: 'cannot be reached',
    wrote: 'wrote to the person',
    limited: 'is at its usage limit',
    set_aside: 'an entry in its inbox is no message',
    loops: 'exchange too many messages',
  } satisfies Record<AlertKind, string>,
  tookMs: (ms: number) => `${Math.round(ms)} ms`,
  between: ', ',
  sameConversation: 'same conversation',
  /** The end of following: the army was dismissed. */
  over: 'The army was dismissed.',
};
