import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';

/** Longer than a browser takes to start on a slow machine. */
export const TICKET_MS = 120_000;
const TICKET_BYTES = 24;

/** A ticket lets one browser in, once: an address with it may be seen and remembered by others. */
export function openTickets(clock: Clock) {
  // By their digests, so that the time of a lookup tells nothing of a ticket.
  const until = new Map<string, number>();
  const isGood = (ticket: string | null): boolean =>
    ticket !== null && (until.get(digest(ticket)) ?? -Infinity) >= clock.monotonic();
  return {
    issue(): string {
      const ticket = randomBytes(TICKET_BYTES).toString('base64url');
      until.set(digest(ticket), clock.monotonic() + TICKET_MS);
      return ticket;
    },
    isGood,
    /** True once for each ticket. */
    spend(ticket: string): boolean {
      const was = isGood(ticket);
      until.delete(digest(ticket));
      return was;
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
