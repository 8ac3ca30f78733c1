import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';

/** Longer than a browser takes to start on a slow machine. */
export const TICKET_MS = 120_000;
const TICKET_BYTES = 24;

/** What lets one browser in, once: an address with it may be seen by others, and be remembered. */
export interface Tickets {
  issue(): string;
  /** Good for an entry, if somebody asks now. */
  good(ticket: string | null): boolean;
  /** True for the first who comes with it, and for nobody after. */
  spend(ticket: string): boolean;
}

export function openTickets(clock: Clock): Tickets {
  // By their digests, so that looking one up tells nothing of it by how long it takes.
  const until = new Map<string, number>();
  const good = (ticket: string): boolean =>
    (until.get(digest(ticket)) ?? -Infinity) >= clock.monotonic();
  return {
    issue() {
      const ticket = randomBytes(TICKET_BYTES).toString('base64url');
      until.set(digest(ticket), clock.monotonic() + TICKET_MS);
      return ticket;
    },
    good: (ticket) => ticket !== null && good(ticket),
    spend(ticket) {
      const was = good(ticket);
      until.delete(digest(ticket));
      return was;
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
