import type { ErrorData, WakeFailure } from '../errors.ts';

export type Language = 'en' | 'ja';

/** What went wrong, and what to do about it. */
export interface Explanation {
  what: string;
  hint: string;
}

/** Every text a person or a model reads. A language that lacks one does not compile. */
export interface Texts {
  errors: { [C in keyof ErrorData]: (data: ErrorData[C]) => Explanation };
  wake: Record<WakeFailure, string>;
  nudge: (nudge: { from: string | undefined; mark: string }) => string;
  instructions(role: string): string;
  sent(id: string, to: string): string;
  ringing: string;
  coalesced: string;
  typed: string;
  storedNotWoken(reason: string, code: string): string;
  notSent(to: string, what: string): string;
  broadcast(delivered: number, of: number): string;
  inboxEmpty: string;
  inbox(count: number): string;
  more(remaining: number): string;
  redelivered(times: number): string;
  statusSet(status: string, task: string): string;
  cli: {
    description: string;
    relay: string;
    demo: string;
    demoSeconds: string;
  };
}
