import { enDoorbells } from './doorbells.ts';
import type { LogTexts } from './texts.ts';

export const enLog: LogTexts = {
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
    restarted: 'restarted',
    reconnected: 'reconnected',
    alerted: 'alerted',
  },
  urgent: 'urgent',
  as: {
    own: 'its own relay',
    sender: "the sender's relay",
    deputy: 'the deputy',
    hook: 'its hook',
  },
  doorbells: enDoorbells,
  why: {
    cancelled: 'the call was cancelled',
    died: 'its relay died',
    left: 'its relay ended',
  },
  by: { person: 'by a person', guard: 'by the guard' },
  alerts: {
    waits: 'waits for permission',
    died: 'has died',
    unreachable: 'cannot be reached',
    wrote: 'wrote to the person',
  },
  tookMs: (ms) => `${Math.round(ms)} ms`,
  sameConversation: 'same conversation',
  over: 'The army was dismissed.',
};
